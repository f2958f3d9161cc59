import Foundation
import SVGAImport
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAFormat
@testable import SVGATasks

/// Sources for `svga import` that are broken, or ask for far too much. Each has to be one line and the right exit code, or a movie. Nothing is
/// written but a movie.
@Suite("Bad sources of imports", .serialized)
struct BadImportTests {
    struct Source: Sendable, CustomTestStringConvertible {
        let name: String
        let code: ExitCode
        let bytes: @Sendable () throws -> [UInt8]

        var testDescription: String { name }
    }

    /// A Lottie of 20 × 20 points and ten frames.
    private static func lottie(_ layers: String..., assets: String = "", size: String = "20", end: String = "10") -> [UInt8] {
        Array(
            #"{"fr":10,"ip":0,"op":\#(end),"w":\#(size),"h":\#(size),"assets":[\#(assets)],"layers":[\#(layers.joined(separator: ","))]}"#
                .utf8)
    }

    private static func layer(_ type: Int, _ more: String) -> String { #"{"ty":\#(type),"nm":"a","ip":0,"op":10,"st":0,\#(more)}"# }

    private static func shapes(_ items: String) -> [UInt8] { lottie(layer(4, #""ks":{},"shapes":[\#(items)]"#)) }

    private static func many(_ text: String, _ count: Int) -> String {
        Array(repeating: text, count: count).joined(separator: ",")
    }

    private static func nested(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static let square = #"{"ty":"rc","p":{"k":[9,9]},"s":{"k":[9,9]},"r":{"k":0}}"#
    private static let red = #"{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}"#
    private static let line = #"{"ty":"sh","ks":{"k":{"v":[[0,9],[20,9]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"c":false}}}"#

    /// Ten times ten times ten … compositions, with this in the innermost.
    private static func compositions(_ innermost: String) -> [UInt8] {
        let call = { (level: Int) in layer(0, #""ks":{},"refId":"a\#(level)","w":20,"h":20"#) }
        let assets = (0..<20).map { level in
            #"{"id":"a\#(level)","layers":[\#(many(level == 19 ? innermost : call(level + 1), 10))]}"#
        }
        return lottie(call(0), assets: assets.joined(separator: ","))
    }

    private static func svg(_ content: String, size: String = "9", before: String = "") -> [UInt8] {
        Array(#"\#(before)<svg xmlns="http://www.w3.org/2000/svg" width="\#(size)" height="\#(size)">\#(content)</svg>"#.utf8)
    }

    static let lotties: [Source] = [
        Source(name: "a truncated Lottie", code: .invalidInput) { shapes(square).dropLast(9) },
        Source(name: "a Lottie without a size", code: .invalidInput) { lottie(size: "0") },
        Source(name: "a Lottie of [ without end", code: .invalidInput) { Array((#"{"layers":"# + nested("[", 1_000_000)).utf8) },
        Source(name: "a Lottie of 10⁹ frames", code: .limit) { lottie(end: "1e9") },
        Source(name: "a Lottie of 10⁹ × 10⁹", code: .limit) { lottie(layer(3, #""ks":{}"#), size: "1e9") },
        Source(name: "a Lottie of 3 million values", code: .limit) { lottie(many("{}", 3_000_000)) },
        Source(name: "a Lottie of 10 001 layers", code: .limit) { lottie(many(layer(3, #""ks":{}"#), 10_001)) },
        Source(name: "compositions of 10²⁰ layers", code: .limit) { compositions(layer(1, ##""ks":{},"sc":"#fff","sw":9,"sh":9"##)) },
        Source(name: "compositions of 10²⁰ layers that nobody sees", code: .limit) { compositions(layer(3, #""ks":{}"#)) },
        Source(name: "a composition that holds itself", code: .done) {
            let call = layer(0, #""ks":{},"refId":"a","w":20,"h":20"#)
            return lottie(call, assets: #"{"id":"a","layers":[\#(call)]}"#)
        },
        Source(name: "copies of copies of copies", code: .limit) {
            let copies = #"{"ty":"rp","c":{"k":1e9},"tr":{"p":{"k":[0.01,0]}}}"#
            return shapes(#"{"ty":"gr","it":[\#(square),\#(red),\#(copies),\#(copies),\#(copies)]}"#)
        },
        Source(name: "a thousand ridges on each of 100 000 lines", code: .limit) {
            let path = #"{"ty":"sh","ks":{"k":{"v":[\#(many("[1,2],[9,3]", 50_000))],"c":true}}}"#
            return shapes(#"{"ty":"gr","it":[\#(many(path, 5)),{"ty":"zz","s":{"k":1},"r":{"k":1000}},\#(red)]}"#)
        },
        Source(name: "a million trims of a path", code: .limit) {
            shapes("\(line),\(many(#"{"ty":"tm","e":{"k":50}}"#, 500_000)),\(red)")
        },
        Source(name: "one keyframe of 4096 numbers among 100 000", code: .limit) {
            let keys = #"{"t":0,"s":[\#(many("1", 4096))]},\#(many(#"{"t":1,"s":[1]}"#, 100_000))"#
            return lottie(layer(3, #""ks":{"p":{"a":1,"k":[\#(keys)]}}"#))
        },
        Source(name: "a gradient of 100 000 stops", code: .done) {
            shapes(
                #"\#(square),{"ty":"gf","o":{"k":100},"s":{"k":[0,0]},"e":{"k":[9,0]},"g":{"p":4,"k":{"k":[\#(many("0.5", 400_000))]}}}"#)
        },
        Source(name: "dashes too short to count", code: .done) {
            shapes(
                #"\#(line),{"ty":"st","c":{"k":[1,0,0]},"o":{"k":100},"w":{"k":2},"d":[{"n":"d","v":{"k":1e-5}},{"n":"g","v":{"k":0}},{"n":"d","v":{"k":1e-5}}]}"#
            )
        },
        Source(name: "a text of a million letters", code: .done) {
            lottie(
                layer(5, #""ks":{},"t":{"d":{"k":[{"t":0,"s":{"s":9,"f":"A","fc":[1,0,0],"t":"\#(nested("ab ", 400_000))"}}]},"a":[]}"#),
                end: "1")
        },
        Source(name: "a thousand layers of one name", code: .done) {
            lottie(many(layer(4, #""ks":{},"shapes":[\#(square),\#(red)]"#), 1_000), end: "2")
        },
        Source(name: "groups in groups with names of a megabyte", code: .done) {
            let open = #"{"ty":"gr","nm":"\#(nested("a", 1 << 20))","it":["#
            return shapes(nested(open, 20) + "\(square),\(red)" + nested("]}", 20))
        },
        Source(name: "a name that is there twice", code: .done) {
            Array(#"{"fr":10,"op":2,"w":5,"w":20,"h":20,"layers":[{"ty":3,"ks":{}}]}"#.utf8)
        },
        Source(name: "a .lottie that ends early", code: .invalidInput) {
            try ZipWriter.archive([ArchiveEntry(name: "animations/a.json", bytes: lottie())]).dropLast(30)
        },
        Source(name: "a .lottie that inflates without end", code: .limit) {
            try ZipWriter.archive([ArchiveEntry(name: "animations/a.json", bytes: [UInt8](repeating: 0x20, count: 97 << 20))])
        },
    ]

    static let others: [Source] = [
        Source(name: "a truncated SVG", code: .invalidInput) { svg("<rect").dropLast(9) },
        Source(name: "an SVG of entities in entities", code: .limit) {
            let rest = (1..<12).map { #"<!ENTITY a\#($0) "\#(nested("&a\($0 - 1);", 10))">"# }.joined()
            return svg("<text>&a11;</text>", before: #"<!DOCTYPE svg [<!ENTITY a0 "aaaaaaaaaa">\#(rest)]>"#)
        },
        Source(name: "an SVG that uses itself", code: .done) { svg(##"<g id="a"><use href="#a"/></g>"##) },
        Source(name: "an SVG nested without end", code: .invalidInput) { svg(nested("<g>", 200_000)) },
        Source(name: "an SVG of 10⁹ × 10⁹", code: .invalidInput) { svg("<rect/>", size: "1e9") },
        Source(name: "an SVG whose parts use each other, 5000 in a row", code: .done) {
            let chain = (0..<5_000).map { ##"<g id="a\##($0)"><use href="#a\##($0 + 1)"/></g>"## }.joined()
            return svg(##"<use href="#a0"/><defs>\##(chain)<rect id="a5000" width="5" height="5"/></defs>"##)
        },
        Source(name: "an SVG whose parts use each other, 30 000 in a row", code: .limit) {
            let chain = (0..<30_000).map { ##"<g id="a\##($0)"><use href="#a\##($0 + 1)"/></g>"## }.joined()
            return svg(##"<use href="#a0"/><defs>\##(chain)</defs>"##)
        },
        Source(name: "an SVG that holds a picture of 65 535 × 65 535", code: .limit) {
            let gif = Data(Array("GIF89a".utf8) + [255, 255, 255, 255, 0, 0, 0]).base64EncodedString()
            return svg(#"<image width="9" height="9" href="data:image/gif;base64,\#(gif)"/>"#)
        },
        Source(name: "a compressed SVG that inflates without end", code: .limit) {
            try Deflated().stream([UInt8](repeating: 0x20, count: 97 << 20), .gzip)
        },
        Source(name: "a compressed SVG that ends early", code: .invalidInput) { try Deflated().stream(svg("<rect/>"), .gzip).dropLast(9) },
        Source(name: "an SVG of a line of 10⁹ dashes", code: .limit) {
            svg(#"<path d="M0 0L1e6 1e6" stroke="red" stroke-dasharray="0.00001"/>"#)
        },
        Source(name: "a truncated GIF", code: .invalidInput) {
            Array("GIF89a".utf8) + [9, 0, 9, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C]
        },
        Source(name: "a GIF of 65 535 × 65 535", code: .limit) {
            Array("GIF89a".utf8) + [
                255, 255, 255, 255, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
            ]
        },
        Source(name: "a GIF of 200 000 frames", code: .limit) {
            let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
            return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
                + Array(repeating: frame, count: 200_000).joined() + [0x3B]
        },
    ]

    @Test("a bad source ends with one line and its exit code, or with a movie", arguments: lotties + others)
    func refused(source: Source) async throws {
        let folder = TemporaryFolder()
        folder.write(try source.bytes(), to: "in")
        let result = await CommandFixtures.run("import", folder.path + "/in", "-o", folder.path + "/out.svga")
        #expect(result.code == source.code && result.output.isEmpty, "\(result.errors.prefix(300))")
        if source.code == .done {
            #expect(folder.contents() == ["in", "out.svga"] && result.errors.utf8.count < 8_000)
        } else {
            #expect(
                result.errors.hasPrefix("svga: \(folder.path)/in: ") && result.errors.count { $0 == "\n" } == 1,
                "\(result.errors.prefix(300))")
            #expect(folder.contents() == ["in"])
        }
    }
}
