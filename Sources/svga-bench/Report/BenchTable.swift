import Foundation

/// The report for people.
enum BenchTable {
    static func text(_ report: BenchReport, phases: [PhaseName]) -> String {
        var blocks: [String] = []
        let once = phases.filter { !$0.isPerFrame }
        if !once.isEmpty {
            let header = ["for the file, in ms"] + once.flatMap { [$0.rawValue, "p10–p90"] }
            blocks.append(table(header, report.files.map { file in [file.file] + once.flatMap { cells(file[$0]) } }))
        }
        let perFrame = phases.filter(\.isPerFrame)
        if !perFrame.isEmpty {
            let isCompared = perFrame.contains(.paint)
            let header =
                ["per frame, in ms", "frames"] + perFrame.flatMap { [$0.rawValue, "p10–p90"] }
                + (isCompared ? ["movie", "paint÷naive", "paint÷limit", "differs"] : [])
            let rows = report.files.map { file in
                [file.file, file.sampledFrames == file.frames ? "\(file.frames)" : "\(file.sampledFrames)/\(file.frames)"]
                    + perFrame.flatMap { cells(file[$0]) }
                    + (isCompared
                        ? [
                            number(file[.paint]?.wholeMovie, 0), number(file.paintToNaive, 2), number(file.paintToLimit, 2),
                            number(file.naiveDifference, 2),
                        ] : [])
            }
            blocks.append(table(header, rows))
        }
        blocks.append(
            "Medians, and the range from the 10th to the 90th of 100 runs, of processor time on one thread; \(legend(phases))")
        return blocks.joined(separator: "\n\n")
    }

    private static func legend(_ phases: [PhaseName]) -> String {
        phases.contains(.paint)
            ? "paint includes plan. scene:\nanother scene of the prepared movie, with a new picture and a new name. naive: a textbook Cairo loop; differs: its pictures' mean distance from ours, of 255. "
                + "limit: as many pixels as the\nbitmaps cover, blended straight through memory. movie: paint for all frames."
            : "plan and paint are per frame."
    }

    private static func cells(_ timing: Timing?) -> [String] {
        guard let timing else { return ["–", ""] }
        return [number(timing.median), number(timing.p10) + "–" + number(timing.p90)]
    }

    /// Three digits that matter.
    private static func number(_ value: Double?, _ places: Int? = nil) -> String {
        guard let value else { return "–" }
        return String(format: "%.\(places ?? (value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3))f", value)
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + space : space + row[column]
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}
