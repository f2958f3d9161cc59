import SVGAAuthor
import SVGAFormat
import SVGAImage
package import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport

/// Creates a movie from an SVG still: shapes as far as SVGA supports them, and pictures for the other parts.
///
/// librsvg resolves styles, references, texts and transforms, and draws on a Cairo script surface.
/// Animations and scripts are not run, and references to other files or servers are not followed.
package struct SVGImport: Sendable {
    package struct Options: Sendable {
        /// The canvas size in points; nil: the SVG's size. A side of 0 keeps the aspect ratio.
        package var size: SVGASize?
        package var fps = 20
        /// The frame count of the still.
        package var frames = 1
        /// Pixels per point of pictures.
        package var pictureScale = 2.0
        /// The prefix of the sprites' keys.
        package var key = "svg"
        package var limits = ReadLimits.default

        package init() {}
    }

    package var options: Options
    private let work: ImportWork

    package init(_ options: Options = Options()) { self.init(options, ImportWork(options.limits)) }

    /// - Parameter work: the work budget of the import.
    init(_ options: Options, _ work: ImportWork) { (self.options, self.work) = (options, work) }

    #if SVG
        /// The maximum bytes of Cairo's script. Above it, a picture is smaller.
        private static let maximumWords = 8 << 20
        /// The maximum side of a convolution matrix: librsvg aborts the process above it.
        private static let maximumKernelSide = 20.0
        /// The maximum product of a text's letters and its font size. Pango's positions have 32 bits, and librsvg aborts the process
        /// above them.
        private static let maximumTextLength = 500_000.0
        /// The cost of parsing one byte.
        private static let wordByte = 100

        /// - Throws: ``ImportError``.
        package func run(_ bytes: [UInt8]) throws(ImportError) -> Imported {
            try SVGThread.run { () throws(ImportError) in try made(SVGChecks.text(bytes, options.limits, work)) }
        }

        private func made(_ bytes: [UInt8]) throws(ImportError) -> Imported {
            var survey = SVGSurvey(bytes)
            try work.charge(survey.reading)
            try check(survey)
            let still = try SVGStill(bytes)
            let size = try size(of: still)
            try work.charge(survey.drawing(width: size.width, height: size.height, paints: false, work))
            var builder = try building { () throws(SVGAError) in
                try MovieBuilder(
                    width: size.width, height: size.height, fps: options.fps, frameCount: options.frames, limits: options.limits)
            }
            var notes: [Imported.Note] = []
            do {
                let words = try still.script(size, limit: SVGImport.maximumWords)
                guard let words else { throw CairoScript.Unsupported(reason: "it is too large for Cairo") }
                try work.charge(SVGImport.wordByte, times: words.count)
                let shapes = SVGShapes(try CairoScript.read(words), width: size.width, height: size.height, work)
                try work.check()
                notes = shapes.reasons.map { Imported.Note($0) }
                try add(shapes.parts, size, to: &builder)
            } catch let unsupported as CairoScript.Unsupported {
                notes = [Imported.Note("the entire drawing becomes one image: \(unsupported.reason)")]
                let (width, height, scale) = try affordablePixels(size, &survey)
                try work.charge(survey.drawing(width: Double(width), height: Double(height), paints: true, work))
                try addPicture(still.picture(width: width, height: height), x: 0, y: 0, scale: scale, clip: nil, 0, to: &builder)
            } catch let error as ImportError {
                throw error
            } catch {
                throw .broken(kind: "SVG", location: "", reason: (error as? SVGAError)?.message ?? "\(error)")
            }
            return Imported(document: builder.build(), source: "SVG", rasterized: notes)
        }

        /// Checks what librsvg has no limits for, or aborts the process for.
        private func check(_ survey: SVGSurvey) throws(ImportError) {
            guard survey.maximumKernelSide <= SVGImport.maximumKernelSide else {
                throw .limit(
                    "a convolution of more than \(SVGImport.maximumKernelSide.brief) × \(SVGImport.maximumKernelSide.brief) numbers")
            }
            guard survey.maximumTextLength <= SVGImport.maximumTextLength else {
                throw .limit("a text with a product of letters and font size above \(SVGImport.maximumTextLength.brief) px")
            }
            guard !survey.hasUnknownImage else {
                throw .broken(kind: "SVG", location: "", reason: "an embedded image is not a PNG, JPEG, GIF, WebP or SVG image with a size")
            }
            guard survey.embeddedPixels <= options.limits.imagePixels else {
                throw .limit(
                    LimitExceeded(\.imagePixels, of: options.limits, found: survey.embeddedPixels, subject: "embedded images").message)
            }
            try work.charge(ImportWork.Cost.heldPixel, times: survey.embeddedPixels)
        }

        /// The lowest SSIM of the movie's frames against librsvg's picture.
        func similarity(of document: SVGADocument, to bytes: [UInt8]) throws(ImportError) -> Double? {
            work.beginComparison()
            do throws(ImportError) {
                return try SVGThread.run { () throws(ImportError) in try compared(document, SVGChecks.text(bytes, options.limits, work)) }
            } catch {
                // The movie is complete, but not compared.
                if work.isOver { return nil }
                throw error
            }
        }

        private func compared(_ document: SVGADocument, _ bytes: [UInt8]) throws(ImportError) -> Double? {
            let scene: SVGAScene
            do {
                let movie = try document.videoEntity(options: ReadOptions(limits: options.limits))
                let pixels = Int(saturating: min(movie.viewBox.width * movie.viewBox.height, 1e12))
                var survey = SVGSurvey(bytes)
                let price = ImportWork.Cost.comparedPixel + ImportWork.Cost.drawnPixel
                guard work.spend(ImportWork.Cost.decodedPixel, times: movie.decodedPixels), work.spend(price, times: pixels),
                    work.spend(survey.reading), work.spend(ImportWork.Cost.heldPixel, times: survey.embeddedPixels),
                    work.spend(survey.drawing(width: movie.viewBox.width, height: movie.viewBox.height, paints: true, work))
                else { return nil }
                scene = try SVGAScene(movie)
                let picture = try SVGStill(bytes).picture(width: scene.widthPixels, height: scene.heightPixels)
                return StructuralSimilarity.compare(picture, try scene.pixmap(frame: 0))
            } catch let error as ImportError {
                throw error
            } catch {
                throw .limit("the movie cannot be drawn: \((error as? SVGAError)?.message ?? Message(verbatim: "\(error)"))")
            }
        }

        private func size(of still: borrowing SVGStill) throws(ImportError) -> SVGASize {
            let original = still.size
            guard let asked = options.size, asked.width > 0 || asked.height > 0 else {
                if let original { return original }
                throw .broken(kind: "SVG", location: "", reason: "it has neither a size nor a viewBox: set a size")
            }
            if asked.width > 0, asked.height > 0 { return asked }
            guard let original, original.width > 0, original.height > 0 else {
                throw .broken(kind: "SVG", location: "", reason: "it has neither a size nor a viewBox: set both sides")
            }
            let factor = asked.width > 0 ? asked.width / original.width : asked.height / original.height
            return SVGASize(width: max(1, (original.width * factor).rounded()), height: max(1, (original.height * factor).rounded()))
        }

        private func building<Result>(_ body: () throws(SVGAError) -> Result) throws(ImportError) -> Result {
            do throws(SVGAError) {
                return try body()
            } catch {
                if error.limit != nil { throw .limit(error.message) }
                throw .broken(kind: "SVG", location: "", reason: error.message)
            }
        }

        private func add(_ parts: [SVGShapes.Part], _ size: SVGASize, to builder: inout MovieBuilder) throws(ImportError) {
            let canvas = SVGARect(x: 0, y: 0, width: size.width, height: size.height)
            for (index, part) in parts.enumerated() {
                if Task.isCancelled { throw .cancelled }
                switch part {
                case .shapes(let shapes, let clip, let alpha):
                    let frame = MovieBuilder.Frame(alpha: alpha, clipPath: clip, shapes: shapes)
                    try building { () throws(SVGAError) in try builder.addSprite("\(options.key)-\(index)") { _ in frame } }
                case .gradient(var operation, let clip):
                    guard let box = operation.bounds(in: canvas) else { continue }
                    // Fills the box; the clip path limits it.
                    (operation.action, operation.clips) = (.paint(alpha: 1), [])
                    try draw([operation], box, scale: 1, clip: clip, index, to: &builder)
                case .picture(let operations):
                    var box: SVGARect?
                    for bounds in operations.compactMap({ $0.bounds(in: canvas) }) { box = box?.union(bounds) ?? bounds }
                    guard let box else { continue }
                    try draw(operations, box, scale: options.pictureScale, clip: nil, index, to: &builder)
                }
            }
        }

        /// Draws operations into a picture of the box plus one pixel on each side.
        private func draw(
            _ operations: [SVGDrawing.Operation], _ box: SVGARect, scale: Double, clip: SVGAPath?, _ index: Int,
            to builder: inout MovieBuilder
        ) throws(ImportError) {
            let (left, top) = (box.x.rounded(.down) - 1, box.y.rounded(.down) - 1)
            let area = SVGARect(x: left, y: top, width: box.maxX.rounded(.up) + 1 - left, height: box.maxY.rounded(.up) + 1 - top)
            let (width, height, scale) = try pixels(area, scale)
            let cost = operations.reduce(0) { $0.addingSaturating($1.work(width: width, height: height, scale: scale)) }
            try work.charge(cost)
            let picture = try CairoPicture.drawn(width: width, height: height) { context in
                let replay = CairoReplay(context: context)
                replay.setOrigin(x: -left, y: -top, scale: scale)
                replay.draw(operations)
            }
            try addPicture(picture, x: left, y: top, scale: scale, clip: clip, index, to: &builder)
        }

        /// The pixel size of the entire drawing, at the requested scale or a lower one that the remaining work allows.
        private func affordablePixels(
            _ size: SVGASize, _ survey: inout SVGSurvey
        ) throws(ImportError) -> (width: Int, height: Int, scale: Double) {
            let area = SVGARect(x: 0, y: 0, width: size.width, height: size.height)
            var wanted = options.pictureScale
            while true {
                let (width, height, scale) = try pixels(area, wanted)
                let cost = survey.drawing(width: Double(width), height: Double(height), paints: true, work)
                let total = cost.addingSaturating(SVGImport.costOfAdding(pixels: width * height))
                if total <= work.left || wanted <= 1 { return (width, height, scale) }
                wanted = max(1, wanted * 0.7)
            }
        }

        /// The cost of encoding and drawing a picture.
        private static func costOfAdding(pixels: Int) -> Int {
            let effort = PNGEncoder.effortForOnePicture(pixels: pixels)
            return (ImportWork.Cost.encodedPixel(effort: effort) + ImportWork.Cost.drawnPixel).multipliedSaturating(by: pixels)
        }

        /// The pixel size of an area, at the requested scale or a lower one within the limits.
        private func pixels(_ area: SVGARect, _ wanted: Double) throws(ImportError) -> (width: Int, height: Int, scale: Double) {
            let maximumPixels = Double(max(1, min(options.limits.imagePixels, 16 << 20)))
            var scale = min(max(wanted, 0.1), 16, 8192 / max(area.width, area.height))
            scale = min(scale, (maximumPixels / max(area.width * area.height, 1)).squareRoot())
            let (width, height) = (Int(saturating: (area.width * scale).rounded(.up)), Int(saturating: (area.height * scale).rounded(.up)))
            guard width > 0, height > 0 else { throw .limit("an image without pixels") }
            return (width, height, scale)
        }

        private func addPicture(
            _ picture: Pixmap, x: Double, y: Double, scale: Double, clip: SVGAPath?, _ index: Int, to builder: inout MovieBuilder
        ) throws(ImportError) {
            try work.charge(SVGImport.costOfAdding(pixels: picture.width * picture.height))
            let transform = SVGATransform(a: 1 / scale, b: 0, c: 0, d: 1 / scale, tx: x, ty: y)
            let frame = MovieBuilder.Frame(transform: transform, clipPath: clip?.mapped(by: transform.inverted ?? .identity))
            try building { () throws(SVGAError) in
                try builder.addImage(picture, key: "\(options.key)-\(index)")
                try builder.addSprite("\(options.key)-\(index)") { _ in frame }
            }
        }
    #else
        /// - Throws: an error, because this build has no SVG support.
        package func run(_ bytes: [UInt8]) throws(ImportError) -> Imported {
            throw .unusable("SVG", reason: "this program was built without the package trait SVG")
        }

        func similarity(of document: SVGADocument, to bytes: [UInt8]) throws(ImportError) -> Double? { nil }
    #endif
}
