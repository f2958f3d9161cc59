// Feeds arbitrary bytes to the whole reading path, then prepares and paints what was read.
// Any error may be thrown; only a crash, a sanitizer report or a timeout is a finding.
import SVGAFormat
import SVGAModel
import SVGARender

/// Small enough that no input can be slow: a timeout then means a loop that a limit does not cover.
private let limits: ReadLimits = {
    var limits = ReadLimits()
    limits.inputBytes = 1 << 20
    limits.inflatedBytes = 1 << 20
    limits.documentBytes = 8 << 20
    limits.entries = 64
    limits.sprites = 64
    limits.frames = 1_000
    limits.spriteFrames = 10_000
    limits.images = 64
    limits.imagePixels = 1 << 16
    limits.decodedBytes = 1 << 20
    limits.pathSegments = 10_000
    limits.dashes = 1_000
    limits.canvasPixels = 1 << 16
    return limits
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRead(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    // Text that looks like JSON stands for a movie.spec.
    if bytes.first == UInt8(ascii: "{") { bytes = storedZip(name: "movie.spec", bytes) }
    guard let movie = try? VideoEntity(bytes: bytes, options: ReadOptions(limits: limits)) else { return 0 }
    var options = RenderOptions()
    options.limits = limits
    guard let scene = try? Scene(movie, options: options) else { return 0 }
    for frame in Set([0, movie.frames / 2, movie.frames - 1]).sorted() {
        _ = try? scene.pixmap(frame: frame)
    }
    return 0
}
