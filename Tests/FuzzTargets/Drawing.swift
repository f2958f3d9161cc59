import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender

/// Movies, pictures and texts → pixels.
enum Drawing {
    /// Of the project, so that every machine draws the same.
    private static let fonts: FontSet? = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let files = ["LatinArabicHebrew.ttf", "Han.otf"].map { folder.appendingPathComponent("Fonts/\($0)").path }
        return try? FontSet(files: files, usesSystemFonts: false)
    }()

    // MARK: - Movies

    /// A movie is prepared and frames of it painted, as it is and with a text and a picture set; then it is asked what is at a point.
    static func movie(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let movie = try? VideoEntity(bytes: MovieInput.file(bytes), options: MovieInput.options) else { return }
        var options = RenderOptions()
        options.limits = MovieInput.limits
        guard let scene = try? SVGAScene(movie, options: options) else { return }
        let frames = Set([0, movie.frameCount / 2, movie.frameCount - 1]).sorted()
        for frame in frames { _ = try? scene.pixmap(frame: frame) }
        _ = try? scene.hits(x: movie.viewBox.width / 2, y: movie.viewBox.height / 2, frame: 0)

        let keys = ReplaceableKey.all(of: movie).prefix(2).map(\.key)
        guard let fonts, let first = keys.first, let last = keys.last else { return }
        let changed = try? scene.with { substitutions in
            substitutions.fonts = fonts
            substitutions.setText("Åsa 林 نور", forKey: first)
            substitutions.setTint(.white, forKey: last)
            substitutions.setOffset(x: 3, y: -3, forKey: last)
        }
        guard let changed else { return }
        for frame in frames { _ = try? changed.pixmap(frame: frame) }
        for key in keys { _ = try? changed.placement(ofKey: key, frame: 0) }
    }

    // MARK: - Pictures

    /// Each decoder, and those of moving pictures.
    static func picture(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard case .image(let format) = PayloadKind.sniff(bytes) else { return }
        let image = ImageEntity(key: "", format: format, bytes: bytes)
        let size = ImageDecoder.size(of: image)
        if let picture = try? ImageDecoder.decode(image, limits: MovieInput.limits) {
            let found = "\(picture.width) × \(picture.height), not \(size.map { "\($0.width) × \($0.height)" } ?? "none")"
            try FuzzFinding.unless(size.map { $0 == (picture.width, picture.height) } ?? false, "the size is \(found)")
        }
        guard let reader = reader(of: bytes, format) else { return }
        // More pictures take time and lead nowhere else.
        for _ in 0..<8 { guard (try? reader.next()) != nil else { return } }
    }

    private static func reader(of bytes: [UInt8], _ format: ImageEntity.Format) -> (any AnimationReader)? {
        switch format {
        case .gif: try? GIFAnimationReader(bytes, limits: MovieInput.limits)
        case .webp: try? WebPAnimationReader(bytes, limits: MovieInput.limits)
        case .png where APNGAnimationReader.isAnimated(bytes): try? APNGAnimationReader(bytes, limits: MovieInput.limits)
        case .png, .jpeg, .bmp, .unknown: nil
        }
    }

    // MARK: - Texts

    /// A text or markup. The first three bytes are its settings: flags, the size of the letters, and the width of the layout.
    static func text(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let fonts, bytes.count > 3 else { return }
        let flags = bytes[0]
        func choice<Value>(_ values: [Value], _ shift: UInt8) -> Value { values[Int(flags >> shift) % values.count] }
        let style = TextStyle(
            size: bytes[1] == 0 ? nil : Double(bytes[1]), outlineColor: flags & 2 == 0 ? nil : .white, outlineWidth: 2,
            shadow: flags & 4 == 0 ? nil : TextShadow(), horizontalAlignment: choice(TextStyle.HorizontalAlignment.allCases, 3),
            maxLines: 1 + Int(flags >> 6), wrap: choice(TextStyle.Wrap.allCases, 5), ellipsis: choice(TextStyle.Ellipsis.allCases, 4),
            shrinksToFit: flags & 8 != 0)
        let content = TextContent(String(decoding: bytes[3...], as: UTF8.self), isMarkup: flags & 1 != 0, style: style)
        let text = try? TextRasterizer.prepare(
            content, layoutWidth: Double(bytes[2]) * 2, layoutHeight: 40, pixelsPerPoint: 1, fonts: fonts, limits: MovieInput.limits)
        guard let text else { return }
        let frame = text.frame
        try FuzzFinding.unless((frame.x + frame.y + frame.width + frame.height).isFinite, "the text lies at \(frame)")
    }
}
