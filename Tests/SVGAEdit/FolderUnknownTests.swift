import Foundation
import SVGAFormat
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGAEdit

@Suite("Unknown fields in movie.json")
struct FolderUnknownTests {
    /// A movie.json in which every value that can have unknown fields is there once, and these fields in one of them.
    private func packing(_ owner: String, _ part: String, _ encoding: String, _ bytes: [UInt8], count: String = "") -> FolderResult {
        let fields =
            "\"unknown\": [{\"part\": \"\(part)\", \"encoding\": \"\(encoding)\"\(count), \"base64\": \""
            + "\(Data(bytes).base64EncodedString())\"}]"
        func unknown(_ name: String) -> String { name == owner ? fields + ", " : "" }
        let shape =
            "{\(unknown("shape"))\"type\": \"rect\", \"rect\": [1, 2, 3, 4, 0], \"transform\": [1, 0, 0, 1, 0, 0], "
            + "\"styles\": {\"fill\": [1, 0, 0, 1], \"stroke\": [1, 0, 0, 1]}}"
        let frame = "{\(unknown("frame"))\"alpha\": 1, \"layout\": [0, 0, 8, 8], \"transform\": [1, 0, 0, 1, 0, 0], \"shapes\": [\(shape)]}"
        let text = """
            {"svgaFolder": 1, \(unknown("movie"))"viewBox": [16, 16], "fps": 20, "frames": 1,
            "payloads": [{\(unknown("image"))"key": "a", "file": "a.bin"}],
            "audios": [{\(unknown("audio"))"audioKey": "s"}],
            "sprites": [{\(unknown("sprite"))"imageKey": "a", "frames": [\(frame)]}]}
            """
        let folder = TemporaryFolder()
        folder.write([7], to: "a.bin")
        folder.write(Array(text.utf8), to: "movie.json")
        do throws(SVGAError) {
            return .success(try SVGADocument(folder: folder.path))
        } catch {
            return .failure(error)
        }
    }

    private typealias FolderResult = Result<SVGADocument, SVGAError>

    private static let owners = ["movie", "image", "audio", "sprite", "frame", "shape"]
    private static let parts = UnknownFields.Part.allCases.map { "\($0)" }

    private func location(_ owner: String) -> String {
        switch owner {
        case "movie": ""
        case "image": "payloads[0]."
        case "audio": "audios[0]."
        case "sprite": "sprites[0]."
        case "frame": "sprites[0].frames[0]."
        default: "sprites[0].frames[0].shapes[0]."
        }
    }

    @Test(
        arguments: [
            ("movie", "own", "protobuf", [0xFF, 0xFF]), ("movie", "own", "protobuf", [0x98, 0x06]), ("sprite", "own", "protobuf", [8, 1]),
            ("movie", "own", "protobuf", [0x0A, 1, 65]), ("frame", "layout", "protobuf", [0x0D, 0, 0, 0, 0]),
            ("image", "own", "protobuf", [0x12, 1, 1]), ("shape", "args", "protobuf", [0x2D, 0, 0, 0, 0]),
            ("shape", "fill", "protobuf", [0x9A, 0x06, 200, 1]), ("frame", "own", "protobuf", []),
            ("sprite", "layout", "protobuf", [0x98, 6, 1]),
            ("movie", "viewBox", "protobuf", [0x98, 6, 1]), ("movie", "own", "protobuf", [0x9B, 0x06]),
            ("movie", "own", "json", Array("\"a\"".utf8)), ("movie", "own", "json", Array("\"a\":1}".utf8)),
            ("sprite", "own", "json", Array("\"a\":1},{\"b\":2".utf8)),
            ("sprite", "own", "json", Array("\"a\":1}],\"sprites\":[{\"b\":2".utf8)),
            ("movie", "own", "json", Array("\"ver\":\"3\"".utf8)), ("frame", "layout", "json", Array("\"x\":1".utf8)),
            ("frame", "own", "json", Array("\"al\\u0070ha\":1".utf8)), ("shape", "args", "json", Array("\"radiusX\":1".utf8)),
            ("shape", "kind", "json", Array("\"type\":\"keep\"".utf8)), ("shape", "fill", "json", Array("\"q\":1".utf8)),
            ("movie", "own", "json", Array("\"a\":1,".utf8)), ("movie", "own", "json", []), ("image", "own", "json", Array("\"a\":1".utf8)),
            ("shape", "styles", "json", Array(("\"a\":" + String(repeating: "[", count: 60) + String(repeating: "]", count: 60)).utf8)),
        ] as [(String, String, String, [UInt8])])
    func `bytes that are not complete fields of unknown names are refused with their location`(
        owner: String, part: String, encoding: String, bytes: [UInt8]
    ) throws {
        let result = packing(owner, part, encoding, bytes)
        guard case .failure(let error) = result, case .folder(let found, _, let reason)? = error.detail else {
            Issue.record("\(result)")
            return
        }
        #expect(found == location(owner) + "unknown[0].base64" && !reason.isEmpty, "\(found): \(reason)")
    }

