import SVGAAuthor
import SVGAFormat
import SVGAImage
package import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Creates a movie from a JSON description: pictures, their positions and times, and keyframes.
package struct MovieCreation: Sendable {
    /// The base folder of file names in the description; empty: the current folder.
    package var folder: String
    /// Whether files outside the folder may be read. If allowed, an untrusted description can put any file into a movie.
    package var allowsOutside: Bool
    package var limits: ReadLimits

    package init(folder: String, allowsOutside: Bool = false, limits: ReadLimits = .default) {
        self.folder = folder
        self.allowsOutside = allowsOutside
        self.limits = limits
    }

    /// - Returns: the movie; ``Imported/lost`` lists the invisible parts of the description.
    package func run(_ description: [UInt8]) throws(CreateError) -> Imported {
        let spec = try MovieSpecReader.read(description, limits: limits)
        let baker = try SpriteBaker(spec, limits: limits)
        var builder = try adding("canvas") { () throws(SVGAError) in
            try MovieBuilder(width: spec.width, height: spec.height, fps: spec.fps, frameCount: spec.frames, limits: limits)
        }
        let sizes = try addPictures(of: spec, to: &builder)
        try addSprites(of: spec, baker, sizes, to: &builder)
        try addSounds(of: spec, to: &builder)
        return Imported(document: builder.build(), source: "description", lost: notes(spec))
    }

    private func notes(_ spec: MovieSpec) -> [Imported.Note] {
        let visibleKeys = Set(spec.sprites.map { ByteKey($0.key) })
        return spec.images.filter { !visibleKeys.contains(ByteKey($0.key)) }.map {
            Imported.Note(location: "\($0.location)", "no sprite uses this image")
        }
    }

    /// Adds the location in the description to an error of the builder.
    private func adding<Result>(_ location: String, _ body: () throws(SVGAError) -> Result) throws(CreateError) -> Result {
        do throws(SVGAError) {
            return try body()
        } catch {
            if let limit = error.limit { throw .limit(location: location, limit) }
            throw .invalid(location: location, reason: error.message)
        }
    }

    // MARK: Pictures

    /// - Returns: the size of each picture in points, by its key.
    private func addPictures(of spec: MovieSpec, to builder: inout MovieBuilder) throws(CreateError) -> [ByteKey: SVGASize] {
        var sizes: [ByteKey: SVGASize] = [:]
        for image in spec.images {
            if Task.isCancelled { throw .cancelled }
            let bytes = try file(image.name, image.location)
            try adding(image.location) { () throws(SVGAError) in try builder.addImage(bytes, key: image.key) }
            guard case .image(let format) = PayloadKind.sniff(bytes),
                let size = ImageDecoder.size(of: ImageEntity(key: image.key, format: format, bytes: bytes))
            else { continue }
            sizes[ByteKey(image.key)] = SVGASize(width: Double(size.width), height: Double(size.height))
        }
        for sprite in spec.sprites {
            guard case .text(let text) = sprite.content, let width = sprite.width, let height = sprite.height else { continue }
            let picture = try picture(of: text, width: width, height: height, location: sprite.location)
            try adding("\(sprite.location).text") { () throws(SVGAError) in try builder.addImage(picture, key: sprite.key) }
            sizes[ByteKey(sprite.key)] = SVGASize(width: Double(picture.width), height: Double(picture.height))
        }
        return sizes
    }

    /// The text in a transparent picture of the full size. Apps replace it by key with another text.
    private func picture(of text: TextContent, width: Double, height: Double, location: String) throws(CreateError) -> Pixmap {
        let (columns, rows) = (Int(saturating: width.rounded(.up)), Int(saturating: height.rounded(.up)))
        let pixels = columns.multipliedSaturating(by: rows)
        guard columns >= 0, rows >= 0, pixels <= limits.imagePixels else {
            throw .limit(location: location, LimitExceeded(\.imagePixels, of: limits, found: pixels))
        }
        var picture = Pixmap(width: columns, height: rows)
        let drawn: PreparedText?
        do throws(SVGAError) {
            drawn = try TextRasterizer.prepare(
                text, layoutWidth: Double(columns), layoutHeight: Double(rows), pixelsPerPoint: 1, fonts: .system, limits: limits)
        } catch {
            throw .invalid(location: "\(location).text", reason: error.message)
        }
        guard let drawn else { return picture }
        let ink = drawn.bitmap.pixmap()
        let (left, top) = (Int(saturating: drawn.frame.x.rounded()), Int(saturating: drawn.frame.y.rounded()))
        let (first, end) = (max(0, -left), min(ink.width, columns - left))
        guard first < end else { return picture }
        for y in max(0, -top)..<max(0, -top, min(ink.height, rows - top)) {
            let (from, to) = (4 * (y * ink.width + first), 4 * ((y + top) * columns + first + left))
            picture.pixels.replaceSubrange(to..<to + 4 * (end - first), with: ink.pixels[from..<from + 4 * (end - first)])
        }
        return picture
    }

    // MARK: Sprites

    private func addSprites(
        of spec: MovieSpec, _ baker: SpriteBaker, _ sizes: [ByteKey: SVGASize], to builder: inout MovieBuilder
    ) throws(CreateError) {
        var mattes: [Int: MovieBuilder.Matte] = [:]
        for (index, sprite) in spec.sprites.enumerated() where sprite.isMatte {
            let frames = baker.frames(of: index, Scatter.Copy(), picture: size(of: sprite, sizes))
            mattes[index] = try adding(sprite.location) { () throws(SVGAError) in try builder.addMatte(sprite.key, frame: frames) }
        }
        for (index, sprite) in spec.sprites.enumerated() where !sprite.isMatte {
            if case .group = sprite.content { continue }
            let matte = sprite.matte.flatMap { mattes[$0] }
            for copy in sprite.scatter?.copies() ?? [Scatter.Copy()] {
                if Task.isCancelled { throw .cancelled }
                let frames = baker.frames(of: index, copy, picture: size(of: sprite, sizes))
                try adding(sprite.location) { () throws(SVGAError) in try builder.addSprite(sprite.key, matte: matte, frame: frames) }
            }
        }
    }

    private func size(of sprite: SpriteSpec, _ sizes: [ByteKey: SVGASize]) -> SVGASize? {
        switch sprite.content {
        case .shapes, .group: nil
        case .image, .text: sizes[ByteKey(sprite.key)]
        }
    }

    // MARK: Sounds

    private func addSounds(of spec: MovieSpec, to builder: inout MovieBuilder) throws(CreateError) {
        let clock = SpecClock(fps: Double(spec.fps), maximumSeconds: .infinity)
        for sound in spec.sounds {
            let first = min(clock.frame(sound.from), spec.frames)
            let frames = first..<max(first, min(sound.to.map(clock.frame) ?? spec.frames, spec.frames))
            let start = Int(saturating: (sound.start * 1000).rounded())
            let bytes = try sound.file.map { (name) throws(CreateError) in try file(name, "\(sound.location).file") }
            try adding(sound.location) { () throws(SVGAError) in
                guard let bytes else { return try builder.playSound(sound.key, frames: frames, startTime: start) }
                try builder.addSound(
                    bytes, key: sound.key, frames: frames, startTime: start,
                    totalTime: sound.length.map { Int(saturating: ($0 * 1000).rounded()) })
            }
        }
    }

    // MARK: Files

    private func file(_ name: String, _ location: String) throws(CreateError) -> [UInt8] {
        do throws(FolderFiles.Failure) {
            return try FolderFiles(folder: folder, allowsOutside: allowsOutside, limits: limits).read(name)
        } catch {
            switch error {
            case .outside: throw .outside(location: location, name: name)
            case .limit(let limit): throw .limit(location: location, limit)
            case .unreadable(let reason): throw .file(location: location, name: name, reason: reason)
            }
        }
    }
}
