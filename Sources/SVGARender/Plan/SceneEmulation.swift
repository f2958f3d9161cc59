package import SVGAImage
package import SVGAModel
package import SVGAPixels

/// How a movie is drawn that an emulated player has read. SVGAEmulation implements it; without one, drawing follows "Rules of rendering".
package protocol DrawingEmulation: MovieEmulation {
    /// How a picture lies in its layout that a user has set to fill it.
    var fitOfFilling: ImageFit { get }

    /// How one scene is drawn.
    /// - Parameter bitmaps: those that the scene draws: the movie's own, then those that a user has set.
    func scene(_ bitmaps: [Mipmaps?], _ prepared: PreparedMovie, _ geometry: OutputGeometry) throws(RenderError) -> any SceneEmulation
}

/// How the painter draws one scene: what it draws in which order, and how it samples bitmaps and covers pixels.
package protocol SceneEmulation: AnyObject, Sendable {
    var coverage: Coverage { get }
    var clipEdges: ClipEdges { get }
    /// What it takes in memory beside the scene.
    var memoryBytes: Int { get }

    /// What is drawn in a frame; nil: nothing.
    /// - Throws: ``RenderError/limit(_:)`` where it is too much work to find out.
    func steps(frame: Int, of scene: SVGAScene, in geometry: OutputGeometry, _ meter: WorkMeter) throws(RenderError) -> [PaintStep]?
    /// What of a bitmap is drawn.
    /// - Parameter space: from the sprite's space to output pixels.
    func sample(_ place: BitmapPlace, in space: SVGATransform) -> BitmapSample
}

/// One step of drawing a frame, bottom first. ``DisplayList`` is the same for "Rules of rendering" alone, made to be fast.
package enum PaintStep {
    case paint(Paint)
    /// Begins a group: what follows is drawn apart, within this part of the output.
    case begin(PixelRect)
    /// Ends a sprite's group: it is tinted, clipped, faded and laid onto what is below.
    case end(PixelRect, alpha: Double, tint: TintFactors?, clip: Paint.Clip?)
    /// Ends the two innermost groups: the inner one is masked by the outer one, and laid onto what is below both.
    case mask(PixelRect)
    /// Multiplies everything on the canvas by what this paints.
    case maskCanvas(Paint)
}

/// One thing that is painted.
package struct Paint {
    /// Indirect, because a shape is large and a paint is copied several times while a frame is planned.
    package indirect enum Content {
        case bitmap(BitmapPlace)
        /// Fills or strokes, as the shape has only one of both.
        case shape(ShapeEntity)
        /// An outline in output pixels.
        case outline(ShapeEntity)
        case drawing(Substitutions.Drawing)
    }

    /// An outline outside of which nothing is drawn.
    package struct Clip {
        package let path: SVGAPath
        package let transform: SVGATransform

        package init(path: SVGAPath, transform: SVGATransform) { (self.path, self.transform) = (path, transform) }
    }

    package let content: Content
    /// From the sprite's space to output pixels.
    package let transform: SVGATransform
    package let alpha: Double
    package let clip: Clip?
    /// All output pixels that it can touch.
    package let bounds: PixelRect
    /// Into ``SVGAScene/layers``.
    package let layer: Int

    package init(content: Content, transform: SVGATransform, alpha: Double, clip: Clip?, bounds: PixelRect, layer: Int) {
        (self.content, self.transform, self.alpha, self.clip) = (content, transform, alpha, clip)
        (self.bounds, self.layer) = (bounds, layer)
    }
}

/// What of a bitmap is drawn.
package enum BitmapSample {
    /// As "Rules of rendering" draw it.
    case usual
    case nothing
    /// Another picture of it.
    /// - Parameters:
    ///   - transform: from its stored pixels to output pixels.
    ///   - rim: what of it is drawn, in stored pixels.
    case bitmap(PreparedBitmap, transform: SVGATransform, rim: SVGARect)
}

/// How the painter finds out how much of a pixel an outline covers.
package enum Coverage: Hashable, Sendable {
    /// By the exact area.
    case exact
    /// As Skia's software rasterizer does: ends of lines are moved to quarters of rows first, and curves are few lines.
    case quarterRows
}

/// How the edge of a clip path looks.
package enum ClipEdges: Hashable, Sendable {
    case antialiased
    /// A pixel is inside if its centre is.
    case wholePixels
}
