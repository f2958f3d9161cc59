package import SVGACheck
import SVGAEmulation
package import SVGAFormat
public import SVGAModel
import SVGARender
package import SVGASupport

/// The repair of a movie, so that public players show it as our own rules do.
///
/// Each step is proven: the file is written, and drawn as the chosen players and those of the SVGA project draw it. A step is kept only if
/// a chosen player shows less difference, no player shows more, and our own rules draw no frame visibly differently.
///
/// ```swift
/// let repair = try MovieRepair(bytes, players: [.web, .ios])
/// print(repair.notes, repair.diagnostics)
/// ```
public struct MovieRepair: Sendable {
    /// Converts a sound to MP3 with an ID3 tag. An error other than ``SVGAError/Kind/cancelled`` is why the sound stays.
    package typealias ConvertSound = @Sendable (_ sound: [UInt8], _ key: String) throws(SVGAError) -> [UInt8]

    /// One kept step.
    package struct Change: Sendable {
        /// A stable name, such as `matte-order`.
        package let step: String
        /// The codes of the findings that it is for.
        package let codes: [String]
        /// What was changed.
        package let note: Message
    }

    /// A finding that remains.
    package struct Remainder: Sendable {
        package let finding: Finding
        /// Why it was not repaired.
        package let reason: Message
    }

    /// The repaired file; the input if nothing was repaired.
    public let bytes: [UInt8]
    package let changes: [Change]
    package let remainders: [Remainder]
    /// The verdicts of the chosen players before and after, with the number of frames that differ visibly.
    package let before: [DrawnByPlayers.Player]
    package let after: [DrawnByPlayers.Player]

    /// What was changed, one line for each kept step.
    public var notes: [String] { changes.map(\.note.description) }
    /// The findings about the chosen players that remain.
    public var diagnostics: [Diagnostic] { remainders.map(\.finding.diagnostic) }

    /// - Parameters:
    ///   - bytes: the file.
    ///   - players: who shall show it.
    ///   - convertSound: nil: sounds of other formats stay.
    ///   - progress: called after each step with the number of tried steps.
    /// - Throws: ``SVGAError`` if the file cannot be read or drawn, or if the task is canceled.
    package init(
        _ bytes: [UInt8], for players: Set<PublicPlayer>, options: ReadOptions = ReadOptions(), convertSound: ConvertSound? = nil,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(SVGAError) {
        var work = try RepairWork(bytes, players, options, convertSound)
        try work.run(progress)
        self.bytes = work.bytes
        changes = work.changes
        (before, after) = (work.chosen(work.original), work.chosen(work.current))
        remainders = work.remainders
    }
}

extension MovieRepair {
    /// Whether there is a step for a finding about a player.
    package static func mayRepair(_ finding: Finding) -> Bool {
        guard finding.severity != .info, !finding.players.isEmpty, RepairWork.codes.contains(finding.code) else { return false }
        return finding.code != .check(.soundFormat) || finding.players.contains { $0.profile.sounds != .none }
    }
}

/// The work of one ``MovieRepair``.
struct RepairWork {
    /// The work of one check of all players, as a multiple of ``ReadLimits/work``.
    private static let factorOfCheck = 10
    /// The work of all steps and checks, as a multiple of ``ReadLimits/work``. Without it, each of hundreds of attempts might take that of a
    /// check.
    private static let factor = 16
    private static let tooMuchWork: Message = "the check exceeds the limit for work"
    /// The maximum number of parts of the sprites that a step tries.
    private static let maximumAttempts = 16
    /// Later steps may show findings of earlier ones.
    private static let maximumRounds = 4

    let players: Set<PublicPlayer>
    private let options: ReadOptions
    private let convertSound: MovieRepair.ConvertSound?
    private let budget: WorkBudget
    private var document: SVGADocument
    private(set) var bytes: [UInt8]
    /// The last kept document and its container.
    private var kept: (document: SVGADocument, container: VideoEntity.Container)?
    private(set) var changes: [MovieRepair.Change] = []
    private(set) var original: DrawnByPlayers
    private(set) var current: DrawnByPlayers
    /// Most attempts change the draw calls of some frames of some players.
    private let versions = ComparedVersions()
    /// The hashes of movies that were written and not kept.
    private var rejected: Set<Int> = []
    /// The player because of which the last repair was not kept. It is drawn first, because the next repair is often worse on it too.
    private var lastWorse: PublicPlayer?
    /// Why findings of a code were not repaired.
    private var reasons: [FindingCode: Message] = [:]

    init(
        _ bytes: [UInt8], _ players: Set<PublicPlayer>, _ options: ReadOptions, _ convertSound: MovieRepair.ConvertSound?
    ) throws(SVGAError) {
        (self.bytes, self.players, self.options, self.convertSound) = (bytes, players, options, convertSound)
        document = try SVGADocument(bytes: bytes, options: options)
        budget = WorkBudget(options.limits, factor: RepairWork.factor, subject: "drawing all frames like the players")
        original = try RepairWork.drawn(bytes, players, options, budget, versions)
        current = original
    }

