/// What lies beside an unpacked `movie.json`.
enum FolderReadme {
    static let text = """
        # An unpacked SVGA animation

        `svga pack THIS-FOLDER -o out.svga` makes an animation of this folder again. You may change `movie.json` and replace the files
        it names. What it does not name is not packed.

        | | |
        |---|---|
        | `movie.json` | everything but the pictures and sounds |
        | `images/`, `audio/` | one file for each picture and sound, named after its key as far as a file can be |
        | `other/` | what else was in a ZIP of format 1.x, if anything |

        ## movie.json

        A member that is left out is 0, empty or absent, as in the format itself. Frames are counted from 0: frame `i` is the line
        `i + 1` below the `"frames"` of its sprite.

        | member | meaning |
        |---|---|
        | `svgaFolder` | the version of this form: 1 |
        | `container` | what it is packed in again: `zlib` (format 2.x), `zip-json` or `zip-binary` (1.x), `gzip`, `protobuf` |
        | `version` | the format's version as the file has it |
        | `viewBox` | width and height of the canvas, in points |
        | `fps`, `frames` | frames a second, and how many there are |
        | `payloads` | pictures and sounds: `key`, and the `file` in this folder; `entry` is its name in a ZIP of format 1.x |
        | `audios` | when a sound plays: `audioKey`, from `startFrame` up to (not with) `endFrame`; `startTime` and `totalTime` in ms |
        | `sprites` | the layers, bottom first: `imageKey`, `matteKey` of the layer that masks it, `frames` |
        | `unknown` | fields that this program does not know, as they stand in the file, in base64 |

        A frame:

        | member | meaning |
        |---|---|
        | `alpha` | 0 (hidden) to 1 |
        | `layout` | `[x, y, width, height]` that the picture fills, in the sprite's own space |
        | `transform` | `[a, b, c, d, tx, ty]`: x' = a·x + c·y + tx, y' = b·x + d·y + ty |
        | `clipPath` | an SVG path that cuts the sprite |
        | `shapes` | what is drawn above the picture |

        A shape has a `type` (`shape`, `rect`, `ellipse`, or `keep`: as in the frame before) and for it `d` (an SVG path),
        `rect` (`[x, y, width, height, cornerRadius]`) or `ellipse` (`[x, y, radiusX, radiusY]`, the centre first), a `transform`, and `styles`:
        `fill` and `stroke` (`[red, green, blue, alpha]`, each 0 to 1), `strokeWidth`, `lineCap`, `lineJoin`, `miterLimit`, `lineDash`
        (`[dash, gap, phase]`).

        A number that JSON cannot write is a text with its bits, such as `"bits:7fc00000"`.

        """
}
