export class LogView { constructor() {} show() {} }
