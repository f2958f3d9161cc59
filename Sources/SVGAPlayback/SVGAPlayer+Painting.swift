public import SVGARender

extension SVGAPlayer {
    /// Paints the frames of ``frames()`` as they are shown, with one painter. Returns when the run ends.
    ///
    /// ```swift
    /// player.startAnimation()
    /// try await player.paintFrames(with: scene) { painter, frame in
    ///     print(frame, painter.pixmap())
    /// }
    /// ```
    ///
    /// If painting takes longer than a frame, frames are skipped, so that the pixels stay in time.
    ///
    /// - Parameters:
    ///   - animation: the animation to paint: the player's, or a scene of the same movie at another size or with other substitutions.
    ///   - show: called on the caller's actor with the painter, which contains the frame.
    /// - Throws: the errors of painting and of `show`. The animation continues.
    nonisolated(nonsending) public func paintFrames<Shown: PlayableAnimation>(
        with animation: Shown, _ show: (_ painter: Shown.Painter, _ frame: Int) throws -> Void
    ) async throws {
        // The stream starts before the painter is created, because creating the painter may take longer than the run.
        let frames = frames()
        let painter = try animation.makePainter()
        for await frame in frames {
            try painter.paint(frame: frame)
            try show(painter, frame)
        }
    }
}
