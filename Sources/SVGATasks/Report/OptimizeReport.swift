package import SVGAEdit
package import SVGASupport

/// The report of `svga optimize`.
package struct OptimizeReport: ChangeReport, Sendable {
    /// The names on the command line; the output is nil with `--dry-run`.
    package let file: String
    package let output: String?
    package let bytesBefore: Int
    package let bytesAfter: Int
    /// Of all images, at 4 bytes per pixel.
    package let decodedBytesBefore: Int
    package let decodedBytesAfter: Int
    package let frames: Int
    package let differingFrames: Int
    package let lowestSimilarity: Double
    package let images: [Optimization.ImageChange]
    /// The sounds that were encoded again.
    package let sounds: [Optimization.SoundChange]
    package let removedSprites: [String]
    /// The number of sprites with rounded numbers.
    package let roundedSprites: Int
    package let undone: [String]
    package let notes: [Message]
    /// The used fraction of the target; nil without a target.
    package let targetShare: Double?
    /// The reason why nothing was written, for one of several files.
    package let error: String?

    package init(_ result: Optimization, file: String, output: String?) {
        self.file = file
        self.output = output
        bytesBefore = result.bytesBefore
        bytesAfter = result.bytesAfter
        decodedBytesBefore = result.decodedBytesBefore
        decodedBytesAfter = result.decodedBytesAfter
        frames = result.frames
        differingFrames = result.differingFrames
        lowestSimilarity = result.lowestSimilarity
        (images, sounds) = (result.images, result.sounds)
        removedSprites = result.removedSprites
        roundedSprites = result.roundedSprites
        undone = result.undone.map(\.rawValue)
        notes = result.remarks
        targetShare = result.targetShare
        error = nil
    }

    package init(file: String, error: String) {
        (self.file, self.error) = (file, error)
        (output, targetShare) = (nil, nil)
        (bytesBefore, bytesAfter, decodedBytesBefore, decodedBytesAfter) = (0, 0, 0, 0)
        (frames, differingFrames, roundedSprites) = (0, 0, 0)
        lowestSimilarity = 1
        (images, sounds, removedSprites, undone, notes) = ([], [], [], [], [])
    }
}

extension OptimizeReport: JSONRepresentable {
    /// The stable JSON of `--json` for one file: all members are always present; unknown values are null.
    package var json: JSONValue {
        [
            "schema": 1, "file": file, "output": output, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter,
            "decodedBytesBefore": decodedBytesBefore, "decodedBytesAfter": decodedBytesAfter, "frames": frames,
            "differingFrames": differingFrames, "lowestSimilarity": lowestSimilarity, "images": images, "sounds": sounds,
            "removedSprites": removedSprites, "undone": undone, "notes": notes, "roundedSprites": roundedSprites,
            "targetShare": targetShare,
        ]
    }

    /// The stable JSON of `--json` for several files. A failed file has only a name and an error.
    package static func json(of reports: [OptimizeReport]) -> JSONValue {
        let files = reports.map { report -> JSONValue in
            if let error = report.error { return ["file": report.file, "error": error] }
            guard case .object(let members) = report.json else { return .null }
            return .object(members.filter { $0.name != "schema" } + [JSONValue.Member(name: "error", value: .null)])
        }
        let done = reports.filter { $0.error == nil }
        return [
            "schema": 1, "files": files, "bytesBefore": done.reduce(0) { $0 + $1.bytesBefore },
            "bytesAfter": done.reduce(0) { $0 + $1.bytesAfter },
        ]
    }
}

extension Optimization.ImageChange: JSONRepresentable {
    package var json: JSONValue {
        [
            "key": key, "action": action.rawValue, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter, "widthBefore": widthBefore,
            "heightBefore": heightBefore, "widthAfter": widthAfter, "heightAfter": heightAfter,
        ]
    }
}

extension Optimization.SoundChange: JSONRepresentable {
    package var json: JSONValue { ["key": key, "bytesBefore": bytesBefore, "bytesAfter": bytesAfter, "bitrate": bitsPerSecond] }
}
