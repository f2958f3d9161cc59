import SVGACheck
import SVGAModel
import SVGASupport

/// One kind of repair: the findings that it removes, and the change of the movie.
struct RepairStep: Sendable {
    /// The stable name in reports.
    let name: String
    let codes: Set<FindingCode>
    /// Changes the movie and returns what was done; nil if nothing can be changed.
    let apply: @Sendable (inout RepairEditor) throws(SVGAError) -> Message?

    init(
        _ name: String, _ codes: [CheckCode], file: [Diagnostic.Code] = [],
        _ apply: @escaping @Sendable (inout RepairEditor) throws(SVGAError) -> Message?
    ) {
        self.name = name
        self.codes = Set(codes.map { .check($0) } + file.map { .diagnostic($0) })
        self.apply = apply
    }

    /// In the order in which they are tried. Steps that let a player start come first.
    static let all: [RepairStep] = [
        RepairStep("images", [.imageFormat]) { (editor) throws(SVGAError) in try editor.convertPictures() },
        RepairStep("missing-images", [], file: [.imageMissing]) { (editor) throws(SVGAError) in try editor.addMissingPictures() },
        RepairStep("sound-keys", [.imageFormat]) { (editor) throws(SVGAError) in editor.renameSounds() },
        RepairStep("placeholder-image", [.imageFormat]) { (editor) throws(SVGAError) in try editor.addUnusedPicture() },
        RepairStep("sounds", [.soundFormat]) { (editor) throws(SVGAError) in try editor.convertSounds() },
        RepairStep("sound-lengths", [.soundTime]) { (editor) throws(SVGAError) in editor.setSoundLengths() },
        RepairStep("frames", [.framesShort]) { (editor) throws(SVGAError) in editor.addFrames() },
        RepairStep("corner-radius", [.cornerRadius]) { (editor) throws(SVGAError) in editor.clearNegativeRadii() },
        RepairStep("keys", [.keySuffix]) { (editor) throws(SVGAError) in editor.addExactKeys() },
        RepairStep("matte-keys", [.matteUnknown]) { (editor) throws(SVGAError) in editor.clearUnknownMattes() },
        RepairStep("unused-mattes", [.matteUnsupported, .matteNotFirst, .matteUnknown, .keySuffix]) { (editor) throws(SVGAError) in
            editor.removeUnusedMattes()
        },
        RepairStep("matte-order", [.matteNotFirst, .matteUnknown]) { (editor) throws(SVGAError) in editor.moveMattesFirst() },
        RepairStep("matte-groups", [.matteUnknown]) { (editor) throws(SVGAError) in editor.separateMatteGroups() },
        RepairStep("mattes", [.matteUnsupported, .matteNotFirst, .matteUnknown, .keySuffix]) { (editor) throws(SVGAError) in
            try editor.clipByMattes()
        },
        RepairStep("keep", [.keepOfOther]) { (editor) throws(SVGAError) in editor.expandKept() },
        RepairStep("paths", [.pathCommand, .pathAbsoluteLine, .pathRepeats]) { (editor) throws(SVGAError) in editor.normalizePaths() },
        RepairStep("unstyled", [.unstyled]) { (editor) throws(SVGAError) in editor.addEmptyStyles() },
        RepairStep("colors", [.color255]) { (editor) throws(SVGAError) in editor.scaleColors() },
        RepairStep("stroke-widths", [.shapeAlpha, .strokeWidthZero]) { (editor) throws(SVGAError) in editor.removeInvisibleStrokes() },
        RepairStep("miter-limits", [.miterLimitZero]) { (editor) throws(SVGAError) in editor.writeMiterLimits() },
        RepairStep("stroke-scale", [.strokeScale]) { (editor) throws(SVGAError) in editor.applyShapeTransforms() },
        RepairStep("outlines", [.strokeScale, .dashPhase, .miterLimitZero]) { (editor) throws(SVGAError) in try editor.outlineStrokes() },
        RepairStep("clips", [.clipOnShapes]) { (editor) throws(SVGAError) in try editor.addClippedPictures() },
        RepairStep("color-alpha", [.color255, .shapeAlpha, .alphaOverlap]) { (editor) throws(SVGAError) in try editor.moveColorAlpha() },
        RepairStep("layout-offsets", [.layoutOffset]) { (editor) throws(SVGAError) in editor.moveLayoutOffsets() },
        RepairStep("image-sizes", [.bitmapSize]) { (editor) throws(SVGAError) in try editor.fitLayouts() },
        RepairStep("scales", [.scaleZero]) { (editor) throws(SVGAError) in editor.writeSmallScales() },
        RepairStep("hidden-frames", [.alphaUnwritten]) { (editor) throws(SVGAError) in editor.emptyHiddenFrames() },
        RepairStep("low-alphas", [.alphaTooLow]) { (editor) throws(SVGAError) in editor.raiseLowAlphas() },
    ]
}
