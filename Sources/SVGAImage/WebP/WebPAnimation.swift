package import SVGAPixels
import SVGASupport

/// The container of an animated WebP file: RIFF chunks around what libwebp makes of each frame.
///
/// libwebpmux could write it too, but only with all frames in memory.
package enum WebPAnimation {
    /// What fits the RIFF size, which does not count the first 8 bytes and is even.
    package static let maximumBytes = Int(UInt32.max) - 1 + 8
    package static let maximumMilliseconds = 1 << 24 - 1
    package static let riffSizeOffset = 4

    /// Everything before the first frame, with a RIFF size of 0.
    /// - Parameter loops: how often it plays, 0 meaning forever.
    package static func header(width: Int, height: Int, loops: Int) -> [UInt8] {
        var bytes = Array("RIFF".utf8)
        bytes.append(little: 0, bytes: 4)
        bytes += "WEBPVP8X".utf8
        bytes.append(little: 10, bytes: 4)
        let (animation, alpha) = (0x02, 0x10)
        bytes.append(little: animation | alpha, bytes: 4)
        bytes.append(little: width - 1, bytes: 3)
        bytes.append(little: height - 1, bytes: 3)
        bytes += "ANIM".utf8
        bytes.append(little: 6, bytes: 4)
        // The background: transparent.
        bytes.append(little: 0, bytes: 4)
        bytes.append(little: loops, bytes: 2)
        return bytes
    }

    package static func riffSize(byteCount: Int) -> [UInt8] {
        [UInt8](little: byteCount - 8, bytes: 4)
    }

    /// One frame's chunk.
    /// - Parameters:
    ///   - area: begins at even numbers.
    ///   - isLaidOver: whether transparent pixels leave what was there.
    ///   - isCleared: whether the area becomes transparent before the next frame comes.
    ///   - file: a WebP file of the area's picture, of which the picture's own chunks are taken.
    package static func frame(_ area: PixelRect, isLaidOver: Bool, isCleared: Bool, milliseconds: Int, file: [UInt8]) -> [UInt8] {
        let isExtended = file.count > 30 && file[12..<16].elementsEqual("VP8X".utf8)
        let picture = file.dropFirst(isExtended ? 30 : 12)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(24 + picture.count)
        bytes += "ANMF".utf8
        bytes.append(little: 16 + picture.count, bytes: 4)
        bytes.append(little: area.x / 2, bytes: 3)
        bytes.append(little: area.y / 2, bytes: 3)
        bytes.append(little: area.width - 1, bytes: 3)
        bytes.append(little: area.height - 1, bytes: 3)
        bytes.append(little: milliseconds, bytes: 3)
        let (clears, replaces) = (UInt8(0x01), UInt8(0x02))
        bytes.append((isCleared ? clears : 0) | (isLaidOver ? 0 : replaces))
        bytes += picture
        return bytes
    }
}
