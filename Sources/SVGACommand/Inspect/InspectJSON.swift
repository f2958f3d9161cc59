#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The report as `--json` prints it: one object for one file, an array for several.
enum InspectJSON {
    static func text(_ reports: [InspectReport], isList: Bool) throws(CommandError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let data = isList ? try encoder.encode(reports) : try encoder.encode(reports.first)
            return String(decoding: data, as: UTF8.self) + "\n"
        } catch {
            throw .standardOutput(reason: "the report cannot be put into JSON")
        }
    }
}
