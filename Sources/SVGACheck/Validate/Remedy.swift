package import SVGASupport

/// The remedy of a finding, as one sentence without a full stop. Following it removes the finding; a test verifies that.
package struct Remedy: Hashable, Sendable {
    /// The condition, as a clause such as `if it is a sound`; empty for the only or the usual cause.
    package let cause: Message
    package let text: Message

    init(_ text: Message, _ cause: Message = "") { (self.cause, self.text) = (cause, text) }

    static let scaleImage = Remedy("Scale the image to its layout's size")
    static let stretchByTransform = Remedy(
        "Give the layout the image's size, and put the stretch into the transform", "if the image is shown in several sizes")
    static let colorsAlphaIntoSprite = Remedy("Write the colours opaque, and multiply their alpha into the sprite's")
    static let drawShapesAsImage = Remedy("Draw the shapes as an image", "if there are several shapes or alphas")
    static let noWidthWithoutColor = Remedy("Write 0 as the stroke's width", "if the stroke has no colour")
    static let mattesFirst = Remedy("Put the matte sprites before all others")
    static let drawMasks = Remedy("Draw the mask into the images, and leave the matte sprites out")
    static let clearMatteKey = Remedy("Clear the matteKey, or add the matte sprite", "if no matte has that key")
    static let strokeByTransform = Remedy("Put the shape's transform into its path and its stroke")
    static let drawStrokeAsImage = Remedy("Draw the shape as an image", "if a transform turns, slants or stretches it")
    static let colorsToOne = Remedy("Write colours from 0 to 1")
    static let convertImage = Remedy("Convert the image to PNG")
    static let replacePayload = Remedy("Leave the payload out, or replace it by a PNG", "if it is no image that can be decoded")
    static let nameSound = Remedy("Let the sound's key begin with `audio`", "if it is a sound")
    static let nameSoundApart = Remedy("Give the sound a key that no sprite has", "if a sprite has the key of a sound")
    static let addImage = Remedy("Add an image as PNG, which no sprite need show", "if there are sounds and no image")
    static let tagSound = Remedy("Put an ID3 tag before the sound", "if it is an MP3 without one")
    static let convertSound = Remedy("Convert the sound to MP3 with an ID3 tag before it")
    static let noSounds = Remedy("None in the file: the player plays no sounds", "if the player plays none")
    static let exportAgain = Remedy("Export the movie again")
    static let raiseLimit = Remedy("Raise the limit that it goes over", "if it is over a limit")
    static let nameLayer = Remedy("Name the layer in the design file, and export again")
    static let showSprite = Remedy("Make the sprite visible in a frame", "if its sprites are never visible")
    static let dashesAsShapes = Remedy("Draw the dashes as shapes")
    static let noPhase = Remedy("Write 0 as the phase", "if there is a phase and no dash")
}

extension CheckCode {
    /// For each cause, the usual one first.
    var remedies: [Remedy] {
        switch self {
        case .bitmapSize: [.scaleImage, .stretchByTransform]
        case .shapeAlpha: [.colorsAlphaIntoSprite, .drawShapesAsImage, .noWidthWithoutColor]
        case .matteNotFirst: [.mattesFirst, .drawMasks.only("if there are sprites without that matte")]
        case .matteUnknown: [.drawMasks, .mattesFirst.only("if the matte stands after its sprite"), .clearMatteKey]
        case .keySuffix: [Remedy(usualRemedy), .drawMasks.only("if it is a matte")]
        case .dashPhase: [.dashesAsShapes, .noPhase]
        case .strokeScale: [.strokeByTransform, .drawStrokeAsImage]
        case .color255:
            [.colorsToOne, .colorsAlphaIntoSprite.only("if they are not opaque"), .drawShapesAsImage]
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
        case .layoutOffset: "Put the offset into the transform"
        case .alphaTooLow: "Use an alpha of at least 0.05, or hide the sprite"
        case .alphaOverlap: "Draw the parts as one image, or keep them from overlapping"
        case .scaleZero: "Write a tiny number, such as 0.0001, instead of 0"
        case .framesShort: "Add empty frames up to the movie's last"
        case .keySuffix: "Give the image and its sprites one key, without a suffix or an extension"
        case .rounding: "None needed, unless what is seen matters; draw it larger, or at whole pixels"
        case .alphaUnwritten: "Give what is hidden a layout of no size and no shapes"
        case .matteUnsupported: Remedy.drawMasks.text
        case .pathCommand:
            "Write the path with M, L, C and Z alone, a letter before each set of numbers, single spaces between, and Z twice at its end"
        case .pathAbsoluteLine: "Write L instead of H and V"
        case .pathRepeats: "Write the command before each set of arguments"
        case .clipOnShapes: "Draw what the clip path leaves of the shapes as an image"
        case .keepOfOther: "Write the shapes again in place of KEEP"
        case .cornerRadius: "Write 0 as the corner radius"
        case .miterLimitZero: "Write the miter limit, such as 10"
        case .strokeWidthZero: "Leave the stroke's colour out"
        case .unstyled: "Write styles, or leave the shape out"
        case .playersUnchecked: "Check fewer players at a time, or raise the limit `work`"
        case .fileTooLarge: "Drop or shrink images and sounds"
        case .memoryTooLarge: "Shrink the images: width × height × 4 bytes count"
        case .canvasTooLarge: "Export the movie with a smaller canvas"
        case .tooLong: "Shorten the movie"
        case .tooFast: "Export the movie with fewer frames a second"
        case .imageUnused: "Drop the image: `svga optimize` does"
        case .imageOversized: "Shrink the image to at most 2 pixels a point"
        case .keyEmpty: "Give it a key: some players leave out what has none"
        case .layoutEmpty: "Write the layout's size, or an alpha of 0"
        case .soundBroken: "Export the sound again: one player waits for it for ever"
        case .soundTruncated: "Export the sound again"
        case .soundTime: "Write the length in milliseconds: Android needs it to start within a sound"
        case .soundOutside: "Start the sound earlier, or drop it"
        case .soundTag: "Write the tag again, as ID3 v2.3: decoders may take it for sound"
        case .soundStray: "Drop the bytes"
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