    /// Draws a file as players do, with a part of the remaining work.
    private static func drawn(
        _ file: [UInt8], _ players: Set<PublicPlayer>, _ options: ReadOptions, _ budget: WorkBudget, _ versions: ComparedVersions,
        first: PublicPlayer? = nil, isLast: (DrawnByPlayers.Player) -> Bool = { _ in false }
    ) throws(SVGAError) -> DrawnByPlayers {
        let units = min(options.limits.work.multipliedSaturating(by: factorOfCheck), budget.left)
        let part = WorkBudget(options.limits, total: units, subject: "drawing all frames like the players")
        defer { budget.add(part.units) }
        return try DrawnByPlayers(file, as: players, options: options, budget: part, versions: versions, first: first, isLast: isLast)
    }

    func chosen(_ drawn: DrawnByPlayers) -> [DrawnByPlayers.Player] { drawn.players.filter { players.contains($0.player) } }

    /// The findings that a step shall remove. Those of the file are only what a step exists for.
    private func wanted(_ step: RepairStep) -> [Finding] {
        current.findings(of: players).filter { step.codes.contains($0.code) && ($0.severity != .info || $0.players.isEmpty) }
    }

    mutating func run(_ progress: (_ done: Int, _ total: Int) -> Void) throws(SVGAError) {
        let total = RepairStep.all.count + 1
        // Nothing to repair needs no other player.
        let isRepairable = current.findings(of: players).contains { finding in
            finding.players.isEmpty ? RepairWork.codes.contains(finding.code) : MovieRepair.mayRepair(finding)
        }
        guard isRepairable else { return progress(total, total) }
        let others = players.union(PublicPlayer.main)
        if players.count < others.count {
            original = try RepairWork.drawn(bytes, others, options, budget, versions)
            current = original
        }
        try convertContainer()
        try rewriteColors()
        for round in 1...RepairWork.maximumRounds {
            var hasChanged = false
            for (index, step) in RepairStep.all.enumerated() {
                if Task.isCancelled { throw .cancelled }
                if try apply(step) { hasChanged = true }
                if round == 1 { progress(index + 1, total) }
            }
            if !hasChanged { break }
        }
        if let kept { bytes = try DocumentWriter.write(kept.document, as: kept.container, options: .withoutKeep) }
        progress(total, total)
    }

    // MARK: Steps

    /// Applies a step to all findings, or else to as many sprites as possible.
    private mutating func apply(_ step: RepairStep) throws(SVGAError) -> Bool {
        let findings = wanted(step)
        if findings.isEmpty { return false }
        if try tries(step, findings) { return true }
        let sprites = Set(findings.compactMap { $0.sprite }).sorted()
        guard sprites.count > 1, !findings.contains(where: { $0.sprite == nil }) else { return false }
        var attempts = RepairWork.maximumAttempts
        return try applyParts(step, sprites[...], &attempts)
    }

    /// Applies a step to both halves of the sprites, the last half first, because a step may insert sprites.
    private mutating func applyParts(_ step: RepairStep, _ sprites: ArraySlice<Int>, _ attempts: inout Int) throws(SVGAError) -> Bool {
        let middle = sprites.startIndex + sprites.count / 2
        var hasChanged = false
        for half in [sprites[middle...], sprites[..<middle]] where !half.isEmpty && attempts > 0 {
            let findings = wanted(step).filter { $0.sprite.map(half.contains) ?? false }
            if findings.isEmpty { continue }
            attempts -= 1
            if try tries(step, findings) {
                hasChanged = true
            } else if half.count > 1, try applyParts(step, half, &attempts) {
                hasChanged = true
            }
        }
        return hasChanged
    }

    /// Applies a step to findings, and keeps it if it is proven.
    private mutating func tries(_ step: RepairStep, _ findings: [Finding]) throws(SVGAError) -> Bool {
        guard budget.left > 0 else {
            explain(step, RepairWork.tooMuchWork)
            return false
        }
        var editor = RepairEditor(
            movie: document.movie, findings: findings, players: players, limits: options.limits, convertSound: convertSound, budget: budget)
        let note: Message?
        do throws(SVGAError) {
            note = try step.apply(&editor)
        } catch {
            if error.kind == .cancelled { throw error }
            note = nil
            editor.reason = error.message
        }
        if let reason = editor.reason { explain(step, reason) }
        guard let note, editor.movie != document.movie, !rejected.contains(editor.movie.hashValue) else { return false }
        var changed = document
        changed.movie = editor.movie
        guard let reason = try keep(changed, as: changed.container, step.name, findings, note) else { return true }
        rejected.insert(editor.movie.hashValue)
        explain(step, reason)
        return false
    }

    private mutating func explain(_ step: RepairStep, _ reason: Message) {
        for code in step.codes where reasons[code] == nil { reasons[code] = reason }
    }

