public import SVGAModel
package import SVGAPixels

// Nested in the class, because the class has the name of the module: `SVGAPlayer.ContentMode` resolves in the class.
extension SVGAPlayer {
    /// The placement of a movie in a view of another size. The names and meanings are those of the iOS player.
    ///
    /// All modes except ``fill`` keep the movie's aspect ratio. The host clips the content outside of the view.
    public enum ContentMode: Hashable, Sendable, CaseIterable {
        /// Stretched to the view in both directions.
        case fill
        /// The largest size that fits into the view, centered.
        case aspectFit
        /// The smallest size that covers the view, centered.
        case aspectFill
        /// As wide as the view, aligned to its top. This is the iOS player's default.
        case top
        /// As wide as the view, aligned to its bottom.
        case bottom
        /// As high as the view, aligned to its left.
        case left
        /// As high as the view, aligned to its right.
        case right

        /// The transform from the movie's points to the view's, both with the origin at the top left.
        ///
        /// - Parameters:
        ///   - movie: ``VideoEntity/viewBox``.
        ///   - view: the view's size in any unit; the result has the same unit.
        /// - Returns: the transform. If a side is not above 0, it is not invertible, so nothing is visible.
        public func transform(movie: SVGASize, view: SVGASize) -> SVGATransform {
            guard movie.width > 0, movie.height > 0, view.width > 0, view.height > 0 else { return .scale(x: 0, y: 0) }
            let x = view.width / movie.width
            let y = view.height / movie.height
            /// `alongX`, `alongY`: the fraction of the free space to the left of and above the movie, 0…1.
            func uniform(_ scale: Double, _ alongX: Double, _ alongY: Double) -> SVGATransform {
                SVGATransform(
                    a: scale, b: 0, c: 0, d: scale, tx: (view.width - movie.width * scale) * alongX,
                    ty: (view.height - movie.height * scale) * alongY)
            }
            switch self {
            case .fill: return .scale(x: x, y: y)
            case .aspectFit: return uniform(min(x, y), 0.5, 0.5)
            case .aspectFill: return uniform(max(x, y), 0.5, 0.5)
            case .top: return uniform(x, 0, 0)
            case .bottom: return uniform(x, 0, 1)
            case .left: return uniform(y, 0, 0)
            case .right: return uniform(y, 1, 0)
            }
        }

        /// The movie's rectangle in the view, in the view's unit; empty if a side is not above 0.
        package func rect(movie: SVGASize, view: SVGASize) -> SVGARect {
            let transform = transform(movie: movie, view: view)
            guard transform.isInvertible else { return .zero }
            return transform.boundingBox(of: SVGARect(x: 0, y: 0, width: movie.width, height: movie.height))
        }
    }
}
