import SVGACheck
import SVGAModel
import SVGASupport
import SVGATasks

/// The output of `svga validate --sarif`: reports as SARIF 2.1.0, the format for findings in CI services.
struct SARIFLog: JSONRepresentable {
    private let reports: [ValidationReport]
    /// The codes of the findings in ascending order.
    private let codes: [FindingCode]

    init(_ reports: [ValidationReport]) {
        self.reports = reports
        let found = Set(reports.flatMap { $0.findings.map(\.code) })
        codes = FindingCode.allCases.filter { found.contains($0.name) }.sorted { $0.name < $1.name }
    }

    var json: JSONValue {
        [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": [
                        "driver": ["name": "svga", "semanticVersion": CommandLineTool.version, "rules": codes.map(rule)] as JSONValue
                    ] as JSONValue,
                    "columnKind": "unicodeCodePoints", "artifacts": reports.map(artifact), "results": results,
                ] as JSONValue
            ],
        ]
    }

    private func rule(_ code: FindingCode) -> JSONValue {
        [
            "id": code.name, "shortDescription": ["text": code.meaning] as JSONValue,
            "help": ["text": "\(code.remedy)." as Message] as JSONValue,
            "defaultConfiguration": ["level": code.severities.last.map(SARIFLog.level) ?? "none"] as JSONValue,
        ]
    }

    private func artifact(_ report: ValidationReport) -> JSONValue {
        // SARIF uses -1 for an unknown length.
        ["location": ["uri": report.file.uri] as JSONValue, "roles": ["analysisTarget"], "length": report.bytes ?? -1]
    }

    private var results: [JSONValue] {
        let ranks = Dictionary(uniqueKeysWithValues: codes.enumerated().map { ($1.name, $0) })
        return reports.enumerated().flatMap { index, report in
            report.findings.map { finding in
                [
                    "ruleId": finding.code, "ruleIndex": ranks[finding.code] ?? -1, "level": SARIFLog.level(finding.severity),
                    "message": ["text": SARIFLog.message(finding)] as JSONValue,
                    "locations": [SARIFLog.location(finding, in: report.file, index)],
                    "properties": [
                        "players": finding.players, "frames": finding.frames, "isFailure": finding.isFailure, "remedy": finding.remedy,
                    ] as JSONValue,
                ]
            }
        }
    }

    private static func message(_ finding: ValidationReport.Item) -> Message {
        let location: Message = finding.location.isEmpty ? "" : "\(finding.location): "
        let players = finding.players.isEmpty ? "" : " [\(finding.players.joined(separator: ", "))]"
        return location + finding.message + Message(verbatim: players)
    }

    /// The file, and the sprite or payload within it.
    private static func location(_ finding: ValidationReport.Item, in file: String, _ index: Int) -> JSONValue {
        let artifact: JSONValue = ["artifactLocation": ["uri": file.uri, "index": index] as JSONValue]
        // Without frames, because a logical location is a single element.
        guard !finding.owner.isEmpty else { return ["physicalLocation": artifact] }
        let logical: JSONValue = ["fullyQualifiedName": finding.owner.description, "kind": "member"]
        return ["physicalLocation": artifact, "logicalLocations": [logical]]
    }

    private static func level(_ severity: Diagnostic.Severity) -> String { severity == .info ? "note" : severity.name }
}

extension String {
    /// A relative path stays relative, so that services find the file in their repository.
    fileprivate var uri: String {
        let path = self == "-" ? "stdin" : self
        let escaped = path.percentEncoded(keeping: "-._~/")
        return FilePath(path).isAbsolute ? "file://" + escaped : escaped
    }
}
