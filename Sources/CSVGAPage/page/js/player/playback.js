export class Playback {}
