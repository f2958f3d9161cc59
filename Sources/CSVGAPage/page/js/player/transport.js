export class Transport {}
