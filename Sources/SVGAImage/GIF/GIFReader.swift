import CGif
import SVGAModel
import SVGASupport

/// The first frame of a GIF, decoded by giflib, at its position on the canvas; the surrounding canvas is transparent.
enum GIFReader {
    static func size(_ bytes: UnsafeBufferPointer<UInt8>) throws(SVGAError) -> (width: Int, height: Int) {
        let reader = ByteReader(bytes)
        guard let width = reader.little(at: 6, bytes: 2), let height = reader.little(at: 8, bytes: 2) else { throw .truncated(.gif) }
        guard bytes.starts(with: [0x47, 0x49, 0x46]) else { throw .broken(.gif, reason: "its header is missing") }
        guard width > 0, height > 0 else { throw .broken(.gif, reason: "it has no pixels") }
        return (width, height)
    }

    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, _ allowance: PixelAllowance
    ) throws(SVGAError) -> PreparedBitmap {
        var builder = try allowance.makeBuilder(try size(bytes))
        let file = try GIFInput(bytes)
        guard let control = try file.nextImage() else { throw .broken(.gif, reason: "it has no frame") }
        let image = file.handle.pointee.Image
        let (left, top, width, height) = (Int(image.Left), Int(image.Top), Int(image.Width), Int(image.Height))
        // Decoding takes time for the entire frame, including the part outside of the canvas.
        try allowance.check((width, height))
        let palette = try file.palette(control)

        var line = [UInt8](repeating: 0, count: width)
        let visible = max(0, min(width, builder.width - left))
        for row in GIFInput.rows(of: image) {
            guard DGifGetLine(file.handle, &line, Int32(width)) == GIF_OK else { throw file.error() }
            let y = top + row
            guard y < builder.height else { continue }
            let target = builder.rowWords(y) + left
            for x in 0..<visible { target[x] = palette[Int(line[x])].littleEndian }
            builder.finishRow(y)
        }
        return builder.finish()
    }
}
