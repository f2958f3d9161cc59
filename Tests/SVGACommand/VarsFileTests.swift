import SVGAModel
import SVGARender
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("--vars")
struct VarsFileTests {
    func plan(_ json: String, path: String = "vars.json") throws -> SubstitutionPlan {
        var plan = SubstitutionPlan()
        for step in try VarsFile(Array(json.utf8), path: path).steps { plan.apply(step) }
        return plan
    }

    func message(_ json: String) -> String {
        do { _ = try plan(json) } catch let error as TaskError { return "\(error.parts.message.shell); \(error.parts.advice.shell)" } catch
        {}
        return "parsed"
    }

    @Test("images, texts, styles and hidden keys are read in each of their forms")
    func everything() throws {
        let plan = try plan(
            """
            {"images": {"user1": "a,fit=fill.png", "user2": {"file": "b.png", "fit": "cover", "mask": "round:3"}},
             "texts": {"*": {"style": {"size": 9, "italic": true}}, "name": "Ann",
                       "title": {"text": "<b>x</b>", "markup": true, "style": {"size": 12.5, "color": "#fff", "italic": false}}},
             "hide": ["x", "y"]}
            """)
        #expect(plan.images["user1"]?.file.path == "a,fit=fill.png" && plan.images["user1"]?.fit == .fill)
        #expect(plan.images["user2"]?.fit == .cover && plan.images["user2"]?.mask == .roundedCorners(radius: 3))
        #expect(plan.hiddenKeys == ["x", "y"])
        let name = try #require(plan.contents["name"])
        let title = try #require(plan.contents["title"])
        #expect(name.text == "Ann" && name.style.size == 9 && name.style.isItalic && !name.isMarkup)
        #expect(title.text == "<b>x</b>" && title.isMarkup && title.style.size == 12.5 && !title.style.isItalic)
    }

    @Test("names of files are relative to the JSON file")
    func folders() throws {
        func file(_ name: String, _ path: String) throws -> String? {
            try plan("{\"images\": {\"k\": \"\(name)\"}}", path: path).images["k"]?.file.path
        }
        #expect(try file("a.png", "dir/sub/vars.json") == "dir/sub/a.png")
        #expect(try file("../a.png", "/vars.json") == "/../a.png")
        #expect(try file("/x/a.png", "dir/vars.json") == "/x/a.png")
        #expect(try file("a.png", "-") == "a.png")
        #expect(try file("-", "vars.json") == "./-", "a file of that name, not standard input")
    }

    @Test
    func `a value with U+0000 is an error that says where, and a hidden key may have it`() throws {
        #expect(message(#"{"texts": {"k": "a\u0000b"}}"#).hasPrefix("texts.k has the character U+0000"))
        #expect(message(#"{"texts": {"k": {"text": "a\u0000b"}}}"#).hasPrefix("texts.k.text has the character U+0000"))
        #expect(message(#"{"texts": {"k": {"style": {"font": "a\u0000b"}}}}"#).hasPrefix("texts.k.style.font has the character U+0000"))
        #expect(message(#"{"images": {"k": "a\u0000b"}}"#).hasPrefix("images.k has the character U+0000"))
        #expect(try plan(#"{"hide": ["a\u0000b"]}"#).hiddenKeys == ["a\0b"])
    }

    @Test("an error in the document is reported with its location")
    func positions() {
        #expect(message("[]") == "the document needs an object with images, texts and hide; ")
        #expect(message("{\"imags\": {}}") == "the document does not support \"imags\"; did you mean images?")
        #expect(message("{\"images\": {\"k\": 3}}").hasPrefix("images.k needs a file name"))
        #expect(message("{\"images\": {\"k\": {\"fit\": \"fill\"}}}") == "images.k has no file; ")
        #expect(message("{\"images\": {\"k\": {\"file\": \"a\", \"fit\": \"covr\"}}}").hasPrefix("images.k.fit needs one of"))
        #expect(message("{\"texts\": {\"k\": {\"text\": \"a\", \"markup\": 1}}}") == "texts.k.markup needs true or false; ")
        #expect(message("{\"texts\": {\"k\": {\"style\": {\"minSize\": 1}}}}").hasSuffix("did you mean min-size?"))
        #expect(message("{\"texts\": {\"k\": {\"style\": {\"size\": [1]}}}}").hasPrefix("texts.k.style.size needs a string"))
        #expect(message("{\"texts\": {\"*\": \"a\"}}").hasPrefix("texts.* applies to all texts"))
        #expect(message("{\"texts\": {\"*\": {\"text\": \"a\"}}}").hasPrefix("texts.* applies to all texts"))
        #expect(message("{\"hide\": \"k\"}") == "hide needs an array of keys; ")
    }

    @Test("a document that is not JSON is reported with its line and column")
    func syntax() throws {
        let deep = String(repeating: "[", count: 100_000)
        for text in ["", "{", "{\"a\":1} x", "tru", "\"a", "\"\\x\"", "[1 2]", deep] {
            #expect(message(text).hasPrefix("this is not JSON: "), "\(text.prefix(20))")
        }
        #expect(message("{\n  \"hide\" []}") == "this is not JSON: \":\" is expected, not \"[\" (line 2, column 10); ")
        #expect(message("{\"hide\": [],\n\"hide\": []}") == "this is not JSON: the name \"hide\" appears twice (line 2, column 1); ")
    }

    @Test("numbers mean what they would on the command line")
    func numbers() throws {
        func style(_ value: String) throws -> TextStyle? {
            try plan("{\"texts\": {\"k\": {\"text\": \"a\", \"style\": {\(value)}}}}").contents["k"]?.style
        }
        #expect(try style("\"size\": 24")?.size == 24 && style("\"size\": 2.4e1")?.size == 24 && style("\"size\": \"24\"")?.size == 24)
        #expect(try style("\"weight\": 650.0")?.weight == 650, "a whole number, however it is written")
        #expect(message("{\"texts\": {\"k\": {\"style\": {\"weight\": 650.5}}}}").contains("not \"650.5\""))
    }
}
