import SVGAFormat
import SVGAModel
import SVGASupport
import Testing

@testable import SVGAFormat

/// A length-delimited field, of any length.
private func field(_ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    var remaining = payload.count
    while remaining >= 0x80 {
        length.append(UInt8(remaining & 0x7F) | 0x80)
        remaining >>= 7
    }
    return [number << 3 | 2] + length + [UInt8(remaining)] + payload
}

/// Four unknown fields: one of each wire type, the last with a two-byte tag. `mark` distinguishes them from others.
private func strange(_ mark: UInt8) -> [UInt8] {
    let text: [UInt8] = [0xF2, 0x07, 3, mark, 0, mark]
    return [0x60, mark] + [0x6D, mark, 0, 0, 0x80] + [0x71, mark, 1, 2, 3, 4, 5, 6, 7] + text
}

/// A movie with unknown fields in every message.
private let message: [UInt8] = {
    let color = { (mark: UInt8) in [0x0D, 0, 0, 0x80, 0x3F] + strange(mark) }
    let style = field(1, color(1)) + field(2, color(2)) + strange(3)
    func shape(_ type: UInt8, _ args: [UInt8], _ mark: UInt8) -> [UInt8] {
        field(
            5, [0x08, type] + field(type + 2, args + strange(mark)) + field(10, style) + field(11, strange(mark + 1)) + strange(mark + 2))
    }
    let shapes = shape(0, field(1, Array("M0 0".utf8)), 20) + shape(1, [0x0D, 0, 0, 0x80, 0x3F], 30) + shape(2, [], 40)
    let frame = [0x0D, 0, 0, 0x80, 0x3F] + field(2, strange(4)) + field(3, strange(5)) + shapes + strange(6)
    let sprite = field(1, [0x61]) + field(2, frame) + field(2, strange(7)) + strange(8)
    let audio = field(1, [0x62]) + strange(9)
    let image = field(1, [0x61]) + field(2, [1, 2, 3]) + strange(10)
    let params = [0x18, 20] + strange(11)
    return field(1, [0x32]) + field(2, params) + field(3, image) + field(4, sprite) + field(5, audio) + strange(12)
}()

private func spec(_ text: String) throws -> [UInt8] {
    try ZipWriter.archive([ArchiveEntry(name: "movie.spec", bytes: Array(text.utf8)), ArchiveEntry(name: "i.png", bytes: [7, 7])])
}

/// Unknown members at every level.
private let strangeSpec = """
    {"ver":"1.1.0","made":{"by":["a",{"b":1e3}],"on":null},"movie":{"viewBox":{"width":10,"height":10,"depth":3},"fps":20,"frames":1,
    "loop":true},"images":{"i":"i"},"sprites":[{"imageKey":"i","id":"\\u0041","frames":[{"alpha":1,"ease":"in",
    "layout":{"width":10,"height":10,"z":1},"transform":{"tx":1,"skew":0.5},"shapes":[{"type":"rect","name":"x","args":{"x":1,"y":2,
    "width":3,"height":4,"cornerRadius":0,"squircle":1},"styles":{"fill":[1,0,0,1],"blend":"add"},"transform":{"ty":1,"rot":9}},
    {"type":"star","args":{"points":5,"x":1}},{"type":7,"args":{"x":1}},null]}]}]}
    """

@Suite("What a document has beside the format") struct DocumentUnknownTests {
    @Test("unknown fields of every message survive", arguments: [MovieFormat.v2, .v1Binary])
    func protobuf(format: MovieFormat) throws {
        let document = try SVGADocument(bytes: message)
        #expect(document.diagnostics.map(\.message).last == "\(4 * 27) unknown fields")
        #expect(document.losses(as: format) == [])
        let bytes = try document.write(as: format)
        let again = try SVGADocument(bytes: bytes)
        #expect(again.movie == document.movie)
        #expect(again.movie.sprites[0].frames[0].shapes[2].unknown[.stroke, .protobuf] == strange(2))
        #expect(again.movie.sprites[0].frames[0].shapes[1].unknown[.args, .protobuf] == strange(30))
        #expect(again.movie.sprites[0].frames[1].unknown[.own, .protobuf] == strange(7))
        #expect(again.movie.unknown[.params, .protobuf] == strange(11))
        #expect(again.diagnostics.filter { $0.code == .unknownFields } == document.diagnostics.filter { $0.code == .unknownFields })
    }

    @Test("a movie reads the same with unknown fields as without")
    func resolved() throws {
        let movie = try VideoEntity(bytes: message)
        #expect(movie.sprites[0].frames[0].shapes.count == 3 && movie.images[0].bytes == [1, 2, 3] && movie.audios.count == 1)
    }

    @Test("a shape type that is unknown keeps its number and its arguments")
    func shapeType() throws {
        let document = try SVGADocument(bytes: field(4, field(2, field(5, [0x08, 9] + field(3, [0x0D, 0, 0, 0x80, 0x3F])))))
        #expect(document.movie.sprites[0].frames[0].shapes[0].unknownKind == 9)
        #expect(try SVGADocument(bytes: document.write(as: .v2)).movie == document.movie)
    }

