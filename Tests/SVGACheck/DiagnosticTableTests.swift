import Foundation
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACheck

@Suite("The table of codes") struct DiagnosticTableTests {
    private static let table = try? String(
        contentsOf: TestFiles.root.appendingPathComponent("Sources/SVGAKit/SVGAKit.docc/Diagnostics.md"), encoding: .utf8)

    @Test("the documentation lists every code with its severity, meaning and remedy", arguments: FindingCode.allCases)
    func listed(code: FindingCode) throws {
        let severities = code.severities.map(\.name).joined(separator: " or ")
        #expect(try #require(Self.table).contains("| `\(code.name)` | \(severities) | \(code.meaning) | \(code.remedy) |\n"))
    }

    @Test("the documentation lists no other code, and none twice")
    func noOthers() throws {
        // SVGA401 and above are warnings about outputs: WarningTests compares them.
        let rows = try #require(Self.table).split(separator: "\n").filter { $0.hasPrefix("| `SVGA") && !$0.hasPrefix("| `SVGA4") }
        #expect(rows.count == FindingCode.allCases.count)
        #expect(Set(FindingCode.allCases.map(\.name)).count == FindingCode.allCases.count)
    }

    @Test("every meaning is a sentence, every remedy one without a full stop", arguments: FindingCode.allCases)
    func sentences(code: FindingCode) {
        #expect(
            code.meaning.description.hasSuffix(".")
                && code.meaning.description.first.map { $0.isUppercase || $0.isNumber || $0 == "`" || $0 == "f" } ?? false)
        #expect(!code.remedy.isEmpty && !code.remedy.description.hasSuffix(".") && code.remedy.description.first?.isUppercase ?? false)
        #expect(!code.severities.isEmpty)
    }
}
