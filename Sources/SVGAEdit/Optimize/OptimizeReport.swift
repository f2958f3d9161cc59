import SVGACheck
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGARender
import SVGASupport

extension OptimizeWork {
    /// Creates the report. If the attempt is not smaller than the input, the result is the input, unless a memory target was set.
    func report(_ attempt: Attempt, _ images: [Int: ImageVersion], _ steps: Set<OptimizeStep>) -> Optimization {
        var result = Optimization(
            bytes: attempt.bytes, bytesBefore: input.count, decodedBytesBefore: decodedBytesBefore,
            decodedBytesAfter: OptimizeWork.decodedBytes(attempt.movie), frames: movie.frameCount)
        result.undone = OptimizeStep.allCases.filter { !steps.contains($0) && ($0 != .sameImages || options.renamesKeys) }
        let isLighter = options.targetDecodedBytes != nil && result.decodedBytesAfter < decodedBytesBefore
        guard attempt.bytes.count < input.count || isLighter else {
            result.bytes = input
            result.decodedBytesAfter = decodedBytesBefore
            let isOther = options.format.map { $0.container != document.container } ?? false
            result.remarks = [
                isOther
                    ? "in the other format it would not be smaller: the output is identical to the input"
                    : "it did not become smaller: the output is identical to the input"
            ]
            result.remarks += cutRounding + OptimizeWork.first(sounds.unchanged)
            return result
        }
        result.lowestSimilarity = attempt.lowestSimilarity
        result.differingFrames = attempt.differences.count { !$0.isIdentical }
        result.removedSprites = attempt.reduction.removedSprites
        result.roundedSprites = roundedSprites
        result.images = changes(attempt, images, steps)
        result.sounds = sounds.changes
        result.remarks = notes(attempt, result.images) + cutRounding
        result.remarks += OptimizeWork.first(sounds.remarks) + OptimizeWork.first(sounds.unchanged)
        return result
    }

    private func changes(_ attempt: Attempt, _ images: [Int: ImageVersion], _ steps: Set<OptimizeStep>) -> [Optimization.ImageChange] {
        let removed = Set(attempt.reduction.removedImages)
        return document.movie.images.enumerated().compactMap { index, image in
            let after = removed.contains(index) ? [] : steps.contains(.images) ? images[index]?.bytes ?? image.bytes : image.bytes
            let payload = payloads[index]
            if after == payload { return nil }
            let (before, size) = (OptimizeWork.size(payload), OptimizeWork.size(after))
            let action = images[index]?.action ?? .rewritten
            let isCropped = payload != image.bytes && action == .rewritten
            return Optimization.ImageChange(
                key: image.key, action: removed.contains(index) ? .removed : isCropped ? .cropped : action,
                bytesBefore: payload.count, bytesAfter: after.count, widthBefore: before.width, heightBefore: before.height,
                widthAfter: size.width, heightAfter: size.height)
        }
    }

    private var cutRounding: [Message] {
        isRoundingCut ? ["frames take too long to try all ways to round numbers; a higher limit of work allows more"] : []
    }

    private func notes(_ attempt: Attempt, _ images: [Optimization.ImageChange]) -> [Message] {
        var notes: [Message] = []
        let left = Set(attempt.movie.sprites.map { ByteKey($0.replacementKey) })
        let gone = Set(movie.sprites.map { ByteKey($0.replacementKey) }).subtracting(left).subtracting([ByteKey("")]).sorted()
        if !gone.isEmpty {
            let more: Message = gone.count > 8 ? " and \(gone.count - 8) more" : ""
            let names = Message.quoted(gone.prefix(8).map { "\($0)" }) + more
            notes.append("invisible keys were removed: \(names); keep keys that the app replaces")
        }
        let cropped = document.movie.images.indices.count { payloads[$0] != document.movie.images[$0].bytes }
        if cropped > 0 { notes.append("images set for the keys of \(cropped) cropped images fill their smaller layouts") }
        let shrunk = images.count { $0.action == .shrunk }
        if shrunk > 0 {
            notes.append(
                "texts set for the keys of \(shrunk) scaled images are now larger; keep keys that the app replaces"
            )
        }
        let used = Set(attempt.movie.audios.compactMap(\.soundIndex))
        let silent = attempt.movie.sounds.indices.filter { !used.contains($0) }.map { "\"\(attempt.movie.sounds[$0].key)\"" }
        if !silent.isEmpty {
            notes.append("no audios entry refers to \(silent.joined(separator: ", ")); kept, because players may use them")
        }
        if options.usesWebP, !options.mayUseWebP { notes.append("no WebP: one of the players does not draw it in all versions") }
        if attempt.bytes.count > input.count { notes.append("the file became larger, because its images take less memory") }
        return notes
    }

    /// The first notes; the others are only counted.
    private static func first(_ notes: [Message]) -> [Message] {
        notes.count > 8 ? notes.prefix(8) + ["and \(notes.count - 8) more sounds"] : notes
    }

    static func size(_ bytes: [UInt8]) -> (width: Int, height: Int) {
        guard case .image(let format) = PayloadKind.sniff(bytes) else { return (0, 0) }
        return ImageDecoder.size(of: ImageEntity(key: "", format: format, bytes: bytes)) ?? (0, 0)
    }

    static func decodedBytes(_ movie: VideoEntity) -> Int {
        movie.images.reduce(0) { sum, image in
            let size = ImageDecoder.size(of: image) ?? (0, 0)
            // A size that overflows cannot be decoded, and is not counted.
            let (pixels, overflow) = size.0.multipliedReportingOverflow(by: size.1)
            return overflow || pixels > Int.max >> 8 ? sum : sum &+ 4 * pixels
        }
    }
}
