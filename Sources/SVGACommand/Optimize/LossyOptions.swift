import SVGAEdit

/// What `svga optimize` may give up.
struct LossyOptions: Sendable {
    var quality: Percent?
    var maximumSide: PositiveCount?
    var density: Scale?
    var minimumSimilarity: Similarity?
    var targetSize: ByteSize?
    var targetMemory: ByteSize?

    static let group = ParameterGroup<LossyOptions>(
        "Lossy", summary: "--quality --max-dim --density --target-size … (svga help lossy)",
        note: """
            With none of these every frame stays the same to the last bit. With one of them
            images whose change can be seen too well are left as they are, until every frame
            is as much like the input's as --min-ssim says. Only PNGs are changed.
            A target gives up as little as it takes: first colors, then pixels; for memory,
            which colors do not change, pixels. It says what, or fails and writes nothing.
            Memory is that of all images decoded, at 4 bytes a pixel.

            """,
        [
            .option(\.quality, "--quality", placeholder: "N", help: "palettes of 256 colors, 1 to 100 (best)"),
            .option(\.maximumSide, "--max-dim", placeholder: "N", help: "shrink images to sides of N pixels"),
            .option(\.density, "--density", placeholder: "D", help: "shrink to D pixels a point, where shown largest"),
            .option(\.minimumSimilarity, "--min-ssim", placeholder: "X", help: "of every frame; default 0.98"),
            .option(\.targetSize, "--target-size", placeholder: "SIZE", help: "at most this large: 500k, 2m (k is 1000 bytes)"),
            .option(\.targetMemory, "--target-memory", placeholder: "SIZE", help: "the same for the decoded images"),
        ])

    func apply(to options: inout OptimizeOptions) {
        options.quality = quality?.value
        options.maximumSide = maximumSide?.value
        options.density = density?.factor
        if let minimumSimilarity { options.minimumSimilarity = minimumSimilarity.value }
        options.targetBytes = targetSize?.value
        options.targetDecodedBytes = targetMemory?.value
    }
}
