import SVGAEmulation
import SVGASupport

// The texts of findings about rules of players: what the viewer of that player sees, then the reason.

extension PlayerRule {
    /// The finding's message, in one sentence without a full stop.
    func message(as code: CheckCode) -> Message {
        switch code {
        case .matteUnsupported, .matteNotFirst, .matteUnknown: matteMessage(as: code)
        case .pathCommand, .pathRepeats, .pathAbsoluteLine: pathMessage(as: code)
        case .rounding: roundingMessage
        case .miterLimitZero, .dashPhase, .strokeScale, .strokeWidthZero, .color255, .unstyled, .shapeAlpha: styleMessage
        case .bitmapSize, .layoutOffset, .keySuffix, .imageFormat: imageMessage
        default: spriteMessage
        }
    }

    private var spriteMessage: Message {
        switch name {
        case "web-alpha", "web-lite-alpha": "the sprite is missing: its alpha is below 0.05 (an alpha that is not a number is drawn as 1)"
        case "harmony-alpha", "wechat-alpha": "the sprite is missing: its alpha is below 0.05"
        case "web-fade", "web-lite-fade", "android-fade", "flutter-fade", "harmony-fade", "wechat-fade":
            "parts of the translucent sprite show through each other: the alpha applies to each part, not to the sprite"
        case "web-scale-zero", "harmony-scale-zero", "wechat-scale-zero":
            "the sprite has the wrong shape or rotation: an a or d of 0 in its transform is read as 1"
        case "android-scale-zero":
            "the sprite has the wrong shape or rotation: an a or d of 0, which protobuf does not write, is read as 1"
        case "ios-frames": "the sprite stays visible after its last frame: it has fewer frames than the movie"
        case "flutter-alpha":
            "a hidden sprite is visible: an alpha of 0, which protobuf does not write, is read as 1 (an alpha above 1 is wrapped)"
        case "android-clip-alpha": "the image is too opaque: the sprite's alpha does not apply to images with a clip path"
        case "ios-dashes-always": "the stroke is dashed: strokes without dashes get dashes of 1 and gaps of 0.1"
        case "web-lite-fill-only": "the stroke is missing: shapes with a fill are not stroked"
        case "flutter-clip-moved": "the shapes are clipped in the wrong position: their transform applies to the clip path, too"
        case "flutter-no-keep": "the shapes are missing: nothing is shown for KEEP"
        case "android-corners": "the rect is missing: its corner radius is negative"
        case "flutter-sizes": "the rect or ellipse is missing: its size is negative"
        case "web-clip", "web-lite-clip", "harmony-clip": "the shapes are not clipped: only sprites with an image are clipped"
        case "web-keep", "harmony-keep", "wechat-keep":
            "the sprite shows other shapes: KEEP repeats the shapes that were read last, from any sprite"
        case "ios-keep": "the shapes are missing: KEEP repeats shapes only if the sprite was visible in their frame"
        case "flutter-keep": "the sprite shows other shapes: KEEP repeats the last list of shapes that was not empty"
        default: meaning
        }
    }

    private var imageMessage: Message {
        switch name {
        case "web-natural-size", "harmony-natural-size":
            "the image has the wrong size: it is drawn at its pixel size, not at the size of its layout"
        case "ios-fit": "the image does not fill its layout: its aspect ratio is kept"
        case "web-layout-offset", "web-lite-layout-offset", "android-layout-offset", "flutter-layout-offset", "harmony-layout-offset",
            "wechat-layout-offset":
            "the image is in the wrong position: the layout's x and y are ignored"
        case "web-key", "harmony-key":
            "the image is missing or another one: only the first `.matte` is removed from keys, and no other suffix"
        case "web-lite-key", "web-key-exact", "android-key-exact", "flutter-key-exact":
            "the image is missing or another one: it is looked up by the sprite's exact key"
        case "android-key-all":
            "the image is missing or another one: every `.matte` is removed from the sprite's key, and in JSON from the image's"
        case "android-names": "the image is missing: its file name in `movie.binary` has fewer than 4 bytes"
        case "android-fit": "the image has the wrong height: it is scaled by the width of its layout"
        case "android-key":
            "the image is missing or another one: a last `.matte` is removed from the sprite's key, and in JSON every one from the image's"
        case "ios-key":
            "the image is missing or another one: the extension is removed from the sprite's key, and in JSON from the image's"
        case "flutter-key":
            "the image or the sprite is missing: the image is looked up by the exact key, and sprites without a key are skipped"
        case "wechat-key":
            "the image is missing or another one: only the first `.matte` is removed from the sprite's key, and no other suffix"
        case "web-payload", "harmony-payload": "the image is missing: only PNG, and JPEG that begins with a quantization table, are drawn"
        default: meaning
        }
    }

