export class SoundView { constructor() {} show() {} }