    /// Writes and draws a changed document, and keeps it if it is better. What it writes is a draft: all attempts together may be large.
    /// - Returns: why it is not kept; nil if it is.
    private mutating func keep(
        _ changed: SVGADocument, as container: VideoEntity.Container, _ name: String, _ findings: [Finding], _ note: Message
    ) throws(SVGAError) -> Message? {
        let reading = ReadOptions(limits: options.limits)
        do throws(SVGAError) {
            // KEEP is written only where it was.
            var draft = WriteOptions.withoutKeep
            draft.isDraft = true
            let file = try DocumentWriter.write(changed, as: container, options: draft)
            let (now, before) = (current, original)
            let drawn = try RepairWork.drawn(
                file, Set(now.players.map(\.player)), reading, budget, versions, first: lastWorse,
                isLast: { now.isWorse($0) || before.isWorse($0) })
            if budget.left == 0 { return RepairWork.tooMuchWork }
            if let player = drawn.worsePlayer(than: now) ?? drawn.worsePlayer(than: before) {
                lastWorse = player
                return "the repair is worse on \(player.title)"
            }
            guard isBetter(drawn, findings) else { return "the repair has no effect" }
            if let frame = try original.frameUnlike(drawn, budget: budget) { return "the repair changes frame \(frame)" }
            document = try SVGADocument(bytes: file, options: reading)
            (kept, current) = ((changed, container), drawn)
            changes.append(MovieRepair.Change(step: name, codes: Set(findings.map { $0.identifier }).sorted(), note: note))
            return nil
        } catch {
            if error.kind == .cancelled { throw error }
            return budget.isOver ? RepairWork.tooMuchWork : error.message
        }
    }

    /// Whether a chosen player differs less, or has fewer of these findings.
    private func isBetter(_ drawn: DrawnByPlayers, _ findings: [Finding]) -> Bool {
        if drawn.difference(of: players) < current.difference(of: players) - 1e-9 { return true }
        let codes = Set(findings.map(\.code))
        func count(_ drawn: DrawnByPlayers) -> Int {
            drawn.findings(of: players).reduce(0) { $0 + (codes.contains($1.code) ? max(1, $1.players.count) : 0) }
        }
        return count(drawn) < count(current)
    }

    // MARK: The container

    /// The codes of all steps.
    static let codes = RepairStep.all.reduce(into: containerCodes.union([.check(.colorAlphaUnwritten)])) { $0.formUnion($1.codes) }

    private static let containerCodes: Set<FindingCode> = [
        .check(.containerUnreadable), .check(.containerNeedsLibrary), .diagnostic(.gzipContainer), .diagnostic(.bareProtobuf),
    ]

    /// Converts the movie to 2.x. JSON has values that protobuf does not write, which players read differently.
    private mutating func convertContainer() throws(SVGAError) {
        let findings = current.findings(of: players).filter { RepairWork.containerCodes.contains($0.code) }
        guard !findings.isEmpty else { return }
        var converted = SVGADocument(movie: document.movie)
        for index in converted.movie.images.indices { converted.movie.images[index].entryName = nil }
        guard try keep(converted, as: .zlib, "container", findings, "converted to 2.x") != nil else { return }
        var editor = RepairEditor(
            movie: converted.movie, findings: findings, players: players.union(PublicPlayer.main), limits: options.limits,
            convertSound: nil, budget: budget, isForAllSprites: true)
        _ = editor.addExactKeys()
        _ = editor.writeSmallScales()
        _ = editor.emptyHiddenFrames()
        _ = editor.writeMiterLimits()
        converted.movie = editor.movie
        let note: Message = "converted to 2.x, and wrote keys and values of 0 so that players read them as before"
        guard let reason = try keep(converted, as: .zlib, "container", findings, note) else { return }
        for code in RepairWork.containerCodes { reasons[code] = reason }
    }

    /// Writes the movie again. The writer writes the alpha of every color.
    private mutating func rewriteColors() throws(SVGAError) {
        let code = FindingCode.check(.colorAlphaUnwritten)
        let findings = current.findings(of: players).filter { $0.code == code }
        guard !findings.isEmpty else { return }
        let note: Message = "wrote the alpha of each color"
        if let reason = try keep(document, as: document.container, "color-alphas", findings, note) { reasons[code] = reason }
    }

    // MARK: What remains

    var remainders: [MovieRepair.Remainder] {
        let findings = current.findings(of: players).filter { finding in
            finding.severity != .info && (!finding.players.isEmpty || RepairWork.codes.contains(finding.code))
        }
        return findings.map { MovieRepair.Remainder(finding: $0, reason: RepairReason.text($0, reasons[$0.code])) }
    }
}

/// Why a finding remains.
enum RepairReason {
    /// - Parameter tried: why its repair was not kept.
    static func text(_ finding: Finding, _ tried: Message?) -> Message {
        guard case .check(let code) = finding.code else { return tried ?? "there is no repair" }
        switch code {
        case .soundFormat where finding.players.contains { $0.profile.sounds == .none }: return "no format of the sound helps"
        case .displayTicks: return "another frame rate would change the speed"
        case .playersUnchecked: return "the check exceeds the limit for work"
        case .alphaOverlap: return tried ?? "the parts overlap; only one image for all of them would look the same"
        case .matteUnsupported, .matteNotFirst, .matteUnknown:
            return tried ?? "only images of the masked sprites would look the same"
        default: return tried ?? "there is no repair"
        }
    }
}
