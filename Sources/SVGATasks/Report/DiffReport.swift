package import SVGACheck
import SVGAModel
import SVGAPixels
package import SVGASupport

/// The report of `svga diff`.
package struct DiffReport: Sendable {
    /// The names on the command line.
    package let before: String
    package let after: String
    /// Whether the movies have the same content. Container and version are ignored.
    package var isSame: Bool { difference.isEmpty && (pixels?.framesDiffering ?? 0) == 0 }
    package let difference: MovieDifference
    /// nil unless pixels were compared.
    package var pixels: Pixels?

    package init(before: String, after: String, _ difference: MovieDifference) {
        self.before = before
        self.after = after
        self.difference = difference
    }

    /// The comparison of rendered frames.
    package struct Pixels: Sendable {
        /// The number of frames that both movies have.
        package let framesCompared: Int
        package let framesDiffering: Int
        /// The first and last frame of each run of frames that differ.
        package let frames: [[Int]]
        /// The size of the compared area in pixels, from the top left. If the sizes differ, it is the intersection.
        package let width: Int
        package let height: Int
        package let isPart: Bool
        /// The frames that differ most, lowest SSIM first; at most ``maximumWorstFrames``.
        package let worstFrames: [Frame]
        /// The file with the image of the worst frame; nil if none was written.
        package var picture: String?

        private static let maximumWorstFrames = 24

        /// The frame with the lowest SSIM; nil if no frame differs.
        package var worst: Frame? { worstFrames.first }

        package init(_ comparison: FrameComparison, _ differences: [FrameComparison.Difference], isPart: Bool) {
            let differing = differences.filter { !$0.isIdentical }
            let ranked = differing.sorted {
                ($0.similarity, -$0.meanSquaredError, $0.frame) < ($1.similarity, -$1.meanSquaredError, $1.frame)
            }
            framesCompared = differences.count
            framesDiffering = differing.count
            frames = differing.reduce(into: []) { runs, difference in
                if let last = runs.indices.last, runs[last][1] == difference.frame - 1 {
                    runs[last][1] = difference.frame
                } else {
                    runs.append([difference.frame, difference.frame])
                }
            }
            width = comparison.widthPixels
            height = comparison.heightPixels
            self.isPart = isPart
            worstFrames = ranked.prefix(Pixels.maximumWorstFrames).map(Frame.init)
        }
    }

    package struct Frame: Sendable {
        package let frame: Int
        package let differingPixels: Int
        /// The maximum over all premultiplied channels, 1 to 255.
        package let largestDifference: Int
        package let ssim: Double
        /// In decibels.
        package let psnr: Double
        /// The bounding box of all different pixels: x, y, width, height.
        package let box: [Int]

        package init(_ difference: FrameComparison.Difference) {
            frame = difference.frame
            differingPixels = difference.differingPixels
            largestDifference = difference.largestDifference
            ssim = difference.similarity
            psnr = difference.peakSignalToNoise
            box = difference.box.map { [$0.x, $0.y, $0.width, $0.height] } ?? []
        }
    }
}

// MARK: - JSON

extension DiffReport: JSONRepresentable {
    /// The stable JSON of `--json`: members keep their meaning and are always present; unknown and unrequested values are null.
    package var json: JSONValue {
        [
            "schema": 1, "before": before, "after": after, "isSame": isSame, "summaries": difference.summaries.map(\.json),
            "facts": difference.facts.map(\.json),
            "images": difference.images.map(\.json), "sprites": difference.sprites.map(\.json), "sounds": difference.sounds.map(\.json),
            "audios": difference.audios.map(\.json), "pixels": pixels,
        ]
    }
}

extension DiffReport.Pixels: JSONRepresentable {
    package var json: JSONValue {
        [
            "framesCompared": framesCompared, "framesDiffering": framesDiffering, "frames": frames, "width": width, "height": height,
            "isPart": isPart, "worst": worst, "worstFrames": worstFrames, "picture": picture,
        ]
    }
}

extension DiffReport.Frame: JSONRepresentable {
    package var json: JSONValue {
        [
            "frame": frame, "differingPixels": differingPixels, "largestDifference": largestDifference, "ssim": ssim, "psnr": psnr,
            "box": box,
        ]
    }
}

extension DifferenceSummary {
    /// `scale`, `moveX`, `moveY` and `alpha` are null unless something was altered; `frames` is null unless frames of the movie were cut or added.
    fileprivate var json: JSONValue {
        [
            "subject": subject.rawValue, "count": count, "total": total, "scale": alteration?.scale, "moveX": alteration?.x,
            "moveY": alteration?.y, "alpha": alteration?.alpha, "frames": frames.map { [$0.lowerBound, $0.upperBound] }, "text": text,
        ]
    }
}

extension MovieDifference.Fact {
    fileprivate var json: JSONValue { ["name": name.rawValue, "before": before, "after": after] }
}

extension ImageChange {
    /// For a changed image, `pixels` is `same`, `different` or `unknown`, else null.
    fileprivate var json: JSONValue {
        ["kind": kind.rawValue, "before": before?.json, "after": after?.json, "pixels": pixels?.rawValue]
    }
}

extension ImageChange.Side {
    fileprivate var json: JSONValue {
        ["key": key, "format": format.name, "bytes": byteCount, "width": widthPixels, "height": heightPixels]
    }
}

extension SpriteChange {
    /// `frames` contains the first and last frame of each run; `largest` is null for paths and shapes.
    fileprivate var json: JSONValue {
        let frames = frames.map { change -> JSONValue in
            ["aspect": change.aspect.rawValue, "frames": change.frames.map { [$0.lowerBound, $0.upperBound] }, "largest": change.largest]
        }
        return ["kind": kind.rawValue, "before": before?.json, "after": after?.json, "frames": frames]
    }
}

extension SpriteChange.Side {
    fileprivate var json: JSONValue { ["index": index, "imageKey": imageKey, "matteKey": matteKey, "frames": frames] }
}

extension SoundChange {
    fileprivate var json: JSONValue { ["kind": kind.rawValue, "key": key, "before": before?.json, "after": after?.json] }
}

extension SoundChange.Side {
    fileprivate var json: JSONValue { ["format": format.rawValue, "bytes": byteCount] }
}

extension AudioChange {
    fileprivate var json: JSONValue { ["kind": kind.rawValue, "key": key, "before": before?.json, "after": after?.json] }
}

extension AudioChange.Side {
    fileprivate var json: JSONValue {
        ["startFrame": startFrame, "endFrame": endFrame, "startTime": startTime, "totalTime": totalTime]
    }
}