    @Test("unknown members of JSON survive at every level, with types and arguments of unknown shapes")
    func json() throws {
        let document = try SVGADocument(bytes: spec(strangeSpec))
        #expect(document.diagnostics.map(\.message).contains("12 unknown members"))
        #expect(document.losses(as: .v1JSON) == [])
        let again = try SVGADocument(bytes: document.write(as: .v1JSON))
        #expect(again.movie == document.movie)
        let shapes = again.movie.sprites[0].frames[0].shapes
        #expect(shapes.map(\.kind) == [.rect, nil, nil, nil] && shapes.map(\.unknownKind) == [0, 0, 7, 0])
        #expect(shapes[0].unknown[.args, .json] == Array("\"squircle\":1".utf8))
        #expect(shapes[1].unknown[.kind, .json] == Array("\"type\":\"star\",\"args\":{\"points\":5,\"x\":1}".utf8))
        #expect(again.movie.unknown[.own, .json] == Array("\"made\":{\"by\":[\"a\",{\"b\":1e3}],\"on\":null}".utf8))
    }

    @Test("content that a movie cannot have gets a diagnostic")
    func dropped() throws {
        let shapes = "{\"type\":\"ellipse\",\"args\":{\"x\":1,\"width\":3},\"styles\":{\"fill\":{\"r\":1,\"p\":2}}}"
        let document = try SVGADocument(bytes: spec("{\"sprites\":[{\"frames\":[{\"shapes\":[\(shapes)]}]}]}"))
        let messages = document.diagnostics.filter { $0.code == .unknownFields }.map(\.message)
        #expect(messages == ["2 unknown members of colors or shapes are dropped"])
    }

    @Test("one wire's unknown fields are losses on the other, reported with a count and a location")
    func losses() throws {
        let protobuf = try SVGADocument(bytes: message)
        #expect(protobuf.losses(as: .v1JSON) == ["audio \"b\"", "\(4 * 26) unknown protobuf fields"])
        let json = try SVGADocument(bytes: spec(strangeSpec))
        #expect(json.losses(as: .v2) == ["14 unknown JSON members"])
        #expect(throws: SVGAError.unsupported(["14 unknown JSON members"])) { try json.write(as: .v2) }
        let dropped = try SVGADocument(bytes: json.write(as: .v2, options: WriteOptions(dropsUnsupported: true)))
        #expect(dropped.losses(as: .v1JSON) == [])
        let frame = "{\"sprites\":[{\"frames\":[{},{\"x\":1}]}]}"
        #expect(try SVGADocument(bytes: spec(frame)).losses(as: .v1Binary) == ["1 unknown JSON member (sprite 0 \"\", frame 1)"])
    }

    @Test("many unknown fields stop at the document's limit")
    func flood() {
        var limits = ReadLimits()
        limits.documentBytes = 100_000
        let flood = [UInt8](repeating: 0, count: 4000).flatMap { _ in [0x60 as UInt8, 1] }
        guard let limit = readError(flood + field(1, [0x32]), limits: limits)?.limit else {
            Issue.record("not stopped")
            return
        }
        #expect(limit.name == "documentBytes")
    }

    @Test("entries that no image names survive in a ZIP, and are named where there is none")
    func otherEntries() throws {
        var entries = [ArchiveEntry(name: "movie.spec", bytes: Array("{\"images\":{\"k\":\"pic\"}}".utf8))]
        entries += [ArchiveEntry(name: "pic.png", bytes: [1]), ArchiveEntry(name: "notes/readme.txt", bytes: Array("hello".utf8))]
        let document = try SVGADocument(bytes: ZipWriter.archive(entries + [ArchiveEntry(name: "k.png", bytes: [2])]))
        #expect(document.otherEntries.map(\.name) == ["notes/readme.txt", "k.png"])
        for format in [MovieFormat.v1JSON, .v1Binary] {
            let again = try SVGADocument(bytes: document.write(as: format))
            #expect(again.otherEntries == document.otherEntries && again.movie == document.movie)
            #expect(again.movie.images[0].entryName == "pic.png")
        }
        #expect(document.losses(as: .v2) == ["the ZIP entry \"notes/readme.txt\"", "the ZIP entry \"k.png\""])
        #expect(throws: SVGAError.self) { try document.write(as: .v2) }
    }

    @Test("opaque payloads keep every byte", arguments: MovieFormat.allCases)
    func opaque(format: MovieFormat) throws {
        var movie = WireMovie()
        movie.images = [WireImage(key: "a", bytes: []), WireImage(key: "b", bytes: [0]), WireImage(key: "c", bytes: Array("b.png".utf8))]
        #expect(try SVGADocument(bytes: SVGADocument(movie: movie).write(as: format)).movie == movie)
    }
}
