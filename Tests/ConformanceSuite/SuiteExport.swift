package import Foundation
import SVGASupport

/// Writes the suite as a folder that needs nothing else: files, references, the list of them, the driver and the page for web players.
package struct SuiteExport {
    private let suite: ConformanceSuite
    private let reference: ReferenceFolder
    /// What is exported as it is.
    private let kit: URL
    /// The article of the documentation that the cases cite.
    private let rules: URL

    /// - Parameter project: the project's folder, which has the references and the kit.
    package init(_ suite: ConformanceSuite, project: URL) {
        self.suite = suite
        reference = ReferenceFolder(ofProject: project)
        kit = project.appendingPathComponent("Tests/ConformanceSuite/kit")
        rules = project.appendingPathComponent("Sources/SVGAKit/SVGAKit.docc/RulesOfRendering.md")
    }

    /// What an export writes into its folder, and replaces there.
    private static let ours = ["MANIFEST.json", "README.md", "RULES.md", "ref", "run", "tests", "web"]

    /// Writes everything into a folder. What an earlier export has written there is replaced; reports beside it stay.
    /// - Throws: ``SuiteError/foreignFolder(path:found:)`` where the folder holds something, but no export, before anything is written.
    package func write(to folder: URL) throws {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        if files.fileExists(atPath: folder.path, isDirectory: &isFolder), !isFolder.boolValue {
            throw SuiteError.foreignFolder(path: folder.path, found: "no folder")
        }
        let present = (try? files.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []
        if let first = present.first, !isExport(folder) { throw SuiteError.foreignFolder(path: folder.path, found: first) }
        let contents = try contents()
        for name in present where SuiteExport.ours.contains(name) { try files.removeItem(at: folder.appendingPathComponent(name)) }
        for file in contents { try SuiteExport.write(file.bytes, to: folder.appendingPathComponent(file.name)) }
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.appendingPathComponent("run").path)
    }

    private func isExport(_ folder: URL) -> Bool {
        let manifest = try? Data(contentsOf: folder.appendingPathComponent("MANIFEST.json"))
        return manifest.map { String(decoding: $0, as: UTF8.self).contains("\"name\" : \"\(SuiteManifest.name)\"") } ?? false
    }

    /// All files by their names, the same for every export.
    package func contents() throws -> [(name: String, bytes: [UInt8])] {
        var files: [(name: String, bytes: [UInt8])] = [("MANIFEST.json", Array((SuiteManifest(suite).json.text(.pretty) + "\n").utf8))]
        for test in suite.cases {
            files.append(("tests/\(test.id).svga", test.bytes))
            files.append(("tests/\(test.id).txt", Array(CaseText(test).text.utf8)))
            for case .image(let key, let png) in test.dynamics { files.append(("tests/\(test.id).\(key).png", png)) }
            guard test.tolerance != .refusal else { continue }
            for frame in test.frames {
                files.append(("ref/" + ReferenceFolder.name(test, frame: frame), try reference.bytes(test, frame: frame)))
            }
        }
        for name in ["run", "web/index.html", "web/page.css", "web/page.js", "web/compare.js", "web/adapter.js"] {
            files.append((name, [UInt8](try Data(contentsOf: kit.appendingPathComponent(name)))))
        }
        return files + [("README.md", try readme()), ("RULES.md", try plainRules())]
    }

    /// The README with what only the suite knows: its counts.
    private func readme() throws -> [UInt8] {
        let text = try String(contentsOf: kit.appendingPathComponent("README.md"), encoding: .utf8)
        return Array(text.replacing("<!-- groups -->\n", with: SuiteManifest(suite).table).utf8)
    }

    /// The rules as plain Markdown, without what only DocC knows: links to other articles and to symbols.
    private func plainRules() throws -> [UInt8] {
        let text = try String(contentsOf: rules, encoding: .utf8)
        let linked = text.replacing(#/<doc:([^>#]+)[^>]*>/#) { "\"\($0.1)\"" }
        return Array(linked.replacing(#/``([^`\n]+)``/#) { "`\($0.1)`" }.utf8)
    }

    static func write(_ bytes: [UInt8], to url: URL) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }
}

/// What is beside each file for those who read.
struct CaseText {
    let text: String

    init(_ test: ConformanceCase) {
        let players = test.players.map(\.rawValue).joined(separator: ", ")
        let known =
            switch (test.tolerance, test.players.count) {
            case (.refusal, _): "whether a player refuses it is not listed"
            case (_, 0): "no public player is known to show it"
            case (_, ConformanceCase.Player.allCases.count): "all five public players show it"
            default: "shown by \(players)"
            }
        text = """
            \(test.rule)
            Rules of rendering, section \(test.section)
            \(test.note)

            id: \(test.id)
            class: \(test.tolerance.rawValue)
            level: \(test.level.rawValue) (\(known))
            frames: \(test.frames.map(String.init).joined(separator: ", "))

            """
    }
}
