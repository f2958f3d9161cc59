export class FrameSource {}
