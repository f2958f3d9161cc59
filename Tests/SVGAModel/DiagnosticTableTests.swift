import Foundation
import SVGAModel
import TestSupport
import Testing

@Suite("The table of diagnostics") struct DiagnosticTableTests {
    @Test("the documentation lists every code with its severity", arguments: Diagnostic.Code.allCases)
    func listed(code: Diagnostic.Code) throws {
        let url = TestFiles.root.appendingPathComponent("Sources/SVGAKit/SVGAKit.docc/Diagnostics.md")
        let table = try String(contentsOf: url, encoding: .utf8)
        #expect(table.contains("| `\(code.rawValue)` | \(code.severity.rawValue) | "))
    }
}
