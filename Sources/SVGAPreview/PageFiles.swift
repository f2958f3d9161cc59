import CSVGAPage
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGASupport

/// The files of the page, embedded in the program.
enum PageFiles {
    static func answer(_ request: HTTPRequest) throws(PreviewError) -> HTTPResponse {
        guard request.method == "GET" else { throw PreviewError(405, "the page's files are read-only") }
        let name = request.path.isEmpty ? "index.html" : request.path.joined(separator: "/")
        guard name.utf8.allSatisfy(isPlain), let bytes = content(name) else { throw .notFound }
        if developmentFolder != nil { return .bytes(bytes, type: type(of: name)) }
        var response = HTTPResponse.bytes(bytes, type: type(of: name))
        // The URL contains the token, which changes at each start, so the file at a URL never changes.
        response.headers.append(("Cache-Control", "private, max-age=86400, immutable"))
        return response
    }

    /// The bytes of a file; nil if there is none of that name.
    static func content(_ name: String) -> [UInt8]? {
        guard let folder = developmentFolder else { return embedded(name) }
        return try? FileBytes.read(path: "\(folder)/\(name)", limits: .default)
    }

    /// The names of all files.
    static var names: [String] { table.map { String(cString: $0.path) } }

    private static func embedded(_ name: String) -> [UInt8]? {
        table.first { strcmp($0.path, name) == 0 }.map { Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)) }
    }

    private static var table: some Sequence<svga_page_file> {
        sequence(state: svga_page_files_start()) { next -> svga_page_file? in
            guard let entry = next?.pointee, entry.path != nil else { return nil }
            next = next?.advanced(by: 1)
            return entry
        }
    }

    /// During development, a folder replaces the embedded files, so that a change needs no build.
    private static let developmentFolder = getenv("SVGA_PAGE_FOLDER").map { String(cString: $0) }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "/"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        default: "application/octet-stream"
        }
    }
}
