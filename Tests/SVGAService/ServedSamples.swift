import Foundation
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGASources
import SVGASupport
import SVGATasks
import TestSupport

@testable import SVGAService

/// A service of the samples on a free port, and its log.
final class ServedSamples {
    static let key = String(repeating: "5a", count: 32)

    let service: Service
    let server: HTTPServer
    let keys: SigningKeys?
    private let lines: Locked<[String]>

    /// - Parameters:
    ///   - isSigned: whether requests need a signature.
    ///   - sources: nil: the samples.
    init(
        isSigned: Bool = false, sources: [any MovieSource]? = nil, limits: ReadLimits = .default,
        _ change: (inout ServiceSettings) -> Void = { _ in }
    ) throws {
        var settings = ServiceSettings()
        settings.isUnsigned = !isSigned
        // All tests run at once.
        settings.deadline = Seconds(argument: "\(HangLimit.seconds)")
        change(&settings)
        keys = isSigned ? try SigningKeys(parsing: Array(ServedSamples.key.utf8), file: "keys") : nil
        let lines = Locked<[String]>([])
        self.lines = lines
        var template = RenderTask()
        template.common.limits = limits
        service = try Service(
            settings, template: template, sources: try sources ?? [FolderSource(path: ServedSamples.folder)], keys: keys,
            processorCount: 2
        ) { line in lines.withLock { $0.append(line) } }
        var limits = Service.limits(settings)
        // The system may stop a client for long before it sends or reads.
        (limits.requestSeconds, limits.idleSeconds) = (120, 120)
        server = try HTTPServer(service, port: 0, access: isSigned ? .anyHost : .ownHost, limits: limits)
    }

    static let folder = TestFiles.root.appendingPathComponent("samples").path

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: TestFiles.root.appendingPathComponent("samples/\(name)")))
    }

    /// The lines of the log.
    var log: [String] { lines.withLock { $0 } }

    /// A target with the signature of the key.
    func signed(_ target: String) -> String { keys.flatMap { ServiceTarget.signed(target, with: $0) } ?? target }

    func client() -> RawClient { RawClient(port: server.port) }

    /// Sends one request.
    /// - Parameter fields: header fields, each with its line's end.
    func ask(_ target: String, method: String = "GET", fields: String = "", body: [UInt8] = []) -> RawClient.Response? {
        let client = client()
        let length = method == "POST" ? "Content-Length: \(body.count)\r\n" : ""
        client.send(Array("\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(fields)\(length)\r\n".utf8) + body)
        return client.response(hasBody: method != "HEAD")
    }
}
