export class Backgrounds {}
