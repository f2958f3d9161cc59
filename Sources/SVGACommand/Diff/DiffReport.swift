import SVGACheck
import SVGAModel
import SVGAPixels
import SVGASupport

/// What `svga diff` says.
struct DiffReport: Sendable {
    /// As they were written on the command line.
    let before: String
    let after: String
    /// Whether the movies mean the same. The container and the version do not count.
    var isSame: Bool { difference.isEmpty && (pixels?.framesDiffering ?? 0) == 0 }
    let difference: MovieDifference
    /// nil unless pixels were compared.
    var pixels: Pixels?

    init(before: String, after: String, _ difference: MovieDifference) {
        self.before = before
        self.after = after
        self.difference = difference
    }

    /// The result of rendering both movies.
    struct Pixels: Sendable {
        /// How many frames both movies have.
        let framesCompared: Int
        let framesDiffering: Int
        /// The first and last frame of each run of frames that differ.
        let frames: [[Int]]
        /// The size of what is compared of each frame, in pixels from the top left. If the sizes differ, it is the part that both have.
        let width: Int
        let height: Int
        let isPart: Bool
        /// The frames that differ most, that with the lowest SSIM first; at most ``mostWorstFrames``.
        let worstFrames: [Frame]
        /// The file with the picture of the worst frame; nil where none was written.
        var picture: String?

        private static let mostWorstFrames = 24

        /// The frame with the lowest SSIM; nil where none differs.
        var worst: Frame? { worstFrames.first }

        init(_ comparison: FrameComparison, _ differences: [FrameComparison.Difference], isPart: Bool) {
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
            worstFrames = ranked.prefix(Pixels.mostWorstFrames).map(Frame.init)
        }
    }

    struct Frame: Sendable {
        let frame: Int
        let differingPixels: Int
        /// Of any premultiplied channel, 1 to 255.
        let largestDifference: Int
        let ssim: Double
        /// In decibels.
        let psnr: Double
        /// Around all pixels that differ: x, y, width, height.
        let box: [Int]

        init(_ difference: FrameComparison.Difference) {
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
    /// The contract of `--json`: the names never change their meaning, every name is always there, and what is not known, or was not
    /// asked for, is null.
    var json: JSONValue {
        [
            "schema": 1, "before": before, "after": after, "isSame": isSame, "summaries": difference.summaries.map(\.json),
            "facts": difference.facts.map(\.json),
            "images": difference.images.map(\.json), "sprites": difference.sprites.map(\.json), "sounds": difference.sounds.map(\.json),
            "audios": difference.audios.map(\.json), "pixels": pixels,
        ]
    }
}

extension DiffReport.Pixels: JSONRepresentable {
    var json: JSONValue {
        [
            "framesCompared": framesCompared, "framesDiffering": framesDiffering, "frames": frames, "width": width, "height": height,
            "isPart": isPart, "worst": worst, "worstFrames": worstFrames, "picture": picture,
        ]
    }
}

extension DiffReport.Frame: JSONRepresentable {
    var json: JSONValue {
        [
            "frame": frame, "differingPixels": differingPixels, "largestDifference": largestDifference, "ssim": ssim, "psnr": psnr,
            "box": box,
        ]
    }
}

extension DifferenceSummary {
    /// `scale` to `alpha` are null unless something was altered, `frames` unless frames of the whole movie were cut or added.
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
    /// `pixels` is `same`, `different` or `unknown` for a changed image, else null.
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
    /// `frames` holds the first and last frame of each run; `largest` is null for paths and shapes.
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

// MARK: - Text

/// The report as text: what was added (+), removed (-), changed (~) and moved (>).
struct DiffText {
    /// How many lines each part has at most on a terminal, unless `-v` is given.
    private static let mostLines = 20

    private let report: DiffReport
    private let isVerbose: Bool
    private let screen: TextStream

    init(_ report: DiffReport, isVerbose: Bool, screen: TextStream) {
        self.report = report
        self.isVerbose = isVerbose
        self.screen = screen
    }

    var text: String {
        let difference = report.difference
        var lines = [screen.styled("\(report.before) → \(report.after)".printable, .bold)]
        lines += section("Summary", difference.summaries.map { ("~", $0.text) })
        lines += section("Movie", difference.facts.map { ("~", fact($0)) })
        let images = unsummarized(difference.images, difference.summarizedImages)
        lines += section("Images", images.map { (mark($0.kind), $0.text) })
        let sprites = unsummarized(difference.sprites, difference.summarizedSprites)
        lines += section("Sprites", sprites.map { (mark($0.kind), $0.text) })
        lines += section("Sounds", difference.sounds.map { (mark($0.kind), $0.text) })
        lines += section("Audio", difference.audios.map { (mark($0.kind), $0.text) })
        if difference.isEmpty { lines.append("  no difference in meaning") }
        if let pixels = report.pixels { lines += self.pixels(pixels) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// What no summary tells; with `-v` all.
    private func unsummarized<Change>(_ changes: [Change], _ told: Set<Int>) -> [Change] {
        isVerbose ? changes : changes.enumerated().filter { !told.contains($0.offset) }.map(\.element)
    }

    private func section(_ title: String, _ items: [(mark: String, text: String)]) -> [String] {
        if items.isEmpty { return [] }
        let isCut = !isVerbose && screen.isTerminal && items.count > DiffText.mostLines
        let shown = isCut ? items.prefix(DiffText.mostLines - 1) : items[...]
        var lines = ["  " + screen.styled(title, .cyan)]
        for item in shown {
            let line = "    \(item.mark) \(item.text)".printable
            switch item.mark {
            case "+": lines.append(screen.styled(line, .cyan))
            case "-": lines.append(screen.styled(line, .red))
            default: lines.append(line)
            }
        }
        if isCut { lines.append(screen.styled("    … and \(items.count - shown.count) more (-v)", .dim)) }
        return lines
    }

    private func mark(_ kind: MovieDifference.Kind) -> String {
        switch kind {
        case .added: "+"
        case .removed: "-"
        case .changed, .renamed: "~"
        case .moved: ">"
        }
    }

    // MARK: Items

    private func fact(_ fact: MovieDifference.Fact) -> String {
        let note = fact.isMeaningful ? "" : " (no difference in meaning)"
        return fact.text + note
    }

    private func pixels(_ pixels: DiffReport.Pixels) -> [String] {
        var lines = ["  " + screen.styled("Pixels", .cyan)]
        let part = pixels.isPart ? " (only the \(pixels.width) × \(pixels.height) pixels that both have)" : ""
        guard let worst = pixels.worst else {
            return lines + ["      all \(Units.count(pixels.framesCompared, "frame")) compared are the same\(part)"]
        }
        lines.append(
            "    ~ \(pixels.framesDiffering) of \(Units.count(pixels.framesCompared, "frame")) differ\(part): \(pixels.frames.map { $0[0]...$0[1] }.framesText)"
        )
        let ssim = "SSIM \(Units.decimal(worst.ssim, places: 5)), PSNR \(Units.decimal(worst.psnr, places: 2)) dB"
        lines.append(
            "      worst is frame \(worst.frame): \(Units.count(worst.differingPixels, "pixel")) by up to \(worst.largestDifference) of 255, \(ssim)"
        )
        if let picture = pixels.picture { lines.append("      picture of it: \(picture)".printable) }
        return lines
    }
}
