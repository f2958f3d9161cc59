// The types that users see are those of the players: `deno check` finds where they differ.
import * as exported from "../export.js";
import type * as ExportedTypes from "../svga-player.d.ts";
import type * as SVGA from "../svga.d.ts";
import * as svga from "../svga.js";

export const player: typeof SVGA.SVGAPlayer = svga.SVGAPlayer;
export const element: typeof SVGA.SVGAPlayerElement = svga.SVGAPlayerElement;
export const others: Pick<typeof SVGA, "defineElement" | "SVGAError"> = svga;
// The player can load more than what exported modules read.
export const exportedPlayer = (given: exported.SVGAPlayer): Omit<ExportedTypes.SVGAPlayer, "load"> => given;
