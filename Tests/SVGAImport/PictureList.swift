import SVGAExport
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport

@testable import SVGAImport

/// Pictures as an animation, to be exported.
struct PictureList: PlayableAnimation {
    let pictures: [Pixmap]
    let frameRate: FrameRate

    init(_ pictures: [Pixmap], fps: Int = 20) {
        self.pictures = pictures
        frameRate = FrameRate(fps)!
    }

    var frameCount: Int { pictures.count }
    var widthPixels: Int { pictures[0].width }
    var heightPixels: Int { pictures[0].height }
    var audios: [AudioEntity] { [] }
    var sounds: [SoundEntity] { [] }

    func makePainter() -> PictureListPainter { PictureListPainter(pictures) }

    /// The pictures as bytes of a file.
    func bytes(as format: ExportFormat) async throws -> [UInt8] { try await Exporter.bytes(of: self, as: format) }

    /// A picture with a rough background that stays and a square that walks.
    static func walking(_ count: Int, side: Int = 64, isOpaque: Bool = true) -> [Pixmap] {
        (0..<count).map { index in
            var pixmap = Pixmap(width: side, height: side)
            for y in 0..<side {
                for x in 0..<side {
                    let start = 4 * (y * side + x)
                    let isSquare = (index * 3..<index * 3 + 10).contains(x) && (20..<30).contains(y)
                    let color: [UInt8] =
                        isSquare
                        ? [250, UInt8(y * 3), UInt8(index * 7 % 200), 255]
                        : isOpaque ? [UInt8(x * 3 % 256), UInt8(x * y * 37 % 251), UInt8((x * x + y * 7919) % 97), 255] : [0, 0, 0, 0]
                    pixmap.pixels.replaceSubrange(start..<start + 4, with: color)
                }
            }
            return pixmap
        }
    }
}

final class PictureListPainter: AnimationPainter {
    private let pictures: [Pixmap]
    private var shown = 0

    init(_ pictures: [Pixmap]) { self.pictures = pictures }

    func paint(frame: Int) { shown = frame }

    func copyPixels(_ format: PixelFormat, bytesPerRow: Int?, into buffer: UnsafeMutableRawBufferPointer) {
        let picture = pictures[shown]
        var bytes = format == .rgba || format == .bgra ? picture.straightPixels() : picture.pixels
        if format == .bgra || format == .premultipliedBGRA {
            for start in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(start, start + 2) }
        }
        let row = 4 * picture.width
        for y in 0..<picture.height {
            let start = y * (bytesPerRow ?? row)
            UnsafeMutableRawBufferPointer(rebasing: buffer[start..<start + row]).copyBytes(from: bytes[y * row..<(y + 1) * row])
        }
    }
}

extension SVGADocument {
    /// A frame as it is drawn.
    func picture(_ frame: Int) throws -> Pixmap { try StillFrames(movie).picture(frame) }
}
