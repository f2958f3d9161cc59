import CGif
import SVGAModel

/// An animated GIF read by giflib: each frame composed onto the canvas, as in a viewer.
package struct GIFReader {
    package struct Frame {
        /// The entire canvas while the frame is visible: RGBA with alpha 0 or 255, rows from the top.
        package var pixels: [UInt8]
        package var delayHundredths: Int
        /// The stored part of the canvas: `x`, `y`, width and height.
        package var area: [Int]
        /// Whether the area is cleared after the frame.
        package var isCleared: Bool
        package var hasTransparentIndex: Bool
        package var hasOwnPalette: Bool
    }

    package enum SVGAError: Error {
        case library(String)
        case defective(String)
    }

    package let width: Int
    package let height: Int
    /// The value of the NETSCAPE2.0 extension: the number of repetitions after the first play, 0: infinite; nil: missing.
    package let repetitions: Int?
    package let frames: [Frame]

    package var totalHundredths: Int { frames.reduce(0) { $0 + $1.delayHundredths } }

    package init(_ bytes: [UInt8]) throws {
        let file = try OpenFile(bytes)
        let gif = file.handle
        guard DGifSlurp(gif) == GIF_OK else { throw SVGAError.library(OpenFile.text(gif.pointee.Error)) }
        width = Int(gif.pointee.SWidth)
        height = Int(gif.pointee.SHeight)
        var canvas = [UInt8](repeating: 0, count: 4 * width * height)
        var frames: [Frame] = []
        var repetitions: Int?
        for number in 0..<Int(gif.pointee.ImageCount) {
            let image = gif.pointee.SavedImages[number]
            if number == 0 { repetitions = GIFReader.repetitions(image) }
            var control = GraphicsControlBlock()
            guard DGifSavedExtensionToGCB(gif, Int32(number), &control) == GIF_OK else { throw SVGAError.defective("no control block") }
            let area = [image.ImageDesc.Left, image.ImageDesc.Top, image.ImageDesc.Width, image.ImageDesc.Height].map { Int($0) }
            guard let map = image.ImageDesc.ColorMap ?? gif.pointee.SColorMap else { throw SVGAError.defective("no palette") }
            guard area[0] + area[2] <= width, area[1] + area[3] <= height else { throw SVGAError.defective("outside of the canvas") }
            try GIFReader.draw(image, area, map.pointee, transparent: Int(control.TransparentColor), onto: &canvas, width: width)
            frames.append(
                Frame(
                    pixels: canvas, delayHundredths: Int(control.DelayTime), area: area,
                    isCleared: control.DisposalMode == DISPOSE_BACKGROUND,
                    hasTransparentIndex: control.TransparentColor != NO_TRANSPARENT_COLOR,
                    hasOwnPalette: image.ImageDesc.ColorMap != nil))
            if control.DisposalMode == DISPOSE_BACKGROUND {
                for y in area[1]..<area[1] + area[3] {
                    let start = 4 * (y * width + area[0])
                    for offset in start..<start + 4 * area[2] { canvas[offset] = 0 }
                }
            } else if control.DisposalMode != DISPOSE_DO_NOT {
                throw SVGAError.defective("disposal \(control.DisposalMode)")
            }
        }
        self.frames = frames
        self.repetitions = repetitions
    }

    private static func draw(
        _ image: SavedImage, _ area: [Int], _ map: ColorMapObject, transparent: Int, onto canvas: inout [UInt8], width: Int
    ) throws {
        for y in 0..<area[3] {
            for x in 0..<area[2] {
                let index = Int(image.RasterBits[y * area[2] + x])
                if index == transparent { continue }
                guard index < Int(map.ColorCount) else { throw SVGAError.defective("index \(index)") }
                let color = map.Colors[index]
                let position = 4 * ((area[1] + y) * width + area[0] + x)
                canvas[position] = color.Red
                canvas[position + 1] = color.Green
                canvas[position + 2] = color.Blue
                canvas[position + 3] = 255
            }
        }
    }

    private static func repetitions(_ image: SavedImage) -> Int? {
        let blocks = UnsafeBufferPointer(start: image.ExtensionBlocks, count: Int(image.ExtensionBlockCount)).map { block in
            (code: block.Function, bytes: [UInt8](UnsafeBufferPointer(start: block.Bytes, count: Int(block.ByteCount))))
        }
        for (name, data) in zip(blocks, blocks.dropFirst()) {
            guard name.code == APPLICATION_EXT_FUNC_CODE, name.bytes == Array("NETSCAPE2.0".utf8), data.bytes.count == 3 else { continue }
            return Int(data.bytes[1]) | Int(data.bytes[2]) << 8
        }
        return nil
    }

    /// Owns giflib's handle and its input bytes.
    private final class OpenFile {
        private final class Source {
            var remaining: ArraySlice<UInt8>
            init(_ bytes: [UInt8]) { remaining = bytes[...] }
        }

        private let source: Source
        let handle: UnsafeMutablePointer<GifFileType>

        init(_ bytes: [UInt8]) throws {
            source = Source(bytes)
            var code: Int32 = 0
            let opened = DGifOpen(
                Unmanaged.passUnretained(source).toOpaque(),
                { file, target, count in
                    guard let user = file?.pointee.UserData, let target else { return 0 }
                    let source = Unmanaged<Source>.fromOpaque(user).takeUnretainedValue()
                    let part = source.remaining.prefix(Int(count))
                    for (offset, byte) in part.enumerated() { target[offset] = byte }
                    source.remaining = source.remaining.dropFirst(part.count)
                    return Int32(part.count)
                }, &code)
            guard let opened else { throw SVGAError.library(OpenFile.text(code)) }
            handle = opened
        }

        deinit { DGifCloseFile(handle, nil) }

        static func text(_ code: Int32) -> String { GifErrorString(code).map { String(cString: $0) } ?? "error \(code)" }
    }
}
