import SVGALottie
import SVGAModel
import SVGARender

/// The warnings about the texts and images of a Lottie.
extension LottieFile {
    /// Reports the warnings that are known before drawing.
    func warn(about animation: LottieAnimation, _ common: CommonOptions, _ context: TaskContext) throws(TaskError) {
        try warnAboutTexts(of: animation, common, context)
        for (key, image) in animation.replacementImages.sorted(by: { $0.key < $1.key }) {
            if image.isAnimated { try common.warn(name, .animatedPicture(key: key), in: context) }
            if image.ignoresProfile { try common.warn(name, .colorProfile(key: key), in: context) }
        }
        try warnAboutMissingImages(of: animation, common, context)
    }

    /// Reports the warnings about the file itself, for a task that draws the imported movie. With substitutions, a missing image may be replaced in
    /// the movie, so it stays a note.
    package func warnBeforeImport(
        _ substitution: SubstitutionOptions, _ common: CommonOptions, _ context: TaskContext
    ) throws(TaskError) {
        let animation = try animation(limits: common.limits)
        try warnAboutTexts(of: animation, common, context)
        if substitution.parts.isEmpty { try warnAboutMissingImages(of: animation, common, context) }
    }

    /// The notes of the file.
    /// - Parameter includingImages: whether with those about missing images, which are otherwise warnings.
    func notes(includingImages: Bool) -> [Diagnostic] {
        if includingImages { return composition.notes }
        let missing = Set(composition.missingImages.map(\.note))
        return composition.notes.filter { !missing.contains($0) }
    }

    private func warnAboutTexts(of animation: LottieAnimation, _ common: CommonOptions, _ context: TaskContext) throws(TaskError) {
        for (layer, remarks) in animation.textRemarks {
            for detail in RenderTask.warnings(on: remarks, layer) { try common.warn(name, detail, in: context) }
        }
    }

    private func warnAboutMissingImages(
        of animation: LottieAnimation, _ common: CommonOptions, _ context: TaskContext
    ) throws(TaskError) {
        for image in animation.missingImages {
            try common.warn(name, .imageMissing(key: image.layer, reason: TaskText(image.note.lottieText)), in: context)
        }
    }
}

extension LottieAnimation {
    /// The warnings about the images that could not be decoded when they were drawn.
    var imageWarnings: [TaskWarning.Detail] {
        undecodableImages.map { .imageMissing(key: $0, reason: "the image \"\($0)\" cannot be decoded, so it is not drawn") }
    }
}
