import Foundation
import SVGAKit

/// Animations as bytes, as files of several, and on disk.
func exports(_ prepared: PreparedMovie, out: String, _ checks: inout Checks) async throws {
    let scene = try prepared.scene(options: RenderOptions(size: .pixels(width: 120, height: 0)))
    let some = ExportOptions(timing: ExportTiming(frames: Array(60..<70)))

    let apng = try await Exporter.bytes(of: scene, as: .apng, options: some)
    checks.check(apng.starts(with: [0x89, 0x50, 0x4E, 0x47]), "ten frames as APNG bytes: \(apng.count)")
    let path = out + "/gift.apng"
    try await Exporter.export(scene, as: .apng, to: path, options: some) { framesDone, framesTotal in
        if framesDone == framesTotal { print("\(framesTotal) frames are written") }
    }
    checks.check(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == apng, "the same bytes as a file")
    let webP = try await Exporter.bytes(of: scene, as: .webP(), options: some)
    checks.check(webP.starts(with: Array("RIFF".utf8)), "as animated WebP: \(webP.count)")
    let gif = try await Exporter.bytes(of: scene, as: .gif(GIFOptions(matte: .white)), options: some)
    checks.check(gif.starts(with: Array("GIF89a".utf8)), "as GIF: \(gif.count)")
    let frames = try await Exporter.files(of: scene, as: .pngSequence, options: some)
    checks.check(frames.count == 10, "a file for each frame: \(frames.first?.name ?? "") …")
    let sheet = try await Exporter.files(of: scene, as: .sheet(), options: some)
    checks.check(sheet.count == 2, "a sprite sheet: \(sheet.map(\.name).joined(separator: " and "))")

    do throws(SVGAError) {
        try await Exporter.export(scene, as: .apng, to: path, options: some)
        checks.fail("an existing file is not overwritten")
    } catch {
        checks.check(error.kind == .fileExists && error.subject == .path(path), "an existing file is not overwritten")
    }
}

/// An animation that is not an SVGA movie: a square that grows brighter.
struct Glow: PlayableAnimation {
    let frameCount = 30
    let frameRate = FrameRate(30_000, per: 1001)!
    let widthPixels = 16
    let heightPixels = 9

    func makePainter() throws(SVGAError) -> GlowPainter { GlowPainter(self) }
}

final class GlowPainter: AnimationPainter {
    private let glow: Glow
    private var level: UInt8 = 0

    init(_ glow: Glow) { self.glow = glow }

    func paint(frame: Int) throws(SVGAError) { level = UInt8(255 * frame / (glow.frameCount - 1)) }

    /// The colours of an opaque grey are the same in all formats.
    func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
        for y in 0..<glow.heightPixels {
            for x in 0..<glow.widthPixels {
                let start = y * (bytesPerRow ?? 4 * glow.widthPixels) + 4 * x
                for channel in 0..<3 { buffer[start + channel] = level }
                buffer[start + 3] = 255
            }
        }
    }
}

func ownAnimation(_ checks: inout Checks) async throws {
    let frames = try await Exporter.files(of: Glow(), as: .pngSequence, name: "glow")
    checks.check(frames.count == 30 && frames[0].name == "glow-00000.png", "an animation of its own: \(frames.count) frames")
    let last = try ReplacementImage(bytes: frames[29].bytes)
    checks.check(last.width == 16 && last.height == 9, "its frames are 16 × 9")
    let webP = try await Exporter.bytes(of: Glow(), as: .webP())
    checks.check(!webP.isEmpty, "and as WebP: \(webP.count) bytes")
    let player = SVGAPlayer(Glow())
    player.step(toFrame: 12, andPlay: false)
    checks.check(player.currentFrame == 12, "a player plays it")
}
