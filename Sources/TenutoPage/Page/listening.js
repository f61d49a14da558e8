export class Listening { constructor() {} show() {} }
