import CSpng
import SVGAPlatform

/// Reads APNG without the code that writes it. It splits the chunks, checks their checksums and numbers, decodes each frame with libspng as
/// a separate PNG, and composes it by the specification.
package struct APNGReader {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Control {
        var (width, height, x, y) = (0, 0, 0, 0)
        var (numerator, denominator) = (0, 0)
        var (disposal, blend): (UInt8, UInt8) = (0, 0)
    }

    private var animation = DecodedAnimation(width: 0, height: 0, loops: 0, frames: [])
    private var canvas: [UInt8] = []
    private var header: [UInt8] = []
    /// The chunks between the header and the first frame that define the samples' meaning.
    private var colors: [(name: String, content: [UInt8])] = []
    private var declaredCount: Int?
    private var number = 0
    private var control: Control?
    private var data: [UInt8] = []

    package static func read(_ bytes: [UInt8]) throws -> DecodedAnimation {
        var reader = APNGReader()
        try reader.readChunks(bytes)
        return reader.animation
    }

    private static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

    private mutating func readChunks(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: APNGReader.signature) else { throw Failure(description: "no PNG") }
        var offset = 8
        var isEnded = false
        while offset < bytes.count {
            guard !isEnded, offset + 12 <= bytes.count else { throw Failure(description: "bytes that are no chunk at \(offset)") }
            let length = APNGReader.number(bytes[offset..<offset + 4])
            guard offset + 12 + length <= bytes.count else { throw Failure(description: "cut off at \(offset)") }
            let named = bytes[offset + 4..<offset + 8 + length]
            guard APNGReader.sum(named) == APNGReader.number(bytes[offset + 8 + length..<offset + 12 + length]) else {
                throw Failure(description: "wrong sum at \(offset)")
            }
            isEnded = try read(String(decoding: named.prefix(4), as: UTF8.self), Array(named.dropFirst(4)))
            offset += 12 + length
        }
        guard isEnded, animation.frames.count == declaredCount else {
            throw Failure(description: "\(animation.frames.count) frames, said \(declaredCount ?? -1)")
        }
    }

    /// - Returns: whether this is the end.
    private mutating func read(_ name: String, _ content: [UInt8]) throws -> Bool {
        switch name {
        case "IHDR":
            header = content
            animation.width = APNGReader.number(content[0..<4])
            animation.height = APNGReader.number(content[4..<8])
            canvas = [UInt8](repeating: 0, count: 4 * animation.width * animation.height)
        case "acTL":
            guard control == nil, data.isEmpty else { throw Failure(description: "acTL comes too late") }
            declaredCount = APNGReader.number(content[0..<4])
            animation.loops = APNGReader.number(content[4..<8])
        case "PLTE", "tRNS":
            guard control == nil else { throw Failure(description: "\(name) comes too late") }
            colors.append((name, content))
        case "fcTL":
            try endFrame()
            try count(content)
            let values = (1...4).map { APNGReader.number(content[4 * $0..<4 * $0 + 4]) }
            control = Control(
                width: values[0], height: values[1], x: values[2], y: values[3], numerator: APNGReader.number(content[20..<22]),
                denominator: APNGReader.number(content[22..<24]), disposal: content[24], blend: content[25])
        case "IDAT":
            guard animation.frames.isEmpty else { throw Failure(description: "IDAT after the first frame") }
            data += content
        case "fdAT":
            try count(content)
            data += content.dropFirst(4)
        case "IEND":
            try endFrame()
            return true
        // Color information and the modification time.
        case "iCCP", "cICP", "cHRM", "gAMA", "sRGB", "tIME": break
        default: throw Failure(description: "an unexpected chunk \(name)")
        }
        return false
    }

    private mutating func count(_ content: [UInt8]) throws {
        guard APNGReader.number(content[0..<4]) == number else { throw Failure(description: "chunk \(number) is out of order") }
        number += 1
    }

    private mutating func endFrame() throws {
        guard let control else { return }
        guard control.x + control.width <= animation.width, control.y + control.height <= animation.height, control.disposal < 2,
            !animation.frames.isEmpty || control.width == animation.width && control.height == animation.height
        else { throw Failure(description: "a frame that does not fit") }
        let pixels = try decode(control)
        for row in 0..<control.height {
            let from = 4 * row * control.width
            let position = 4 * ((control.y + row) * animation.width + control.x)
            if control.blend == 0 {
                canvas.replaceSubrange(position..<position + 4 * control.width, with: pixels[from..<from + 4 * control.width])
            } else {
                for column in 0..<control.width { lay(pixels, from + 4 * column, at: position + 4 * column) }
            }
        }
        let denominator = control.denominator == 0 ? 100 : control.denominator
        animation.frames.append(AnimationFrame(pixels: canvas, seconds: Double(control.numerator) / Double(denominator)))
        data = []
        self.control = nil
        // The frame is cleared before the next one.
        if control.disposal == 1 {
            for row in control.y..<control.y + control.height {
                for position in 4 * (row * animation.width + control.x)..<4 * (row * animation.width + control.x + control.width) {
                    canvas[position] = 0
                }
            }
        }
    }

    private mutating func lay(_ pixels: [UInt8], _ from: Int, at position: Int) {
        let (above, below) = (pixels[from + 3], canvas[position + 3])
        if above == 0 { return }
        if above == 255 || below == 0 {
            for channel in 0..<4 { canvas[position + channel] = pixels[from + channel] }
            return
        }
        let (top, remaining) = (Double(above) / 255, Double(below) / 255 * (1 - Double(above) / 255))
        for channel in 0..<3 {
            let color = Double(pixels[from + channel]) * top + Double(canvas[position + channel]) * remaining
            canvas[position + channel] = UInt8((color / (top + remaining)).rounded())
        }
        canvas[position + 3] = UInt8(((top + remaining) * 255).rounded())
    }

    private func decode(_ control: Control) throws -> [UInt8] {
        var header = header
        header.replaceSubrange(0..<8, with: APNGReader.bytes(control.width) + APNGReader.bytes(control.height))
        var file = APNGReader.signature
        for (name, content) in [("IHDR", header)] + colors + [("IDAT", data), ("IEND", [])] {
            let named = Array(name.utf8) + content
            file += APNGReader.bytes(content.count) + named + APNGReader.bytes(APNGReader.sum(named[...]))
        }
        guard let context = spng_ctx_new(0) else { throw Failure(description: "no memory") }
        defer { spng_ctx_free(context) }
        var pixels = [UInt8](repeating: 0, count: 4 * control.width * control.height)
        guard spng_set_png_buffer(context, file, file.count) == 0,
            spng_decode_image(context, &pixels, pixels.count, Int32(SPNG_FMT_RGBA8.rawValue), Int32(SPNG_DECODE_TRNS.rawValue)) == 0
        else { throw Failure(description: "frame \(animation.frames.count) is no PNG picture") }
        for offset in stride(from: 0, to: pixels.count, by: 4) where pixels[offset + 3] == 0 {
            // An invisible pixel may have any color.
            for channel in 0..<3 { pixels[offset + channel] = 0 }
        }
        return pixels
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    private static func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    /// CRC-32 of each byte.
    private static let sums: [UInt32] = (0..<256).map { index in
        var sum = UInt32(index)
        for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        return sum
    }

    private static func sum(_ bytes: ArraySlice<UInt8>) -> Int {
        var sum = ~UInt32(0)
        for byte in bytes { sum = sums[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8) }
        return Int(~sum)
    }
}
