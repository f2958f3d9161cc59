package import SVGAImage
package import SVGAModel
package import SVGAPixels

/// The drawing rules for a movie that an emulated player has parsed. SVGAEmulation implements it; without one, drawing follows "Rules of
/// rendering".
package protocol DrawingEmulation: MovieEmulation {
    /// The fit in the layout of a replacement image that a user has set with ``ImageFit/fill``.
    var fitOfFilling: ImageFit { get }
    /// Whether texts that a user has set are placed as on the canvas of a browser.
    var centersEmBoxes: Bool { get }

    /// The drawing rules for one scene.
    /// - Parameter bitmaps: the bitmaps of the scene: the movie's own, then the substituted ones.
    func scene(_ bitmaps: [Mipmaps?], _ prepared: PreparedMovie, _ geometry: OutputGeometry) throws(SVGAError) -> any SceneEmulation
}

/// The drawing rules for one scene: the order of drawing, the sampling of bitmaps and the coverage of pixels.
package protocol SceneEmulation: AnyObject, Sendable {
    var coverage: Coverage { get }
    var clipEdges: ClipEdges { get }
    /// The memory in addition to that of the scene.
    var memoryBytes: Int { get }

    /// The steps of a frame; nil: the frame is empty.
    /// - Throws: ``SVGAError/Kind/limit`` if finding the steps is too much work.
    func steps(frame: Int, of scene: SVGAScene, in geometry: OutputGeometry, _ meter: WorkMeter) throws(SVGAError) -> [PaintStep]?
    /// The picture to sample for a bitmap.
    /// - Parameter space: from the sprite's space to output pixels.
    func sample(_ bitmap: PositionedBitmap, in space: SVGATransform) -> BitmapSample
}

/// A step of drawing a frame, bottom first. ``DisplayList`` is the faster equivalent for "Rules of rendering".
package enum PaintStep {
    case paint(Paint)
    /// Begins a group: the following steps draw to a separate canvas, within this part of the output.
    case begin(PixelRect)
    /// Ends a sprite's group: it is tinted, clipped, multiplied by alpha and drawn over the layer below.
    case end(PixelRect, alpha: Double, tint: TintFactors?, clip: Paint.Clip?)
    /// Ends the two innermost groups: the inner one is masked by the outer one, and drawn over the layer below both.
    case mask(PixelRect)
    /// Masks the entire canvas by the alpha of this paint.
    case maskCanvas(Paint)
}

/// A shape, an outline or a bitmap that is painted.
package struct Paint {
    /// Indirect, because a shape is large and a paint is copied several times while a frame is planned.
    package indirect enum Content {
        case bitmap(PositionedBitmap)
        /// A shape that is either filled or stroked.
        case shape(ShapeEntity)
        /// An outline in output pixels.
        case outline(ShapeEntity)
        case drawing(Substitutions.Drawing)
    }

    /// A clip path: pixels outside of the outline are not drawn.
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
    /// The output pixels that it can touch.
    package let bounds: PixelRect
    /// Index into ``SVGAScene/layers``.
    package let layer: Int

    package init(content: Content, transform: SVGATransform, alpha: Double, clip: Clip?, bounds: PixelRect, layer: Int) {
        (self.content, self.transform, self.alpha, self.clip) = (content, transform, alpha, clip)
        (self.bounds, self.layer) = (bounds, layer)
    }
}

/// The picture to sample for a bitmap.
package enum BitmapSample {
    /// The bitmap itself, as "Rules of rendering" draw it.
    case usual
    case nothing
    /// Another picture.
    /// - Parameters:
    ///   - transform: from its stored pixels to output pixels.
    ///   - rim: the part of it to draw, in stored pixels.
    case bitmap(PreparedBitmap, transform: SVGATransform, rim: SVGARect)
}

/// The computation of a pixel's coverage by an outline.
package enum Coverage: Hashable, Sendable {
    /// By the exact area.
    case exact
    /// Like Skia's software rasterizer: ends of lines are rounded to quarters of rows first, and curves are split into few lines.
    case quarterRows
}

/// The rendering of a clip path's edge.
package enum ClipEdges: Hashable, Sendable {
    case antialiased
    /// A pixel is inside if its center is.
    case aliased
}
