package import Foundation
import SVGASupport

/// Exports the suite as a self-contained folder: files, references, the manifest, the driver and the page for web players.
package struct SuiteExport {
    private let suite: ConformanceSuite
    private let reference: ReferenceFolder
    /// The folder that is copied without changes.
    private let kit: URL
    /// The DocC article that the cases cite.
    private let rules: URL

    /// - Parameter project: the project's folder, with the references and the kit.
    package init(_ suite: ConformanceSuite, project: URL) {
        self.suite = suite
        reference = ReferenceFolder(ofProject: project)
        kit = project.appendingPathComponent("Tests/ConformanceSuite/kit")
        rules = project.appendingPathComponent("Sources/SVGAKit/SVGAKit.docc/RulesOfRendering.md")
    }

    /// The entries that an export writes and replaces.
    private static let ours = ["MANIFEST.json", "README.md", "RULES.md", "ref", "run", "tests", "web"]

    /// Writes everything to a folder. Entries of an earlier export are replaced; reports beside them stay.
    /// - Throws: ``SuiteError/foreignFolder(path:found:)`` before writing if the folder has other content without an export.
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

    /// All files by name, equal for every export.
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

    /// The README with the suite's counts.
    private func readme() throws -> [UInt8] {
        let text = try String(contentsOf: kit.appendingPathComponent("README.md"), encoding: .utf8)
        return Array(text.replacing("<!-- groups -->\n", with: SuiteManifest(suite).table).utf8)
    }

    /// The rules as Markdown, without DocC links to other articles and to symbols.
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

/// The description beside each file.
struct CaseText {
    let text: String

    init(_ test: ConformanceCase) {
        let players = test.players.map(\.rawValue).joined(separator: ", ")
        let existing =
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
            level: \(test.level.rawValue) (\(existing))
            frames: \(test.frames.map(String.init).joined(separator: ", "))

            """
    }
}
