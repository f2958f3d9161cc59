/// Compares the phases of a run with those of an earlier run.
///
/// The fastest round of each phase counts, because other load only makes rounds slower. The reference phases `naive` and `limit` are shown, but
/// not checked: if they differ, the machine differs.
struct BenchComparison: Encodable {
    struct Row: Encodable {
        let file: String
        /// The current time divided by the earlier time, by phase.
        let ratios: [String: Double]
    }

    let rows: [Row]
    /// The geometric mean over all files, by phase.
    let geometricMeans: [String: Double]
    /// Files of this run that the earlier one does not have.
    let new: [String]
    /// Files of the earlier run that this one does not have.
    let missing: [String]
    /// Files whose content or measured frames differ.
    let different: [String]
    /// Phases whose geometric mean is above the tolerance.
    let slower: [String]
    let tolerance: Double

    /// The number of listed phases of single files, slowest first.
    private static let worst = 5

    /// - Parameter tolerance: the maximum geometric mean of a phase.
    /// - Throws: if there is nothing to compare.
    init(_ report: BenchReport, with earlier: BenchReport, tolerance: Double) throws(BenchError) {
        let before = Dictionary(earlier.files.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
        let names = Set(report.files.map(\.file))
        let common = report.files.compactMap { now in before[now.file].map { (now: now, then: $0) } }
        func isSame(_ now: FileReport, _ then: FileReport) -> Bool {
            now.bytes == then.bytes && now.frames == then.frames && now.sampledFrames == then.sampledFrames
        }
        new = report.files.map(\.file).filter { before[$0] == nil }
        missing = earlier.files.map(\.file).filter { !names.contains($0) }
        different = common.filter { !isSame($0.now, $0.then) }.map(\.now.file)
        rows = common.filter { isSame($0.now, $0.then) }.map { now, then in
            Row(
                file: now.file,
                ratios: now.phases.reduce(into: [:]) { ratios, phase in
                    guard let old = then.phases[phase.key], old.min > 0 else { return }
                    ratios[phase.key] = phase.value.min / old.min
                })
        }
        guard rows.contains(where: { !$0.ratios.isEmpty }) else {
            throw BenchError(
                "the earlier report has no phase of these files" + (different.isEmpty ? "" : ": they are others, or other frames"))
        }
        var means: [String: Double] = [:]
        for phase in PhaseName.allCases { means[phase.rawValue] = GeometricMean.of(rows.compactMap { $0.ratios[phase.rawValue] }) }
        geometricMeans = means
        slower = PhaseName.allCases.filter { !$0.isYardstick && means[$0.rawValue] ?? 0 > tolerance }.map(\.rawValue)
        self.tolerance = tolerance
    }

    var json: String { BenchJSON.text(self) }

    /// The slower phases, in one line.
    var failure: String {
        let phases = slower.map { "\($0) takes \(BenchTable.number(geometricMeans[$0], 2)) times as long" }
        return phases.joined(separator: ", ") + "; allowed is \(BenchTable.number(tolerance, 2))"
    }

    var text: String {
        let phases = PhaseName.allCases.map(\.rawValue).filter { geometricMeans[$0] != nil }
        func cells(_ ratios: [String: Double]) -> [String] { phases.map { BenchTable.number(ratios[$0], 2) } }
        let header = ["time now ÷ then"] + phases
        let lines = rows.map { [$0.file] + cells($0.ratios) } + [["geometric mean"] + cells(geometricMeans)]
        var blocks = [BenchTable.table(header, lines)]
        let judged = PhaseName.allCases.filter { !$0.isYardstick }.map(\.rawValue)
        let single = rows.flatMap { row in judged.compactMap { phase in row.ratios[phase].map { (row.file, phase, $0) } } }
        let worst = single.filter { $0.2 > 1 }.sorted { $0.2 > $1.2 }.prefix(BenchComparison.worst)
        if !worst.isEmpty {
            blocks.append("Slowest: " + worst.map { "\($0.0) \($0.1) \(BenchTable.number($0.2, 2))" }.joined(separator: ", "))
        }
        for (files, reason) in [(new, "Not in the earlier report"), (missing, "Only in the earlier report"), (different, "Not the same")]
        where !files.isEmpty {
            blocks.append("\(reason): \(files.joined(separator: ", "))")
        }
        blocks.append("The fastest rounds of both runs. naive and limit do not change with the code: they show how the machine differs.")
        return blocks.joined(separator: "\n\n")
    }
}
