package import SVGAPixels
import SVGASupport

/// The container of an animated WebP file: RIFF chunks around libwebp's output for each frame.
///
/// libwebpmux could write it too, but only with all frames in memory.
package enum WebPAnimation {
    /// The maximum of the RIFF size, which is even and excludes the first 8 bytes.
    package static let maximumBytes = Int(UInt32.max) - 1 + 8
    package static let maximumMilliseconds = 1 << 24 - 1
    package static let riffSizeOffset = 4

    /// All bytes before the first frame, with a RIFF size of 0.
    /// - Parameter loops: the number of plays; 0: infinite.
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

    /// The chunk of a frame.
    /// - Parameters:
    ///   - area: its origin has even coordinates.
    ///   - isLaidOver: whether the frame is blended over the previous one.
    ///   - isCleared: whether the area becomes transparent before the next frame.
    ///   - file: a WebP file of the area's picture; its image chunks are copied.
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
