export class Sound {}
