import Foundation
import SVGAModel
import SVGARender
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGATasks

/// What the dialog "Copy as" shows, read by the command itself.
@Suite("Copy as", .serialized)
struct CopyAsTests {
    /// Keys, texts and names of files that shells, JSON and Swift would take for something else.
    static let settings = #"""
        const { copyVars } = await page("vars.js");
        const as = await page("copy-as.js");
        const uploads = new Map([["u1.png", { name: "it's a \"face\" $(rm) 照片.png" }], ["u2.jpg", { name: "-,fit=fill" }], ["u3.png", { name: "-,fit=fill" }]]);
        const vars = as.withFileNames(copyVars({
          images: { user1: { file: "u1.png", fit: "cover", mask: "round:12.5" }, "键 二": { file: "u2.jpg" }, "-x": { file: "u3.png", fit: "none", mask: "circle" } },
          texts: {
            name: { text: "林小雨's \"name\"\n`id` \\(x) !", markup: false, style: { size: "24", weight: "bold", color: "#ffe9a880", outline: "#402000/2", italic: true } },
            ["__proto__"]: { text: "\u001b[31m\u202e", style: { font: "Noto Sans,serif", shadow: "#0008/0/1/2.5", align: "leading", overflow: "clip" } },
            title: { text: "<b>x</b>", markup: true },
            "*": { style: { "line-spacing": "1.5" } },
          },
          hide: ["crown", "--force", "it's"],
        }), uploads);
        """#

    static func plan(_ steps: some Sequence<SubstitutionPlan.Step>) -> SubstitutionPlan {
        var plan = SubstitutionPlan()
        for step in steps { plan.apply(step) }
        return plan
    }

    @Test("the command line sets what the JSON sets, through a shell", .needs(Browser.program, "bash"))
    func commandLine() async throws {
        let texts: [String] = try await PageScript.run(Self.settings + "return [as.commandLine('-gift 1.svga', vars), as.varsJSON(vars)];")
        let words = try #require(try Tool.run("bash", ["-c", "svga() { printf '%s\\0' \"$@\"; }\n" + texts[0]]))
            .split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
        let command = try RenderCommand.parse(Array(words.dropFirst()))
        let options = Self.plan(
            command.task.substitution.parts.compactMap { part in
                guard case .step(let step) = part else { return nil }
                return step
            })
        let json = Self.plan(try VarsFile(Array(texts[1].utf8), path: "vars.json").steps)
        #expect(words.first == "render")
        #expect(command.inputs.map(\.path) == ["./-gift 1.svga"])
        #expect(options.images.count == 3 && options.contents.count == 3 && options.hiddenKeys.count == 3)
        #expect(Set(options.images.keys) == Set(json.images.keys))
        for (key, choice) in options.images {
            #expect(choice.fit == json.images[key]?.fit && choice.mask == json.images[key]?.mask)
            #expect(choice.file.path.hasSuffix(json.images[key]?.file.path ?? "?"))
        }
        #expect(options.contents == json.contents)
        #expect(options.hiddenKeys == json.hiddenKeys)
    }

    @Test("pictures that had the same name on the disk get names of their own", .needs(Browser.program))
    func names() async throws {
        let names: [String] = try await PageScript.run(Self.settings + "return Object.values(vars.images).map(({ file }) => file);")
        #expect(names == ["it's a \"face\" $(rm) 照片.png", "-,fit=fill", "-,fit=fill-2"])
    }

    @Test(
        "values that a command line cannot express stay in the JSON", .needs(Browser.program),
        arguments: [
            #"{ images: { "a=b": { file: "x.png" } } }"#, #"{ texts: { a: { text: "x", style: { font: "a:b" } } } }"#,
            #"{ hide: ["a\u0000"] }"#,
        ])
    func onlyJSON(vars: String) async throws {
        let line: String? = try await PageScript.run(
            """
            const { copyVars } = await page("vars.js");
            return (await page("copy-as.js")).commandLine("a.svga", copyVars(\(vars)));
            """)
        #expect(line == nil)
    }

    @Test("Swift code has every setting, with texts and names as literals", .needs(Browser.program))
    func swift() async throws {
        let code: String = try await PageScript.run(Self.settings + "return as.swiftCode('a \"b\".svga', vars);")
        #expect(
            code == #"""
                import SVGAKit

                var person = Substitutions()
                person.setImage(try ReplacementImage(path: "it's a \"face\" $(rm) 照片.png"), fit: .cover, mask: .roundedCorners(radius: 12.5), forKey: "user1")
                person.setImage(try ReplacementImage(path: "-,fit=fill"), forKey: "键 二")
                person.setImage(try ReplacementImage(path: "-,fit=fill-2"), fit: .none, mask: .circle, forKey: "-x")
                person.setText("林小雨's \"name\"\n`id` \\(x) !", style: TextStyle(weight: 700, isItalic: true, size: 24, color: SVGAColor(red: 1, green: 0.914, blue: 0.659, alpha: 0.502), outlineColor: SVGAColor(red: 0.251, green: 0.125, blue: 0), outlineWidth: 2, lineSpacing: 1.5), forKey: "name")
                person.setText("\u{1B}[31m\u{202E}", style: TextStyle(fontFamily: "Noto Sans,serif", shadow: TextShadow(color: SVGAColor(red: 0, green: 0, blue: 0, alpha: 0.533), offsetX: 0, offsetY: 1, blur: 2.5), horizontalAlignment: .leading, lineSpacing: 1.5, clipsToLayout: true), forKey: "__proto__")
                person.setText("<b>x</b>", isMarkup: true, style: TextStyle(lineSpacing: 1.5), forKey: "title")
                person.setHidden(true, forKey: "crown")
                person.setHidden(true, forKey: "--force")
                person.setHidden(true, forKey: "it's")
                let movie = try VideoEntity(path: "a \"b\".svga")
                let scene = try PreparedMovie(movie).scene(substitutions: person)
                """#)
    }

    @Test("every style of a text has a control of its own kind", .needs(Browser.program))
    func forms() async throws {
        let forms = TextStyleProperty.all.map(\.form)
        let list = String(decoding: try JSONEncoder().encode(forms), as: UTF8.self)
        let kinds: [String] = try await PageScript.run(
            "const { styleForm } = await page('panels/keys/style-form.js'); return \(list).map((form) => styleForm(form).kind);")
        let free = zip(TextStyleProperty.all, kinds).filter { $1 == "text" }.map(\.0.name)
        #expect(free == ["font", "language"])
    }
}
