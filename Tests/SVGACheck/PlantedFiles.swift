import SVGAEmulation
import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

@testable import SVGACheck

/// A file with one defect, and what must be found in it.
struct PlantedFile: Sendable, CustomTestStringConvertible {
    let code: FindingCode
    /// Who has it; empty: it is about no player.
    var players: Set<PublicPlayer> = []
    var severity: Diagnostic.Severity?
    /// The frames in which the sprite has it.
    var frames: [ClosedRange<Int>]?
    let bytes: @Sendable () throws -> [UInt8]

    var testDescription: String { code.name + " " + players.map(\.name).sorted().joined(separator: ",") }
}

/// Movies in which nothing is to be found, to plant defects in.
enum Clean {
    static let frames = 4

    /// A bitmap as large as its layout.
    static func bitmap(_ change: (inout WireFrame, Int) -> Void = { _, _ in }) -> WireSprite {
        sprite("face", .visible(), change)
    }

    static func shapes(_ shapes: WireShape..., change: (inout WireFrame, Int) -> Void = { _, _ in }) -> WireSprite {
        var frame = WireFrame.visible()
        frame.shapes = shapes
        return sprite("box.vector", frame, change)
    }

    private static func sprite(_ key: String, _ frame: WireFrame, _ change: (inout WireFrame, Int) -> Void) -> WireSprite {
        let list = (0..<frames).map { index in
            var copy = frame
            change(&copy, index)
            return copy
        }
        return WireSprite(imageKey: key, frames: list)
    }

    static let png = Pixmap(width: 16, height: 16, Pixel.red)

    static func movie(_ sprites: WireSprite..., change: (inout WireMovie) -> Void = { _ in }) throws -> WireMovie {
        var movie = WireMovie.tiny(frames: Int32(frames), images: [try png.payload("face")], sprites: sprites)
        change(&movie)
        return movie
    }

    static func stroke(_ change: (inout WireStyle) -> Void = { _ in }) -> WireStyle {
        var style = WireStyle.stroke(.red, width: 2, dash: (3, 2, 0))
        style.miterLimit = 4
        change(&style)
        return style
    }

    static func audio(_ key: String) -> WireAudio {
        var audio = WireAudio()
        audio.audioKey = key
        audio.startFrame = 1
        audio.endFrame = 3
        return audio
    }
}

extension WireMovie {
    func file(_ container: VideoEntity.Container = .zlib) throws -> [UInt8] { try DocumentWriter.write(self, as: container) }
}

extension [UInt8] {
    /// With every occurrence of a text replaced by another as long.
    func replacing(_ text: String, with other: [UInt8]) -> [UInt8] {
        let wanted = Array(text.utf8)
        var bytes = self
        for index in indices.dropLast(wanted.count - 1) where Array(self[index..<index + wanted.count]) == wanted {
            bytes.replaceSubrange(index..<index + wanted.count, with: other)
        }
        return bytes
    }
}
