import SVGAExport
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

extension PresetRules {
    /// Whether the size in pixels is fixed, so that the search for a file size must not change it.
    var hasFixedSize: Bool {
        switch size {
        case .exactly, .longerSide: true
        case .atMost, .canvas: false
        }
    }

    /// The task with the options of the preset where it has none of its own.
    /// - Parameters:
    ///   - format: the output's format, which may differ from the preset's.
    ///   - canvas: in points.
    func applied(to task: RenderTask, _ format: OutputFormat, canvas: (width: Int, height: Int)) -> RenderTask {
        var task = task
        if task.size == nil, task.scale == nil { task.size = pixelSize(canvas, task.picture.crop) }
        let options = format.options
        if options.contains(.quality) { task.encoding.quality = task.encoding.quality ?? quality.flatMap { Quality(argument: "\($0)") } }
        if options.contains(.targetSize) {
            task.encoding.targetSize = task.encoding.targetSize ?? maximumBytes.flatMap { ByteSize(argument: "\($0)") }
        }
        if !hasSound, options.contains(.audio) { task.encoding.audio = task.encoding.audio ?? .drop }
        return task
    }

    /// nil: one pixel per point.
    private func pixelSize(_ canvas: (width: Int, height: Int), _ crop: CropArgument?) -> PixelSize? {
        let (width, height) = (crop?.rect.width ?? Double(canvas.width), crop?.rect.height ?? Double(canvas.height))
        func longest(_ side: Int) -> PixelSize? { PixelSize(argument: width >= height ? "\(side)x0" : "0x\(side)") }
        switch size {
        case .exactly(let width, let height): return PixelSize(argument: "\(width)x\(height)")
        case .longerSide(let side): return longest(side)
        case .atMost(let side): return max(width, height) > Double(side) ? longest(side) : nil
        case .canvas: return nil
        }
    }

    /// The frames that play within the maximum time. Frames that the task names itself are kept.
    func playable(_ frames: [Int], _ task: RenderTask, _ ownRate: FrameRate) -> [Int] {
        guard let maximumSeconds, task.frame == nil, task.frames == nil else { return frames }
        let allowed = Int(saturating: (maximumSeconds * ownRate.framesPerSecond * (task.timing.speed?.factor ?? 1) + 1e-6).rounded(.down))
        // Forward and backward: n frames are shown 2n − 2 times.
        return Array(frames.prefix(max(1, task.timing.bounces ? allowed / 2 + 1 : allowed)))
    }

    /// The frame rate that the limits require; nil: the rate is low enough, or the task names it.
    /// - Parameter timing: with its frames.
    func frameRate(_ timing: ExportTiming, _ ownRate: FrameRate) -> FrameRate? {
        guard timing.frameRate == nil, timing.every == 1, let shown = timing.shownRate(ownRate) else { return nil }
        var highest = maximumFrameRate.map(Double.init) ?? .infinity
        if let maximumFrames, let count = timing.frames?.count, count > 0 {
            let rate = Double(maximumFrames) * ownRate.framesPerSecond * timing.speed / Double(count)
            highest = min(highest, rate < 1 ? rate : rate.rounded(.down))
        }
        return shown.framesPerSecond > highest ? FrameRate(highest) : nil
    }

    /// The limits that an output exceeds, because other options override the preset.
    func violations(of outcome: RenderJob.Outcome) -> [TaskText] {
        let (result, width, height) = (outcome.result, outcome.widthPixels, outcome.heightPixels)
        var violations: [TaskText] = []
        func require(_ isMet: Bool, _ limit: TaskText, _ actual: TaskText) {
            if !isMet { violations.append("the preset \(preset.rawValue) allows \(limit), and the output has \(actual)") }
        }
        let pixels: TaskText = "\(width)×\(height) px"
        switch size {
        case .exactly(let wide, let high): require(width == wide && height == high, "\(wide)×\(high) px", pixels)
        case .longerSide(let side): require(max(width, height) == side, "a longer side of \(side) px", pixels)
        case .atMost(let side): require(max(width, height) <= side, "sides up to \(side) px", pixels)
        case .canvas: break
        }
        if let maximumFrameRate {
            let rate = result.frameRate.framesPerSecond
            require(rate <= Double(maximumFrameRate) + 1e-6, "\(maximumFrameRate) fps", "\(Units.decimal(rate, places: 2)) fps")
        }
        if let maximumSeconds {
            let seconds = result.durationSeconds
            require(seconds <= maximumSeconds + 0.005, "\(Units.seconds(maximumSeconds))", "\(Units.seconds(seconds))")
        }
        if let maximumFrames {
            require(
                result.frames <= maximumFrames, "\(Units.count(maximumFrames, "frame"))", "\(Units.count(result.frames, "frame"))")
        }
        if let maximumBytes {
            require(result.byteCount <= maximumBytes, "\(Units.bytes(maximumBytes))", "\(Units.bytes(result.byteCount))")
        }
        return violations
    }
}

extension RenderTask {
    /// The format that an option names; nil: the extension of the output names it.
    package var namedFormat: OutputFormat? { format ?? preset?.rules.format }

    /// The quality that an option or the preset names.
    package var requestedQuality: Int? { encoding.quality?.value ?? preset?.rules.quality }

    /// Throws if the name of an output names another format than the preset's.
    func checkName(_ output: FileName) throws(TaskError) {
        guard let preset, format == nil, let ending = FilePath(output.path).ending?.lowercased(),
            let named = OutputFormat(extension: ending), named != preset.rules.format
        else { return }
        let own = preset.rules.format
        // An animated PNG may have the extension of a PNG.
        if own == .apng, named == .png { return }
        let name = "\(output.path.dropLast(ending.utf8.count))\(own.fileExtension)"
        throw .request(
            file: output.path, message: "the preset \(preset.rawValue) writes \(own.rawValue), not \(named.rawValue)",
            advice: "use \(option: "o", name), or add \(option: "format", "\(named.rawValue)")")
    }

    /// The error of an output that cannot have the preset's size: says what was reached.
    func naming(_ error: TaskError) -> TaskError {
        guard let preset, encoding.targetSize == nil, let maximumBytes = preset.rules.maximumBytes,
            case .export(let output, let reason) = error, case .doesNotFit? = reason.detail
        else { return error }
        return .conversion(
            file: output, message: "the preset \(preset.rawValue) allows \(Units.bytes(maximumBytes)): \(TaskText(reason.message))",
            advice: "shorten it with \(option: "frames", "LIST"), or allow more with \(option: "target-size", "SIZE")")
    }
}
