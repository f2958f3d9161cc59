export class Timeline {}
