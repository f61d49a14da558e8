export class PianoView { constructor() {} show() {} }
