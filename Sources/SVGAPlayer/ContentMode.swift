public import SVGAModel
public import SVGAPixels

/// The short name of `SVGAPlayer.ContentMode`, for code in which no other `ContentMode` is in sight.
public typealias ContentMode = SVGAPlayer.ContentMode

// Nested in the class, because the class hides the module of the same name: nothing else makes `SVGAPlayer.ContentMode` mean this.
extension SVGAPlayer {
    /// How a movie lies in a view of another size, with the iOS player's meanings.
    ///
    /// All but ``fill`` keep the movie's proportions. What lies outside the view is for the host to clip.
    public enum ContentMode: String, Hashable, Sendable, CaseIterable {
        /// Stretched to the view, each side for itself.
        case fill
        /// As large as fits into the view, in its middle.
        case aspectFit
        /// As small as covers the view, in its middle.
        case aspectFill
        /// As wide as the view, at its top: the iOS player's own default.
        case top
        /// As wide as the view, at its bottom.
        case bottom
        /// As high as the view, at its left.
        case left
        /// As high as the view, at its right.
        case right

        /// From the movie's points to the view's, both with the origin at their top left.
        ///
        /// - Parameters:
        ///   - movie: ``/SVGAModel/VideoEntity/viewBox``.
        ///   - view: in any unit; the result is in the same.
        /// - Returns: a transform that shows nothing (``/SVGAModel/Transform/isInvertible`` is false) where a side is not above 0.
        public func transform(movie: Size, view: Size) -> Transform {
            guard movie.width > 0, movie.height > 0, view.width > 0, view.height > 0 else { return .scale(x: 0, y: 0) }
            let x = view.width / movie.width
            let y = view.height / movie.height
            /// `alongX`, `alongY`: the part of the free space that lies before the movie.
            func uniform(_ scale: Double, _ alongX: Double, _ alongY: Double) -> Transform {
                Transform(
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

        /// Where the movie lies in the view, in the view's points; empty where a side is not above 0.
        public func rect(movie: Size, view: Size) -> Rect {
            let transform = transform(movie: movie, view: view)
            guard transform.isInvertible else { return .zero }
            return transform.boundingBox(of: Rect(x: 0, y: 0, width: movie.width, height: movie.height))
        }
    }
}
