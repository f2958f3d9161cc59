// The types that an export writes beside its module, svga-player.d.ts, are those of the player: `deno check` finds where they differ.
import type * as Declared from "../svga-player.d.ts";
import { readMovie, SVGAPlayer } from "../svga-player.js";

export const open: typeof Declared.SVGAPlayer.open = (canvas, source) => SVGAPlayer.open(canvas, source);
export const make = (canvas: HTMLCanvasElement, movie: SVGP.Movie): Declared.SVGAPlayer => new SVGAPlayer(canvas, movie);
export const read: typeof Declared.readMovie = readMovie;

import type * as SVGA from "../svga.d.ts";
import * as svga from "../svga.js";

export const player: typeof SVGA.SVGAPlayer = svga.SVGAPlayer;
export const element: typeof SVGA.SVGAPlayerElement = svga.SVGAPlayerElement;
export const others: Pick<typeof SVGA, "defineElement" | "SVGAError"> = svga;
