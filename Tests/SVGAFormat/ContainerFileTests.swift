import Foundation
import SVGAFormat
import SVGAModel
import SVGASupport
import Testing

@testable import SVGAFormat

@Suite struct ContainerFileTests {
    /// Calls `body` with a temporary file.
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "svga-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(url.path())
    }

    @Test("a missing file is an error")
    func missing() {
        #expect(throws: SVGAError.file(reason: "no such file")) { try VideoEntity(path: "/nonexistent/a.svga") }
    }

    @Test("a directory is an error")
    func directory() {
        #expect(throws: SVGAError.file(reason: "is a directory")) { try VideoEntity(path: NSTemporaryDirectory()) }
    }

    @Test("a file reads to its last byte")
    func file() throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        try withFile(bytes) { path in
            let read = try FileBytes.read(path: path, limits: .default)
            #expect(read == bytes)
        }
    }

    @Test("an empty file is empty")
    func empty() throws {
        try withFile([]) { path in #expect(throws: SVGAError.empty) { try VideoEntity(path: path) } }
    }

    @Test("a file over the limit is not read")
    func limit() throws {
        var limits = ReadLimits()
        limits.inputBytes = 99
        try withFile(Array(repeating: 1, count: 100)) { path in
            #expect(throws: SVGAError.limit(LimitExceeded(\.inputBytes, of: limits, found: 100))) {
                try VideoEntity(path: path, options: ReadOptions(limits: limits))
            }
        }
    }

    @Test("a pipe reads to its end, and no further than the limit")
    func pipe() throws {
        let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for allowed in [50_000, 49_999] {
            let pipe = Pipe()
            try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
            try pipe.fileHandleForWriting.close()
            var limits = ReadLimits()
            limits.inputBytes = allowed
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            if allowed == bytes.count {
                #expect(try FileBytes.read(descriptor, limits: limits) == bytes)
            } else {
                #expect(throws: SVGAError.limit(LimitExceeded(\.inputBytes, of: limits, found: 50_000))) {
                    try VideoEntity(fileDescriptor: descriptor, options: ReadOptions(limits: limits))
                }
            }
        }
    }

    @Test("a closed descriptor is an error")
    func closed() {
        #expect(throws: SVGAError.file(reason: "Bad file descriptor")) { try VideoEntity(fileDescriptor: -1) }
    }
}
