export class Keyboard {}
