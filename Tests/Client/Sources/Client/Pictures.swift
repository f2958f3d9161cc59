import SVGAKit

/// A drawing callback instead of a bitmap: arcs, curves, a text, a picture.
func drawings(_ prepared: PreparedMovie, _ checks: inout Checks) throws {
    var badge = Pixmap(width: 2, height: 2)
    for index in stride(from: 0, to: badge.pixels.count, by: 4) {
        badge.pixels[index] = 255
        badge.pixels[index + 3] = 255
    }
    let red = try ReplacementImage(badge)
    var substitutions = Substitutions()
    substitutions.setHidden(true, forKey: "name")
    let hidden = try prepared.scene(substitutions: substitutions)
    substitutions = Substitutions()
    substitutions.setDrawing(
        { context, layout, frame in
            var path = SVGAPath()
            path.arc(centerX: layout.width / 2, centerY: layout.height / 2, radius: layout.height / 2, startAngle: 0, endAngle: .pi)
            path.quadCurve(x1: layout.width / 2, y1: 0, x: layout.width, y: layout.height / 2)
            path.close()
            context.fill(.path(path), SVGAColor(red: 0, green: 0.4, blue: 1))
            context.draw(red, in: SVGARect(x: 0, y: 0, width: 8, height: 8))
            context.drawText("\(frame)", in: SVGARect(x: 0, y: 0, width: layout.width, height: layout.height))
        }, forKey: "name")
    let drawn = try prepared.scene(substitutions: substitutions)
    checks.check(try drawn.pixmap(frame: 66) != hidden.pixmap(frame: 66), "a drawing of arcs, a curve, a picture and a text")
    checks.check(try drawn.pixmap(frame: 66) != drawn.pixmap(frame: 67), "its text is another in another frame")
}

/// Regions, matrices, and pixels in the caller's own memory.
func pixels(_ prepared: PreparedMovie, _ checks: inout Checks) throws {
    let frame = 66
    let whole = try prepared.scene().pixmap(frame: frame)
    let region = try prepared.scene(options: RenderOptions(crop: SVGARect(x: 100, y: 200, width: 300, height: 150))).pixmap(frame: frame)
    checks.check(region.width == 300 && region.height == 150, "a region of 300 × 150")
    checks.check(region[40, 50] == whole[140, 250] && region[299, 149] == whole[399, 349], "its pixels are those of the whole frame")
    let beyond = RenderOptions(crop: SVGARect(x: -50, y: -50, width: 850, height: 850), clipsToCanvas: false, background: .white)
    checks.check(try prepared.scene(options: beyond).pixmap(frame: frame)[0, 0] == (255, 255, 255, 255), "beyond the canvas is background")
    let matrix = RenderOptions(size: .pixels(width: 200, height: 100), transform: .translation(x: -100, y: -200))
    checks.check(try prepared.scene(options: matrix).pixmap(frame: frame)[40, 50] == whole[140, 250], "the same at a matrix")

    let painter = try prepared.scene().makePainter()
    try painter.paint(frame: frame)
    let bytesPerRow = 4 * painter.widthPixels + 12
    var memory: [PixelFormat: [UInt8]] = [:]
    for format in PixelFormat.allCases {
        var bytes = [UInt8](repeating: 7, count: painter.heightPixels * bytesPerRow)
        bytes.withUnsafeMutableBytes { painter.copyPixels(format, bytesPerRow: bytesPerRow, into: $0) }
        memory[format] = bytes
    }
    checks.check(memory.count == 4, "a frame in caller's memory in \(memory.count) formats")
    if let rgba = memory[.premultipliedRGBA], let bgra = memory[.premultipliedBGRA], let straight = memory[.rgba] {
        let at = 250 * bytesPerRow + 4 * 140
        let expected = whole[140, 250]
        checks.check((rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]) == expected, "premultiplied RGBA is the pixmap's")
        checks.check(bgra[at] == expected.blue && bgra[at + 2] == expected.red, "BGRA has red and blue swapped")
        checks.check(straight[at + 3] == expected.alpha && straight[at] >= rgba[at], "straight colours are not darker")
        checks.check(rgba[bytesPerRow - 1] == 7, "the padding of a row is left alone")
    }
    let borrowed = painter.withPixels { bytes, stride in bytes[250 * stride + 4 * 140] }
    checks.check(borrowed == whole[140, 250].blue, "the same pixel borrowed, without a copy")
}

/// One frame as the bytes of a picture, and as a file.
func stills(_ prepared: PreparedMovie, out: String, _ checks: inout Checks) throws {
    let picture = try prepared.scene(options: RenderOptions(size: .pixels(width: 300, height: 0))).pixmap(frame: 66)
    let formats: [(String, PictureFormat)] = [
        ("PNG", .png), ("JPEG", .jpeg(quality: 80)), ("WebP", .webP()), ("lossy WebP", .webP(quality: 60)),
    ]
    for (name, format) in formats {
        let bytes = try picture.encoded(as: format)
        let again = try ReplacementImage(bytes: bytes)
        checks.check(again.width == 300 && again.height == 300, "a still as \(name): \(bytes.count) bytes")
    }
    try picture.writePNG(to: out + "/still.png")
    let written = try ReplacementImage(path: out + "/still.png")
    checks.check(written.width == 300, "the still as a file")
}
