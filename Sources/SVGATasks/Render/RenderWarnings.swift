import SVGAExport
import SVGAFormat
import SVGAModel
package import SVGARender
import SVGASupport

/// The warnings about an output: how it differs from the movie and from the request.
extension RenderTask {
    /// A text is reported as shrunk below this scale, and an image as enlarged above this factor.
    private static let (minimumScale, maximumFactor) = (0.99, 2.0)
    /// An output is reported above this multiple of the input and above this size.
    private static let (maximumMultiple, minimumLargeBytes) = (10, 256_000)
    /// Below this share, translucent pixels are only thin edges of shapes.
    private static let minimumLostShare = 0.05

    // MARK: Before drawing

    /// Reports the warnings about a movie before it is drawn.
    func warn(about scene: SVGAScene, _ file: InputFile, _ job: RenderJob, _ context: TaskContext) throws(TaskError) {
        try warnAboutContent(of: scene, file, context)
        let timing = job.timing
        let timeline = try? timing.timeline(frameCount: scene.frameCount, frameRate: scene.frameRate, repetition: .stored(maximum: .max))
        let frames = timeline?.frames ?? timing.frames ?? Array(0..<scene.frameCount)
        try common.warnAboutKeys(of: scene, file.name, in: frames, context)
        try warnAboutSound(of: file, job, frames, context)
    }

    /// Reports the warnings about texts and images, which hold for all frames.
    func warnAboutContent(of scene: SVGAScene, _ file: InputFile, _ context: TaskContext) throws(TaskError) {
        for (key, remarks) in scene.contentRemarks {
            for detail in RenderTask.warnings(on: remarks, key) { try common.warn(file.name, detail, in: context) }
        }
    }

    /// The warnings about a text or an image of a key.
    static func warnings(on remarks: ContentRemarks, _ key: String) -> [TaskWarning.Detail] {
        var details = warnings(on: remarks.text, key)
        if remarks.enlargement > maximumFactor {
            details.append(.pictureEnlarged(key: key, factor: remarks.enlargement, width: remarks.width, height: remarks.height))
        }
        if remarks.isAnimated { details.append(.animatedPicture(key: key)) }
        if remarks.ignoresProfile { details.append(.colorProfile(key: key)) }
        return details
    }

    static func warnings(on text: TextRemarks, _ key: String) -> [TaskWarning.Detail] {
        var details: [TaskWarning.Detail] = []
        if !text.missing.isEmpty { details.append(.missingGlyphs(key: key, text.missing)) }
        if let font = text.substitution { details.append(.fontSubstituted(key: key, requested: font.requested, used: font.used)) }
        // A text is cut only at its smallest size.
        if text.isCut {
            details.append(.textCut(key: key))
        } else if text.scale < minimumScale {
            details.append(.textShrunk(key: key, scale: text.scale))
        }
        return details
    }

    /// Reports the sounds of these frames that cannot be decoded completely.
    func warnAboutDamage(of file: InputFile, in frames: [Int], _ context: TaskContext) throws(TaskError) {
        guard encoding.audio ?? .keep == .keep else { return }
        for index in file.movie.heardSounds(in: frames) where file.movie.sounds[index].format == .mp3 {
            let sound = file.movie.sounds[index]
            let stream = MPEGStream(sound.bytes)
            let lost = max(stream.damagedFrames, stream.missingFrames)
            guard lost > 0, stream.frames > 0 else { continue }
            try common.warn(file.name, .soundDamaged(key: sound.key, lost: lost, frameCount: stream.frames + lost), in: context)
        }
    }

    /// Still images have no sound in any format.
    private func warnAboutSound(of file: InputFile, _ job: RenderJob, _ frames: [Int], _ context: TaskContext) throws(TaskError) {
        if job.sound != nil { try warnAboutDamage(of: file, in: frames, context) }
        guard job.sound == nil, encoding.audio != .drop, frames.count > 1, job.output.format.isAnimation, file.movie.hasSound(in: frames)
        else { return }
        try common.warn(file.name, .soundLeftOut(job.output.format), in: context)
    }

    // MARK: After encoding

    /// The warnings about an encoded output.
    /// - Parameter inputBytes: the size of the input.
    func warnings(about result: ExportResult, _ format: OutputFormat, inputBytes: Int) -> [TaskWarning.Detail] {
        var details: [TaskWarning.Detail] = []
        let limit = max(RenderTask.minimumLargeBytes, inputBytes.multipliedReportingOverflow(by: RenderTask.maximumMultiple).partialValue)
        // The user has chosen the size, or a format whose size does not depend on the content.
        let isChosen = encoding.targetSize != nil || encoding.bakesFrames
        if format.isAnimation, format != .y4m, !isChosen, result.byteCount > limit {
            details.append(
                .largeOutput(format, bytes: result.byteCount, inputBytes: inputBytes, hasQuality: encoding.quality != nil))
        }
        if result.lostAlphaShare > RenderTask.minimumLostShare { details.append(.alphaLost(share: result.lostAlphaShare)) }
        return details
    }
}

extension VideoEntity {
    /// Whether a sound is heard in one of these frames.
    fileprivate func hasSound(in frames: [Int]) -> Bool { !heardSounds(in: frames).isEmpty }

    /// The indices of the sounds that are heard in some of these frames, ascending.
    fileprivate func heardSounds(in frames: [Int]) -> [Int] {
        let heard = audios.compactMap { audio -> Int? in
            let isHeard = frames.contains { $0 >= audio.startFrame && $0 < min(audio.endFrame, frameCount) }
            return isHeard ? audio.soundIndex.flatMap { sounds.indices.contains($0) ? $0 : nil } : nil
        }
        return Set(heard).sorted()
    }
}

extension CommonOptions {
    /// Reports a warning. Throws it with ``isStrict``, unless its code is allowed.
    package func warn(_ file: String, _ detail: TaskWarning.Detail, in context: TaskContext) throws(TaskError) {
        let warning = TaskWarning(file: file, detail)
        if refuses(warning.code) { throw .warning(warning) }
        context.note(TaskNote(warning))
    }

    /// Reports the keys with images, texts or hidden sprites that none of these frames shows.
    package func warnAboutKeys(of scene: SVGAScene, _ file: String, in frames: [Int], _ context: TaskContext) throws(TaskError) {
        for unshown in scene.unshownKeys(in: frames) {
            try warn(file, .keyNotShown(key: unshown.key, frames: unshown.frames), in: context)
        }
    }

    /// Reports the warnings about texts and keys, for tasks that write no image.
    package func warnAboutTexts(of scene: SVGAScene, _ file: String, in frames: [Int], _ context: TaskContext) throws(TaskError) {
        for (key, remarks) in scene.contentRemarks {
            for detail in RenderTask.warnings(on: remarks.text, key) { try warn(file, detail, in: context) }
        }
        try warnAboutKeys(of: scene, file, in: frames, context)
    }

    /// Whether a warning with this code is an error.
    package func refuses(_ code: WarningCode) -> Bool { isStrict && !allowedWarnings.contains(code) }
}
