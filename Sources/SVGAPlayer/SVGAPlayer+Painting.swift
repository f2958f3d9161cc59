public import SVGARender

extension SVGAPlayer {
    /// Paints the frames of the run that is on, or else of the next one, as they come, with one painter, until that run is over.
    ///
    /// ```swift
    /// player.startAnimation()
    /// try await player.paintFrames(with: scene) { painter, frame in
    ///     painter.copyPixels(.premultiplied, into: screen)
    /// }
    /// ```
    ///
    /// Painting that takes longer than a frame makes it miss frames, never lag behind.
    ///
    /// - Parameters:
    ///   - scene: prepared from the same movie.
    ///   - show: is called on the caller's actor with the painter that holds the frame.
    /// - Throws: what painting or `show` throws; the animation goes on.
    nonisolated(nonsending) public func paintFrames(
        with scene: Scene, _ show: (_ painter: FramePainter, _ frame: Int) throws -> Void
    ) async throws {
        let painter = try scene.makePainter()
        for await frame in frames() {
            try painter.paint(frame: frame)
            try show(painter, frame)
        }
    }
}
