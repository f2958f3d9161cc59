import Foundation
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGASupport
import TestSupport

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

/// A preview of a folder, asked without a network.
final class PreviewOfFolder {
    let folder = TemporaryFolder()
    let preview: Preview

    /// - Parameter files: copies of samples, by the paths that they get. `gift.svga` is the one with mattes and a sound.
    init(_ files: [String: String], limits: ReadLimits = .default) throws {
        for (path, sample) in files.sorted(by: { $0.key < $1.key }) { try PreviewOfFolder.copy(sample, to: "\(folder.path)/\(path)") }
        preview = try Preview(paths: [folder.path], limits: limits)
    }

    static func copy(_ sample: String, to path: String) throws {
        let target = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        let name = sample == "gift.svga" ? "gift-mattes" : String(sample.prefix { $0 != "." })
        try FileManager.default.copyItem(at: TestFiles.sample(name), to: target)
    }

    func ask(_ path: String, _ query: [String: String] = [:]) -> Answer { ask("GET", path, query: query) }

    /// - Parameter language: the page's, as `Accept-Language`; nil: none.
    func ask(_ method: String, _ path: String, query: [String: String] = [:], body: JSONValue? = nil, language: String? = nil) -> Answer {
        let parts = ["api"] + path.split(separator: "/").map(String.init)
        let bytes = body.map { Array($0.text(.compact).utf8) } ?? []
        var request = HTTPRequest(method: method, path: parts, query: query, body: bytes)
        request.headers = language.map { [("accept-language", $0)] } ?? []
        return Answer(preview.answer(request))
    }

    /// The identifier of the movie at a path below the folder.
    func id(_ path: String) -> String {
        guard case .array(let movies) = ask("movies").json["movies"] else { return "" }
        let movie = movies.first { movie in
            let folder = movie["folder"]?.text ?? ""
            return (folder.isEmpty ? "" : folder + "/") + (movie["name"]?.text ?? "") == path
        }
        return movie?["id"]?.text ?? ""
    }

    /// A job's last state.
    func job(_ request: JSONValue) async throws -> JSONValue {
        let id = ask("POST", "jobs", body: request).json["job"]?.text ?? ""
        while true {
            let job = ask("jobs/\(id)").json
            if job["state"] != .string("running") { return job }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

/// An answer with its full body.
struct Answer {
    let status: Int
    let type: String
    let headers: [String: String]
    let body: [UInt8]

    init(_ response: HTTPResponse) {
        status = response.status
        headers = Dictionary(response.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        type = headers["Content-Type"] ?? ""
        switch response.body {
        case .bytes(let bytes): body = bytes
        case .stream(let stream): body = Answer.read(stream)
        }
    }

    private static func read(_ stream: any ByteStream) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1000)
        while let count = buffer.withUnsafeMutableBytes({ try? stream.read(into: $0) }), count > 0 { bytes += buffer.prefix(count) }
        return bytes
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// null where the body is not JSON.
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
}

extension JSONValue {
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    var list: [JSONValue] {
        if case .array(let list) = self { list } else { [] }
    }
}
