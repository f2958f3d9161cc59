import SVGAEmulation
package import SVGAFormat
package import SVGAModel
package import SVGASupport

/// The limits of a release: a movie passes if it keeps all of them. nil: no limit.
package struct Budget: Hashable, Sendable {
    package var bytes: Int?
    /// The memory of all decoded images, at 4 bytes per pixel.
    package var decodedImageBytes: Int?
    /// Per frame; see ``FrameCosts``.
    package var drawCalls: Int?
    /// Per frame, as a multiple of the canvas; see ``FrameCosts``.
    package var overdraw: Double?
    /// Visible sprites per frame; see ``FrameCosts``.
    package var visibleSprites: Int?
    /// Of the canvas, in points.
    package var width: Double?
    package var height: Double?
    package var frames: Int?
    package var fps: Double?
    package var durationSeconds: Double?
    package var sprites: Int?
    package var images: Int?
    package var sounds: Int?
    /// Keys that a visible sprite must have.
    package var requiredKeys: [String] = []
    /// Players for which the movie must have no errors.
    package var players: [PublicPlayer] = []

    package init() {}
}

/// The verdict on one limit of a ``Budget``.
package struct BudgetLine: Hashable, Sendable {
    package enum Limit: String, Hashable, Sendable, CaseIterable {
        case bytes, decodedImageBytes, drawCalls, overdraw, visibleSprites, width, height, frames, fps, durationSeconds, sprites, images,
            sounds
        case requiredKeys, players
    }

    package let limit: Limit
    /// The key or the player; nil for limits with a number.
    package var subject: String?
    /// nil for keys.
    package var allowed: Double?
    /// The movie's value; for a player, the number of errors; nil for keys.
    package var value: Double?
    /// The first frame with the highest value; nil for limits that do not concern frames.
    package var frame: Int?
    package let isWithin: Bool
    /// The reason for a missing key or a player's error; else empty.
    package var reason: Message = ""
}

extension Budget {
    /// One line for each limit, in the order of ``BudgetLine/Limit``.
    /// - Parameters:
    ///   - bytes: the file.
    ///   - options: the options and limits of reading.
    package func lines(_ bytes: [UInt8], read options: ReadOptions) throws(SVGAError) -> [BudgetLine] {
        var bounds = FileBounds()
        bounds.budget = self
        if !players.isEmpty { return try Validation(bytes, read: options, bounds: bounds).budgetLines }
        let movie = try VideoEntity(bytes: bytes, options: options)
        return lines(movie, byteCount: bytes.count, movie.decodedImageBytes, findings: [])
    }

    /// - Parameter findings: those of the ``players``; others do not count.
    func lines(_ movie: VideoEntity, byteCount: Int, _ imageBytes: Int, findings: [Finding]) -> [BudgetLine] {
        var lines: [BudgetLine] = []
        func add(_ limit: BudgetLine.Limit, _ allowed: Double?, _ value: Double, frame: Int? = nil) {
            guard let allowed else { return }
            lines.append(BudgetLine(limit: limit, allowed: allowed, value: value, frame: frame, isWithin: value <= allowed))
        }
        add(.bytes, self.bytes.map(Double.init), Double(byteCount))
        add(.decodedImageBytes, self.decodedImageBytes.map(Double.init), Double(imageBytes))
        if drawCalls != nil || overdraw != nil || visibleSprites != nil {
            let costs = FrameCosts(movie)
            let (calls, areas, live) = (costs.maximum(\.drawCalls), costs.maximum(\.overdraw), costs.maximum(\.sprites))
            add(.drawCalls, drawCalls.map(Double.init), Double(calls?.value ?? 0), frame: calls?.frame)
            add(.overdraw, overdraw, areas?.value ?? 0, frame: areas?.frame)
            add(.visibleSprites, visibleSprites.map(Double.init), Double(live?.value ?? 0), frame: live?.frame)
        }
        add(.width, width, movie.viewBox.width)
        add(.height, height, movie.viewBox.height)
        add(.frames, frames.map(Double.init), Double(movie.frameCount))
        add(.fps, fps, Double(movie.fps))
        add(.durationSeconds, durationSeconds, movie.durationSeconds)
        add(.sprites, sprites.map(Double.init), Double(movie.sprites.count))
        add(.images, images.map(Double.init), Double(movie.images.count))
        add(.sounds, sounds.map(Double.init), Double(movie.sounds.count))
        for key in requiredKeys {
            let absence = FileBounds.absence(of: key, in: movie)
            lines.append(
                BudgetLine(limit: .requiredKeys, subject: key, isWithin: absence == nil, reason: absence?.reason ?? ""))
        }
        return lines + players.map { Budget.line($0, findings) }
    }

    private static func line(_ player: PublicPlayer, _ findings: [Finding]) -> BudgetLine {
        let errors = findings.filter { $0.severity == .error && $0.players.contains(player) }
        let unchecked = findings.first { $0.code == .check(.playersUnchecked) && $0.players.contains(player) }
        let first = errors.first ?? unchecked
        return BudgetLine(
            limit: .players, subject: player.name, allowed: 0, value: Double(errors.count), frame: first?.frames.first?.lowerBound,
            isWithin: first == nil, reason: first.map { "\($0.identifier): \($0.message)" } ?? "")
    }
}

extension BudgetLine.Limit {
    /// The name for people.
    package var title: Message {
        switch self {
        case .bytes: "file size"
        case .decodedImageBytes: "memory of decoded images"
        case .drawCalls: "draw calls per frame"
        case .overdraw: "overdraw per frame"
        case .visibleSprites: "visible sprites per frame"
        case .width: "canvas width"
        case .height: "canvas height"
        case .frames: "frame count"
        case .fps: "frames per second"
        case .durationSeconds: "duration"
        case .sprites: "number of sprites"
        case .images: "number of images"
        case .sounds: "number of sounds"
        case .requiredKeys: "required key"
        case .players: "errors in player"
        }
    }
}

extension BudgetLine {
    /// The movie's value with its unit; nil for keys.
    package var valueText: Message? { value.map(text) }
    /// The limit's value with its unit; nil for keys.
    package var allowedText: Message? { allowed.map(text) }

    private func text(_ number: Double) -> Message {
        switch limit {
        case .bytes, .decodedImageBytes: Units.bytes(Int(saturating: number))
        case .overdraw: "\(Units.decimal(number, places: 2))×"
        case .durationSeconds: "\(Units.decimal(number, places: 3)) s"
        case .width, .height: "\(Units.decimal(number, places: 2)) pt"
        default: "\(Units.decimal(number, places: 2))"
        }
    }

    /// Such as `draw calls per frame: 75, and at most 60 are allowed`.
    package var message: Message {
        if let subject { return isWithin ? "\(limit.title) \(subject.quoted)" : "\(limit.title) \(subject.quoted): \(reason)" }
        return "\(limit.title): \(valueText ?? ""), and at most \(allowedText ?? "") are allowed"
    }

    /// The finding for a limit that is exceeded; nil for one that is kept.
    var finding: Finding? {
        isWithin ? nil : Finding(.check(.budgetExceeded), .error, message, frames: frame.map { [$0...$0] } ?? [])
    }
}
