import Foundation
import SVGAEmulation
import SVGAModel
import TestSupport
import Testing

@testable import SVGACheck

/// Compares the article "Rules of rendering" with the code that it describes.
@Suite("The article Rules of rendering") struct RulesArticleTests {
    private static let catalog = TestFiles.root.appendingPathComponent("Sources/SVGAKit/SVGAKit.docc")
    private static let rules = try? text("RulesOfRendering.md")

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: catalog.appendingPathComponent(name), encoding: .utf8)
    }

    @Test("every limit is listed with its default", arguments: ReadLimits.names.map(\.name))
    func limitListed(name: String) throws {
        let limit = try #require(ReadLimits.names.first { $0.name == name })
        let row = try #require(Self.rules).split(separator: "\n").first { $0.hasPrefix("| `\(name)` | ") }
        let value = try #require(row).split(separator: "|")[1]
        #expect(Self.number(String(value)) == ReadLimits.default[keyPath: limit.limit])
    }

    /// `128 MiB`, `64 Mi (8192 × 8192)`, `10 000`.
    private static func number(_ text: String) -> Int? {
        let digits = text.prefix { $0.isNumber || $0.isWhitespace }.filter(\.isNumber)
        let shift = text.contains(" Gi") ? 30 : text.contains(" Mi") ? 20 : 0
        return Int(digits).map { $0 << shift }
    }

    @Test("the article on players has every rule of a player's profile, with its source, and no other")
    func playerRules() throws {
        let rows = try Self.text("PlayerDifferences.md").split(separator: "\n").filter {
            $0.contains(#/^\| `(ios|android|web|flutter|harmony|wechat)-/#)
        }
        let expected = PlayerRule.all.map { rule in
            "| `\(rule.name)` | \(rule.meaning) | \(rule.source)\(rule.versions.isEmpty ? "" : "; \(rule.versions)") |"
        }
        #expect(rows.map(String.init).sorted() == expected.sorted())
    }

    @Test("every section that a comment cites exists")
    func citedSections() throws {
        let sections = Set(try #require(Self.rules).matches(of: #/(?m)^## (\d+)\. /#).map { String($0.1) })
        #expect(sections == Set((1...10).map(String.init)))
        for file in try Self.sources() {
            // A citation may span two lines of a comment.
            let text = try String(contentsOf: file, encoding: .utf8).replacing(#/\n *///? /#, with: " ")
            for match in text.matches(of: #/Rules of rendering, sections? (\d+)(?: and (\d+))?/#) {
                for section in [match.1, match.2].compactMap(\.self) {
                    #expect(sections.contains(String(section)), "\(file.lastPathComponent) cites section \(section)")
                }
            }
        }
    }

    private static func sources() throws -> [URL] {
        try ["Sources", "Tests"].flatMap { folder in
            let root = TestFiles.root.appendingPathComponent(folder)
            return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
                .map { root.appendingPathComponent($0) }
        }
    }

    @Test("every code that an article mentions exists", arguments: ["RulesOfRendering.md", "PlayerDifferences.md"])
    func codes(article: String) throws {
        let existing = Set(FindingCode.allCases.map(\.name))
        for match in try Self.text(article).matches(of: #/SVGA\d{3}/#) {
            #expect(existing.contains(String(match.0)), "\(match.0)")
        }
    }
}
