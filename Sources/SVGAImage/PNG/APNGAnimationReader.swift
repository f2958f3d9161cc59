package import SVGAModel
import SVGAPixels
import SVGASupport

/// The pictures of an animated PNG, each of which is decoded as a separate PNG.
package final class APNGAnimationReader: AnimationReader {
    private let file: [UInt8]
    private let limits: ReadLimits
    /// The content of IHDR.
    private var header: [UInt8] = []
    /// The chunks PLTE and tRNS.
    private var colors: [UInt8] = []
    /// The declared number of pictures.
    private var declaredCount = 0
    private var read = 0
    private var offset = PNGChunks.signature.count
    private var sequence = 0
    /// The next picture's fcTL chunk, which ends the current picture.
    private var control: Control?
    private var isAtEnd = false
    private var canvas: Pixmap
    private var disposal: (area: PixelRect, kind: UInt8, before: Pixmap?)?

    private struct Control {
        let area: PixelRect
        let seconds: Double
        let disposal: UInt8
        let isLaidOver: Bool
    }

    private struct Chunk {
        let name: String
        let content: Range<Int>
    }

    /// Whether a file is an animated PNG.
    package static func isAnimated(_ file: [UInt8]) -> Bool {
        guard file.starts(with: PNGChunks.signature) else { return false }
        // There are few chunks before the picture.
        for chunk in PNGChunks.chunks(of: file, maximumCount: 1000) {
            if chunk.name == "acTL" { return true }
            if chunk.name == "IDAT" { return false }
        }
        return false
    }

    /// - Throws: ``SVGAError/Kind/limit`` above ``ReadLimits/imagePixels``, and errors of the file.
    package init(_ bytes: [UInt8], limits: ReadLimits = .default) throws(SVGAError) {
        file = bytes
        self.limits = limits
        let size = try bytes.withUnsafeBufferPointer { (bytes) throws(SVGAError) in try PNGReader.size(bytes) }
        try PixelAllowance(format: .png, limits: limits, subject: "the animation").check(size)
        canvas = Pixmap(width: size.width, height: size.height)
        while control == nil, let chunk = try nextChunk() {
            switch chunk.name {
            case "IHDR": header = Array(file[chunk.content])
            case "acTL":
                guard chunk.content.count == 8 else { throw .broken(.png, reason: "its acTL is not 8 bytes long") }
                declaredCount = PNGChunks.number(in: file, at: chunk.content.lowerBound)
            case "PLTE", "tRNS": colors += file[chunk.content.lowerBound - 8..<chunk.content.upperBound + 4]
            // An IDAT before it is a picture for viewers without animation.
            case "fcTL": control = try control(chunk)
            default: break
            }
        }
        guard header.count == 13, declaredCount > 0, control != nil else { throw .broken(.png, reason: "it is not animated") }
    }

    package func next() throws(SVGAError) -> ComposedPicture? {
        guard let current = control else {
            guard read == declaredCount else { throw .truncated(.png) }
            return nil
        }
        guard read < declaredCount else { throw .broken(.png, reason: "it has more frames than its header says") }
        control = nil
        var parts: [Range<Int>] = []
        while let chunk = try nextChunk() {
            if chunk.name == "fcTL" {
                control = try control(chunk)
                break
            }
            if chunk.name == "IDAT" { parts.append(chunk.content) }
            if chunk.name == "fdAT" {
                try count(chunk)
                parts.append(chunk.content.dropFirst(4))
            }
        }
        let picture = try picture(current, parts)
        lay(picture, current)
        read += 1
        return ComposedPicture(pixmap: canvas, seconds: current.seconds)
    }

    /// The next chunk with a valid checksum; nil after the last one.
    private func nextChunk() throws(SVGAError) -> Chunk? {
        if isAtEnd { return nil }
        guard offset + 12 <= file.count else { throw .truncated(.png) }
        let length = PNGChunks.number(in: file, at: offset)
        guard length <= file.count - offset - 12 else { throw .truncated(.png) }
        let content = offset + 8..<offset + 8 + length
        let sum = file.withUnsafeBytes {
            LibdeflateDecompressor.crc32(UnsafeRawBufferPointer(rebasing: $0[content.lowerBound - 4..<content.upperBound]))
        }
        guard Int(sum) == PNGChunks.number(in: file, at: content.upperBound) else {
            throw .broken(.png, reason: "a chunk's checksum is wrong at byte \(offset)")
        }
        let name = String(decoding: file[offset + 4..<offset + 8], as: UTF8.self)
        offset += 12 + length
        isAtEnd = name == "IEND"
        return Chunk(name: name, content: content)
    }

    /// Control and data chunks share one sequence of numbers.
    private func count(_ chunk: Chunk) throws(SVGAError) {
        guard chunk.content.count >= 4, PNGChunks.number(in: file, at: chunk.content.lowerBound) == sequence else {
            throw .broken(.png, reason: "its \(chunk.name) chunks are in the wrong order")
        }
        sequence += 1
    }

    private func control(_ chunk: Chunk) throws(SVGAError) -> Control {
        try count(chunk)
        guard chunk.content.count == 26 else { throw .broken(.png, reason: "an fcTL is not 26 bytes long") }
        let at = chunk.content.lowerBound
        let numbers = (1...4).map { PNGChunks.number(in: file, at: at + 4 * $0) }
        let area = PixelRect(x: numbers[2], y: numbers[3], width: numbers[0], height: numbers[1])
        guard area.width > 0, area.height > 0, area.maxX <= canvas.width, area.maxY <= canvas.height else {
            throw .broken(.png, reason: "a frame is outside the canvas")
        }
        let reader = ByteReader(file)
        let (numerator, denominator) = (reader.big(at: at + 20, bytes: 2) ?? 0, reader.big(at: at + 22, bytes: 2) ?? 0)
        let (disposal, blend) = (file[at + 24], file[at + 25])
        guard disposal <= 2, blend <= 1 else { throw .broken(.png, reason: "an fcTL has invalid numbers") }
        // A denominator of 0 means hundredths of a second.
        let seconds = Double(numerator) / Double(denominator == 0 ? 100 : denominator)
        return Control(area: area, seconds: seconds, disposal: disposal, isLaidOver: blend == 1)
    }

    private func picture(_ control: Control, _ parts: [Range<Int>]) throws(SVGAError) -> Pixmap {
        guard !parts.isEmpty else { throw .broken(.png, reason: "a frame has no data") }
        var png = PNGChunks.signature
        png.reserveCapacity(parts.reduce(colors.count + 100) { $0 + $1.count })
        PNGChunks.append("IHDR", to: &png) {
            $0.append(big: control.area.width, bytes: 4)
            $0.append(big: control.area.height, bytes: 4)
            $0 += header[8...]
        }
        png += colors
        PNGChunks.append("IDAT", to: &png) { for part in parts { $0 += file[part] } }
        PNGChunks.append("IEND", to: &png)
        let allowance = PixelAllowance(format: .png, limits: limits, subject: "an image")
        return try png.withUnsafeBufferPointer { (bytes) throws(SVGAError) in try PNGReader.decode(bytes, allowance) }.pixmap()
    }

    private func lay(_ picture: Pixmap, _ control: Control) {
        if let disposal {
            switch (disposal.kind, disposal.before) {
            case (1, _): clear(disposal.area)
            case (2, let before?): canvas = before
            // The canvas was empty before the first picture.
            case (2, nil): clear(disposal.area)
            default: break
            }
        }
        disposal = (control.area, control.disposal, control.disposal == 2 && read > 0 ? canvas : nil)
        let (area, width) = (control.area, canvas.width)
        canvas.pixels.withUnsafeMutableBytes { target in
            picture.pixels.withUnsafeBytes { source in
                for y in 0..<area.height {
                    let from = UnsafeRawBufferPointer(rebasing: source[4 * y * area.width..<4 * (y + 1) * area.width])
                    let start = 4 * ((area.y + y) * width + area.x)
                    let row = UnsafeMutableRawBufferPointer(rebasing: target[start..<start + from.count])
                    if control.isLaidOver { APNGAnimationReader.blend(from, row) } else { row.copyMemory(from: from) }
                }
            }
        }
    }

    /// Both are premultiplied.
    private static func blend(_ from: UnsafeRawBufferPointer, _ row: UnsafeMutableRawBufferPointer) {
        for offset in stride(from: 0, to: from.count, by: 4) {
            let above = UInt32(littleEndian: from.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            if above == 0 { continue }
            let below = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            let remainder = 255 - above >> 24
            let alpha = ((below >> 24) * remainder + 127) / 255
            let mixed = above &+ (AlphaConversion.multiplied(below, by: remainder) | alpha << 24)
            row.storeBytes(of: mixed.littleEndian, toByteOffset: offset, as: UInt32.self)
        }
    }

    private func clear(_ area: PixelRect) {
        let width = canvas.width
        canvas.pixels.withUnsafeMutableBytes { target in
            for y in area.minY..<area.maxY {
                let start = 4 * (y * width + area.x)
                _ = UnsafeMutableRawBufferPointer(rebasing: target[start..<start + 4 * area.width]).initializeMemory(
                    as: UInt8.self, repeating: 0)
            }
        }
    }
}