    @Test(
        arguments: [
            ("movie", "own", "protobuf", [0x98, 0x06, 1]), ("movie", "params", "protobuf", [0x98, 0x06, 1]),
            ("frame", "layout", "protobuf", [0x9A, 0x06, 1, 7, 0x99, 0x06, 1, 2, 3, 4, 5, 6, 7, 8]),
            ("shape", "stroke", "protobuf", [0x98, 6, 1]),
            ("shape", "args", "protobuf", [0x35, 0, 0, 0, 0]), ("movie", "own", "json", Array("\"a\" : [1, {}] , \"b\":null".utf8)),
            ("movie", "viewBox", "json", Array("\"a\":NaN".utf8)), ("frame", "transform", "json", Array("\"e\":1".utf8)),
            ("shape", "styles", "json", Array("\"é\":\"}\"".utf8)),
        ] as [(String, String, String, [UInt8])])
    func `complete fields of unknown names are preserved`(owner: String, part: String, encoding: String, bytes: [UInt8]) throws {
        _ = try packing(owner, part, encoding, bytes).get()
    }

    @Test func `a count that is not that of the fields is refused`() throws {
        let fields: [UInt8] = [0x98, 0x06, 1, 0x98, 0x06, 2]
        #expect(try packing("movie", "own", "protobuf", fields, count: ", \"count\": 2").get().movie.unknown.count(.protobuf) == 2)
        #expect(try packing("movie", "own", "protobuf", fields).get().movie.unknown.count(.protobuf) == 2)
        guard case .failure(let error) = packing("movie", "own", "protobuf", fields, count: ", \"count\": 3"),
            case .folder("unknown[0].count", 1, _)? = error.detail
        else {
            Issue.record("3 are counted")
            return
        }
    }

    @Test func `whatever is packed can be read back, with its unknown fields`() throws {
        var random = Seeded(state: 7)
        let protobuf: [[UInt8]] = [
            [0x98, 6, 1], [0x9A, 6, 2, 8, 8], [8, 1], [0x0A, 1, 65], [0x12, 0], [0x9D, 6, 0, 0, 0, 0], [0x38, 0x80],
        ]
        let json = ["\"a\":1", "\"b\":[{}]", ",", "\"x\":2", "\"type\":\"star\"", "\"type\":3", "\"args\":{}", "}", "{", " ", "\"d\"", ":"]
        var packed = 0
        for _ in 0..<600 {
            let isJSON = Bool.random(using: &random)
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes += isJSON ? Array((json.randomElement(using: &random) ?? "").utf8) : protobuf.randomElement(using: &random) ?? []
            }
            if Int.random(in: 0..<8, using: &random) == 0 {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
            let owner = Self.owners.randomElement(using: &random) ?? ""
            let part = Bool.random(using: &random) ? "own" : Self.parts.randomElement(using: &random) ?? ""
            guard case .success(var document) = packing(owner, part, isJSON ? "json" : "protobuf", bytes) else { continue }
            packed += 1
            if isJSON { document.movie.audios = [] }
            // An audio's members cannot be written: movie.spec has no sounds.
            if isJSON, owner == "audio" { continue }
            let format = isJSON ? MovieFormat.v1JSON : .v2
            let file = try document.write(as: format, options: .withoutKeep)
            let again = try SVGADocument(bytes: file).movie
            var expected = document.movie
            if isJSON, part == "kind" { expected.sprites[0].frames[0].shapes[0].unknown = UnknownFields() }
            let isSame = again == expected
            #expect(isSame, "\(owner) \(part) \(bytes)")
        }
        #expect(packed > 20)
    }
}

private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
}
