import Foundation
import SVGAHTTP
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

/// What the page asks for scenes, straight to the preview, without a network.
struct ScenePage {
    /// A frame as it was sent.
    struct Frame {
        let frame: Int
        let box: PixelRect
        /// Straight RGBA.
        let pixels: [UInt8]

        /// The full frame, in straight RGBA.
        func full(width: Int, height: Int) -> [UInt8] {
            var full = [UInt8](repeating: 0, count: 4 * width * height)
            for y in 0..<box.height {
                let start = 4 * ((box.y + y) * width + box.x)
                full[start..<start + 4 * box.width] = pixels[4 * y * box.width..<4 * (y + 1) * box.width]
            }
            return full
        }
    }

    let preview: Preview
    let movie: String

    /// - Parameter file: a movie.
    init(_ file: URL, limits: ReadLimits = .default) throws {
        preview = try Preview(paths: [file.path], limits: limits)
        let list = ScenePage.json(preview.answer(HTTPRequest(path: ["api", "movies"])))
        guard case .array(let movies)? = list?["movies"], case .string(let id)? = movies.first?["id"] else {
            throw PreviewError.notFound
        }
        movie = id
    }

    func get(_ path: String, _ query: [String: String] = [:]) -> HTTPResponse {
        preview.answer(HTTPRequest(path: ["api"] + path.split(separator: "/").map(String.init), query: query))
    }

    func post(_ path: String, _ body: [UInt8], _ query: [String: String] = [:]) -> HTTPResponse {
        preview.answer(HTTPRequest(method: "POST", path: ["api", path], query: query, body: body))
    }

    /// The answer to the content of a scene: `scene(#""vars": {"hide": ["a"]}"#)`.
    func scene(_ members: String...) -> HTTPResponse {
        post("scenes", Array("{\((["\"movie\":\"\(movie)\""] + members).joined(separator: ","))}".utf8))
    }

    /// The identifier of a scene that can be made.
    func sceneID(_ members: String...) throws -> String {
        let response = post("scenes", Array("{\((["\"movie\":\"\(movie)\""] + members).joined(separator: ","))}".utf8))
        return try #require(ScenePage.json(response)?.text("scene"), "\(ScenePage.line(response))")
    }

    func upload(_ bytes: [UInt8], name: String = "a.png") -> HTTPResponse { post("uploads", bytes, ["name": name]) }

    /// All frames of an answer, which comes in small pieces.
    static func frames(_ response: HTTPResponse, pieces: Int = 10_000) throws -> [Frame] {
        guard case .stream(let stream) = response.body else { throw PreviewError(response.status, "\(line(response))") }
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieces, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = try stream.read(into: buffer)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        var frames: [Frame] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let numbers = (0..<7).map { position in
                rest.dropFirst(4 * position).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            }
            let pixels = Array(rest.dropFirst(28).prefix(numbers[6]))
            #expect(numbers[5] == 0 && pixels.count == 4 * numbers[3] * numbers[4])
            frames.append(
                Frame(
                    frame: numbers[0], box: PixelRect(x: numbers[1], y: numbers[2], width: numbers[3], height: numbers[4]), pixels: pixels))
            rest = rest.dropFirst(28 + numbers[6])
        }
        return frames
    }

    static func json(_ response: HTTPResponse) -> JSONValue? {
        guard case .bytes(let bytes) = response.body else { return nil }
        return try? JSONValue(parsing: bytes)
    }

    /// The status and what the page shows, such as `422` with the error's message.
    static func line(_ response: HTTPResponse) -> String {
        "\(response.status) \(json(response)?.text("error") ?? "")"
    }
}

extension JSONValue {
    func text(_ name: String) -> String? {
        if case .string(let text)? = self[name] { text } else { nil }
    }

    func elements(_ name: String) -> [JSONValue] {
        if case .array(let elements)? = self[name] { elements } else { [] }
    }

    /// A number, integer or not.
    var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }
}
