export class Stage {}
