export class TopView { constructor() {} show() {} }
