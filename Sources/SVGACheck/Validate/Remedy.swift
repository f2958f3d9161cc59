package import SVGASupport

/// The remedy of a finding, as one sentence without a full stop. Following it removes the finding; a test verifies that.
package struct Remedy: Hashable, Sendable {
    /// The condition, as a clause such as `if it is a sound`; empty for the only or the usual cause.
    package let cause: Message
    package let text: Message

    init(_ text: Message, _ cause: Message = "") { (self.cause, self.text) = (cause, text) }

    static let scaleImage = Remedy("Scale the image to the size of its layout")
    static let stretchByTransform = Remedy(
        "Give the layout the image's size, and scale it by the transform", "if the image is shown in several sizes")
    static let colorsAlphaIntoSprite = Remedy("Write opaque colors, and multiply their alpha into the sprite's alpha")
    static let drawShapesAsImage = Remedy("Replace the shapes with an image", "if there are several shapes or alphas")
    static let noWidthWithoutColor = Remedy("Write a stroke width of 0", "if the stroke has no color")
    static let mattesFirst = Remedy("Move the mattes before all other sprites")
    static let drawMasks = Remedy("Apply the mattes to the images, and remove the matte sprites")
    static let clearMatteKey = Remedy("Remove the matteKey, or add the matte", "if no matte has that key")
    static let strokeByTransform = Remedy("Apply the shape's transform to its path and its stroke width")
    static let drawStrokeAsImage = Remedy("Replace the shape with an image", "if a transform rotates, skews or stretches it")
    static let colorsToOne = Remedy("Write colors from 0 to 1")
    static let convertImage = Remedy("Convert the image to PNG")
    static let replacePayload = Remedy("Remove the payload, or replace it with a PNG", "if it cannot be decoded as an image")
    static let nameSound = Remedy("Begin the sound's key with `audio`", "if it is a sound")
    static let nameSoundApart = Remedy("Give the sound a key that no sprite has", "if a sprite has the key of a sound")
    static let addImage = Remedy("Add a PNG image, even if no sprite uses it", "if there are sounds and no image")
    static let tagSound = Remedy("Add an ID3 tag before the sound", "if it is an MP3 without one")
    static let convertSound = Remedy("Convert the sound to MP3 with an ID3 tag before it")
    static let noSounds = Remedy("None in the file: the player plays no sounds", "if the player plays none")
    static let exportAgain = Remedy("Export the movie again")
    static let raiseLimit = Remedy("Raise the limit that it exceeds", "if it exceeds a limit")
    static let nameLayer = Remedy("Name the layer in the design file, and export again")
    static let showSprite = Remedy("Make the sprite visible in a frame", "if its sprites are never visible")
    static let dashesAsShapes = Remedy("Draw the dashes as shapes")
    static let noPhase = Remedy("Write a phase of 0", "if there is a phase and no dash")
}

extension CheckCode {
    /// For each cause, the usual one first.
    var remedies: [Remedy] {
        switch self {
        case .bitmapSize: [.scaleImage, .stretchByTransform]
        case .shapeAlpha: [.colorsAlphaIntoSprite, .drawShapesAsImage, .noWidthWithoutColor]
        case .matteNotFirst: [.mattesFirst, .drawMasks.only("if there are sprites without that matte")]
        case .matteUnknown: [.drawMasks, .mattesFirst.only("if the matte comes after its sprite"), .clearMatteKey]
        case .keySuffix: [Remedy(usualRemedy), .drawMasks.only("if it is a matte")]
        case .dashPhase: [.dashesAsShapes, .noPhase]
        case .strokeScale: [.strokeByTransform, .drawStrokeAsImage]
        case .color255:
            [.colorsToOne, .colorsAlphaIntoSprite.only("if the colors are not opaque"), .drawShapesAsImage]
        case .imageFormat: [.convertImage, .replacePayload, .nameSound, .nameSoundApart, .addImage]
        case .soundFormat: [.convertSound, .tagSound, .noSounds]
        case .fileUnreadable: [.exportAgain, .raiseLimit]
        case .keyMissing: [.nameLayer, .showSprite]
        default: [Remedy(usualRemedy)]
        }
    }

    /// For codes with one cause.
    private var usualRemedy: Message {
        switch self {
        case .containerUnreadable, .containerNeedsLibrary: "Convert the movie to 2.x"
        case .displayTicks: "Use 60, 30, 20, 15, 12 or 10 fps"
        case .layoutOffset: "Move the offset into the transform"
        case .alphaTooLow: "Use an alpha of at least 0.05, or hide the sprite"
        case .alphaOverlap: "Combine the parts into one image, or avoid the overlap"
        case .scaleZero: "Write a small number, such as 0.0001, instead of 0"
        case .framesShort: "Add empty frames up to the end of the movie"
        case .keySuffix: "Give the image and its sprites the same key, without a suffix or an extension"
        case .rounding: "None needed, unless the difference matters: draw larger, or at whole pixels"
        case .alphaUnwritten: "Give the hidden sprite an empty layout and no shapes"
        case .matteUnsupported: Remedy.drawMasks.text
        case .pathCommand:
            "Write the path only with M, L, C and Z: a letter before each set of numbers, single spaces, and Z twice at the end"
        case .pathAbsoluteLine: "Write L instead of H and V"
        case .pathRepeats: "Write the command before each set of arguments"
        case .clipOnShapes: "Replace the clipped shapes with an image"
        case .keepOfOther: "Write the shapes again instead of KEEP"
        case .cornerRadius: "Write a corner radius of 0, and sizes above 0"
        case .miterLimitZero: "Write a miter limit, such as 10"
        case .strokeWidthZero: "Remove the stroke's color"
        case .unstyled: "Write styles, or remove the shape"
        case .colorAlphaUnwritten: "Write the alpha of each color, also an alpha of 0, for example with `svga fix`"
        case .olderVersion: "None in the file: use a newer version of the player"
        case .playersUnchecked: "Check fewer players at a time, or raise the limit `work`"
        case .fileTooLarge: "Remove or reduce images and sounds"
        case .memoryTooLarge: "Reduce the images: each takes width × height × 4 bytes"
        case .canvasTooLarge: "Export the movie with a smaller canvas"
        case .tooLong: "Shorten the movie"
        case .tooFast: "Export the movie with fewer frames per second"
        case .budgetExceeded: "Reduce the movie until it fits, or raise the limit in the budget file"
        case .spritesMany: "Combine sprites into one image, or show fewer at the same time"
        case .overdraw: "Cut transparent borders off images, and hide sprites that others cover"
        case .imageUnused: "Remove the image, for example with `svga optimize`"
        case .imageOversized: "Scale the image to at most 2 pixels per point"
        case .keyEmpty: "Give it a key: some players skip images, sounds and sprites without a key"
        case .layoutEmpty: "Write a layout size above 0, or an alpha of 0"
        case .soundBroken: "Export the sound again: one player waits for it and never starts"
        case .soundTruncated: "Export the sound again"
        case .soundTime: "Write the length in milliseconds: Android needs it to start a sound in its middle"
        case .soundOutside: "Start the sound earlier, or remove it"
        case .soundTag: "Write the tag again as ID3 v2.3: decoders may play it as sound"
        case .soundStray: "Remove the bytes"
        case .bitmapSize, .shapeAlpha, .matteNotFirst, .matteUnknown, .dashPhase, .strokeScale, .color255, .imageFormat,
            .soundFormat, .fileUnreadable, .keyMissing:
            ""
        }
    }
}

extension Remedy {
    /// The same remedy for another cause.
    func only(_ cause: Message) -> Remedy { Remedy(text, cause) }
}
