#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reports as `--json` prints them.
enum JSONText {
    /// One object for one file, an array for several.
    static func text<Report: Encodable>(_ reports: [Report], isList: Bool) throws(CommandError) -> String {
        guard !isList, let only = reports.first else { return try text(reports) }
        return try text(only)
    }

    static func text(_ value: some Encodable) throws(CommandError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        } catch {
            throw .standardOutput(reason: "the report cannot be put into JSON")
        }
    }
}