    private func matteMessage(as code: CheckCode) -> Message {
        switch name {
        case "web-lite-mattes", "flutter-mattes", "wechat-mattes", "web-no-mattes", "android-no-mattes":
            "the sprite is not masked: the player has no mattes, and draws them as sprites"
        case "android-mattes": "the sprite is not masked: mattes apply only in frames whose first visible sprite is a matte"
        case "ios-mattes":
            "the sprite is missing or in the wrong order: all sprites of a matte share one layer, and the matte must come before them"
        case "web-mattes" where code == .matteNotFirst, "harmony-mattes" where code == .matteNotFirst:
            "the sprite is not masked: mattes apply only if the first sprite is a matte"
        case "web-mattes", "harmony-mattes":
            "the wrong parts are masked: the matte applies to the entire canvas, and belongs to the sprite after the masked ones"
        default: meaning
        }
    }

    private func pathMessage(as code: CheckCode) -> Message {
        switch code {
        case .pathRepeats: return "part of the path is missing: arguments repeated without their command are not drawn"
        case .pathAbsoluteLine: return "the path has the wrong form: an absolute H or V sets the other coordinate to 0"
        default: break
        }
        return switch name {
        case "web-paths", "harmony-paths", "wechat-paths":
            "part of the path is missing: A, T, exponents and double spaces are not supported"
        case "web-lite-paths":
            "part of the path is missing: A, T, exponents and double spaces are not supported, and S is drawn differently"
        case "android-paths": "part of the path is missing: S, A and T are not supported"
        case "ios-paths":
            "part of the path is missing: S, A and T are not supported, nor commands with too many or too few numbers"
        case "flutter-paths": "part of the path is missing: A and T are not supported"
        default: meaning
        }
    }

    private var styleMessage: Message {
        switch name {
        case "web-colors", "harmony-colors", "wechat-colors": "the shape has the wrong color: 0–255 is read as 0–1"
        case "ios-colors": "the shape has the wrong color: 0–255 is read as 0–1"
        case "web-lite-colors": "the shape is invisible or has the wrong color: an alpha below 1 is read as 0, and 0–255 as 0–1"
        case "flutter-colors": "the shape has the wrong color: color components above 1 are wrapped"
        case "android-shape-alpha", "android-color-replaced": "the shapes have the wrong alpha: the sprite's alpha replaces theirs"
        case "android-color-range": "the shape has the wrong color: 0–255 is detected for all four numbers at once"
        case "android-colors": "the shape has the wrong color: 0–255 is read as 0–1"
        case "android-stroke": "the stroke has the wrong width: only the vertical scale of the frame's transform applies to it"
        case "web-stroke-zero", "web-lite-stroke-zero", "wechat-stroke-zero": "a stroke of width 0 is visible: it is drawn 1 unit wide"
        case "android-miter":
            "corners of the stroke are cut off: miter limits are rounded down, and a limit of 0 means a bevel"
        case "flutter-miter": "corners of the stroke are cut off: a miter limit of 0 means a bevel"
        case "ios-miter": "corners of the stroke are cut off: in protobuf, a miter limit of 0 means a bevel"
        case "web-dashes": "the stroke has other dashes: dash, gap and phase are read as three dash lengths"
        case "web-lite-dashes": "the stroke has other dashes: a phase above 0 is read as a third dash length, and zeros are left out"
        case "web-ellipses", "web-lite-ellipses", "harmony-ellipses", "wechat-ellipses":
            "the dashes of an ellipse are in another place: they start at its left"
        case "android-dashes": "the dashes of a rect are in another place: they start at its lower left corner"
        case "flutter-dashes":
            "the stroke has other dashes: the first dash begins at the phase, and those of a rect start at its lower left corner"
        case "harmony-dashes": "the stroke has other dashes: dash, gap and phase are read as up to three dash lengths"
        case "wechat-dashes": "the stroke has other dashes: the phase is ignored, and so are dashes without a gap"
        case "ios-dashes": "the stroke is dashed: in JSON, a phase without dashes makes dashes"
        case "ios-unstyled": "the shape is filled with black: it has no styles"
        default: meaning
        }
    }

    private var roundingMessage: Message {
        switch name {
        case "web-sampling":
            "images look slightly different: their edges are moved to whole pixels, and large images are halved before scaling"
        case "web-lite-sampling": "edges of images look slightly different: they are moved to whole pixels"
        case "web-edges", "web-lite-edges": "edges of shapes look slightly different: they are rounded to a quarter of a pixel row"
        case "web-thin", "web-lite-thin", "android-thin", "flutter-thin":
            "thin strokes look slightly different: they are drawn one pixel wide and fainter"
        case "web-lite-clip-edge", "android-clip-edge": "edges of clip paths are jagged: they are not antialiased"
        case "android-gamma": "colors of images look slightly different: the images have a gAMA chunk, and are converted to sRGB"
        case "android-565": "colors of opaque images look slightly different: they are reduced to 16 bits per pixel"
        case "android-alpha", "flutter-alpha-wrapped": "alphas are slightly lower: they are rounded down to steps of 1/255"
        default: meaning
        }
    }
}
