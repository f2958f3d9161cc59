import Dispatch
import SVGAFormat
import SVGAImport
import SVGAModel

// Imports arbitrary bytes, as what they look like: a Lottie, an SVG, a picture that moves, or a description for `svga create`. Then compares
// the movie with its source, which draws both.
// Any error may be thrown; only a crash, a sanitizer report or a timeout is a finding.

/// So small that no input is slow: a timeout then means a loop that no limit covers.
private let limits: ReadLimits = {
    var limits = ReadLimits()
    limits.inputBytes = 1 << 20
    limits.inflatedBytes = 1 << 20
    limits.documentBytes = 8 << 20
    limits.entries = 64
    limits.sprites = 64
    limits.frames = 1_000
    limits.spriteFrames = 4_000
    limits.images = 64
    limits.imagePixels = 1 << 16
    limits.decodedBytes = 1 << 22
    limits.pathSegments = 10_000
    limits.dashes = 1_000
    limits.canvasPixels = 1 << 16
    return limits
}()

/// Before JSON: the text is packed as the animation of a `.lottie` archive. A mutated archive would fail its checksum before it is read.
private let packed = UInt8(ascii: "Z")

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzImport(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    if bytes.first == packed {
        let entry = ArchiveEntry(name: "animations/a.json", bytes: Array(bytes.dropFirst()))
        guard let archive = try? ZipWriter.archive([entry]) else { return 0 }
        bytes = archive
    }
    if let kind = try? ImportKind(bytes) {
        // Films are read by libav, which has fuzzers of its own.
        if kind != .pictures(.film) { run(bytes, kind) }
    } else if bytes.first == UInt8(ascii: "{") {
        // No file of the folder is read: there is none.
        _ = try? MovieCreation(folder: "/nonexistent", limits: limits).run(bytes)
    }
    return 0
}

/// Waits for the task: libFuzzer wants to know when an input is done.
private func run(_ bytes: [UInt8], _ kind: ImportKind) {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        defer { end.signal() }
        var options = ImportOptions()
        options.limits = limits
        options.threads = 1
        // Few frames, whatever the file's rate is. A still has none.
        if kind != .svg { options.framesPerSecond = 5 }
        guard let result = try? await Importer.run(.bytes(bytes, name: "fuzz"), options: options) else { return }
        _ = try? await result.lowestSimilarity(result.imported.document, 2)
    }
    end.wait()
}
