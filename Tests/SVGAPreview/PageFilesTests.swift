import Foundation
import SVGAHTTP
import TestSupport
import Testing

@testable import SVGAPreview

@Suite struct PageFilesTests {
    static let folder = TestFiles.root.appending(path: "Sources/CSVGAPage/page")

    /// The texts of all files below the page's folder, by their paths.
    static let files: [String: String] = {
        var files: [String: String] = [:]
        for path in FileManager.default.enumerator(atPath: folder.path)!.compactMap({ $0 as? String }) {
            guard path.contains(".") else { continue }
            files[path] = try! String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
        return files
    }()

    static func files(_ suffix: String) -> [(path: String, text: String)] {
        files.filter { $0.key.hasSuffix(suffix) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    @Test("the program holds every file of the page, and no other")
    func table() {
        #expect(PageFiles.names.sorted() == Self.files.keys.sorted())
    }

    @Test("browsers load what the page needs from its own server only, and no page may frame it")
    func policy() throws {
        let policy = try PreviewOfFolder([:]).preview.contentSecurityPolicy
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; ") && !policy.contains("unsafe"))
        #expect(policy.contains("frame-ancestors 'none'"))
    }

    @Test("only the page's files are served, by their names")
    func names() throws {
        func answer(_ name: String, _ method: String = "GET") -> HTTPResponse {
            let path = name.split(separator: "/").map(String.init)
            do throws(HTTPError) { return try PageFiles.answer(HTTPRequest(method: method, path: path)) } catch { return error.response() }
        }
        func type(_ name: String) -> String? { answer(name).headers.first { $0.name == "Content-Type" }?.value }
        #expect(PageFiles.names.contains("js/main.js"))
        for name in PageFiles.names { #expect(answer(name).status == 200, "\(name)") }
        #expect(type("") == "text/html; charset=utf-8")
        #expect(type("js/main.js") == "text/javascript; charset=utf-8")
        for name in ["js", "js/", "Page.c", "index.htm", "INDEX.HTML", "etc/passwd"] { #expect(answer(name).status == 404, "\(name)") }
        #expect(answer("index.html", "POST").status == 405)
    }

    @Test("no file of the page is longer than 400 lines")
    func length() {
        for (path, text) in Self.files {
            #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 401, "\(path)")
        }
    }

    @Test("nothing is loaded from other hosts, and the markup has no inline script or style")
    func nothingElse() {
        for (path, text) in Self.files {
            let addresses = text.matches(of: /(?:https?:)?\/\/[\w.-]+\.[a-z]{2,}[^\s"'`]*/).map { String($0.output) }
            #expect(addresses.allSatisfy { $0 == "http://www.w3.org/2000/svg" }, "\(path): \(addresses)")
        }
        let page = Self.files["index.html"]!
        #expect(!page.contains("<style") && !page.contains("style=") && page.firstMatch(of: /\son\w+=/) == nil)
        #expect(page.matches(of: /<script[^>]*>([^<]*)<\/script>/).allSatisfy { $0.output.1.isEmpty })
    }

    @Test("the page links every style sheet")
    func styleSheets() {
        let linked = Self.files["index.html"]!.matches(of: /rel="stylesheet" href="([^"]+)"/).map { String($0.output.1) }
        // Those of the static gallery are in its own folder.
        #expect(linked.sorted() == Self.files(".css").map(\.path).filter { !$0.hasPrefix("site/") })
    }

    @Test("every import names a file that is there, and what that file exports")
    func imports() throws {
        for (path, text) in Self.files(".js") {
            let base = URL(filePath: "/" + path).deletingLastPathComponent()
            for match in text.matches(of: /(?:import|export) (?:\{([^}]*)\}|\* as \w+|\w+) from "([^"]+)"/) {
                let target = String(base.appending(path: String(match.output.2)).standardizedFileURL.path.dropFirst())
                let exporting = try #require(Self.files[target], "\(path) imports \(target)")
                for name in (match.output.1 ?? "").split(separator: ",") {
                    let word = name.trimmingCharacters(in: .whitespacesAndNewlines).components(separatedBy: " as ")[0]
                    guard !word.isEmpty else { continue }
                    let declaration = try Regex(
                        "export (?:async )?(?:function\\*?|class|const|let) \(word)\\b|export \\{[^}]*\\b\(word)\\b[^}]*\\}")
                    #expect(exporting.firstMatch(of: declaration) != nil, "\(path): \(target) exports no \(word)")
                }
            }
        }
    }
}

@Suite struct PageTextTests {
    /// The texts of one language in all rooms, by their keys.
    static func texts(_ language: String) -> [String: String] {
        var texts: [String: String] = [:]
        for (path, file) in PageFilesTests.files(".js") where path.hasPrefix("js/strings/") {
            guard let start = file.range(of: "\n  \(language): {") else { continue }
            let part = file[start.upperBound...].components(separatedBy: "\n  }")[0]
            for match in part.matches(of: /"([\w.-]+)":\s*"((?:[^"\\]|\\.)*)"/) { texts[String(match.output.1)] = String(match.output.2) }
        }
        return texts
    }

    static let english = texts("en")
    static let chinese = texts("zh")

    @Test("English and Chinese have the same texts")
    func keys() {
        #expect(Self.english.count > 100)
        let difference = Set(Self.english.keys).symmetricDifference(Self.chinese.keys)
        #expect(difference.isEmpty)
        #expect(Self.english.values.allSatisfy { !$0.isEmpty } && Self.chinese.values.allSatisfy { !$0.isEmpty })
    }

    @Test("a text names the same values in both languages")
    func values() {
        for (key, text) in Self.english {
            let names = { (text: String) in Set(text.matches(of: /\{(\w+)[|}]/).map { String($0.output.1) }) }
            #expect(names(text) == names(Self.chinese[key] ?? ""), "\(key)")
        }
    }

    @Test("every text that a script names is there")
    func named() {
        for (path, file) in PageFilesTests.files(".js") {
            for match in file.matches(of: /\bt\("([^"]+)"/) {
                #expect(Self.english[String(match.output.1)] != nil, "\(path): \(match.output.1)")
            }
        }
    }

    @Test("every icon that a script names is drawn")
    func icons() {
        let drawn = Set(PageFilesTests.files["js/icons.js"]!.matches(of: /\n  (\w+): "M/).map { String($0.output.1) })
        // A gallery that was exported has its own.
        let site = Set(PageFilesTests.files["site/controls.js"]!.matches(of: /\b(\w+): "M/).map { String($0.output.1) })
        for (path, file) in PageFilesTests.files(".js") where path != "js/icons.js" {
            let drawn = path.hasPrefix("site/") ? site : drawn
            for match in file.matches(of: /\b(?:icon|iconButton|emptyState)\("(\w+)"/) {
                #expect(drawn.contains(String(match.output.1)), "\(path): \(match.output.1)")
            }
        }
    }
}
