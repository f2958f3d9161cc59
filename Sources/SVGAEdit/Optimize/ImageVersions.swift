import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport

/// Makes new payloads for images, several at once.
struct ImageVersions: Sendable {
    let options: OptimizeOptions
    /// The largest size in which each image is shown; for the options' density.
    let shown: ImageSizes

    /// Versions with equal pixels. Equal pictures get equal bytes, and no payload grows.
    /// - Returns: by the image's index. Images that are no PNG, JPEG or lossless WebP keep their payload.
    func exact(_ images: [WireImage]) async throws(EditError) -> [Int: ImageVersion] {
        // Files that hold a payload many times are read too: each is made once.
        var firsts: [[UInt8]: Int] = [:]
        let wanted = images.indices.filter { isImage(images[$0]) }
        for index in wanted where firsts[images[index].bytes] == nil { firsts[images[index].bytes] = index }
        let made = try await onAllCores(firsts.values.sorted()) { exactVersion(images[$0].bytes) }
        let results: [Int: ImageVersion] = wanted.reduce(into: [:]) { $0[$1] = firsts[images[$1].bytes].flatMap { made[$0] } }
        var smallest: [ImageVersion.Picture: [UInt8]] = [:]
        // In the file's order, so that the result is always the same when sizes are equal.
        for (_, version) in results.sorted(by: { $0.key < $1.key }) where version.bytes.count < smallest[version.picture]?.count ?? .max {
            smallest[version.picture] = version.bytes
        }
        return results.mapValues { version in
            var version = version
            if let best = smallest[version.picture] { version.bytes = best }
            return version
        }
    }

    /// Versions with fewer colours or pixels, or of a lower quality, for images that become smaller by it.
    func lossy(_ images: [WireImage], _ exact: [Int: ImageVersion]) async throws(EditError) -> [Int: ImageVersion] {
        // What is set by a key that is kept still finds its place as large as it was.
        let kept = SimilarKeys(options.keptKeys)
        return try await onAllCores(exact.keys.sorted()) { index in
            let image = LossyImage(options: options, shown: shown, keepsSize: kept.mayMean(images[index].key))
            return exact[index].flatMap { image.version(of: $0, key: images[index].key) }
        }
    }

    private func isImage(_ image: WireImage) -> Bool {
        if case .image(let format) = PayloadKind.sniff(image.bytes) { format != .unknown } else { false }
    }

    private func exactVersion(_ bytes: [UInt8]) -> ImageVersion {
        guard let picture = PNGPicture(png: bytes, limits: options.limits) else {
            return ImageVersion(picture: .payload(bytes), bytes: smallerPayload(bytes) ?? bytes, action: .rewritten)
        }
        let written = ImageCompression(options: options).file(picture)
        let best = written.map { $0.count < bytes.count ? $0 : bytes } ?? bytes
        return ImageVersion(picture: .pixels(picture), bytes: best, action: .rewritten)
    }

    /// The same picture in the same format.
    private func smallerPayload(_ bytes: [UInt8]) -> [UInt8]? {
        switch PayloadKind.sniff(bytes) {
        case .image(.jpeg): JPEGCompression(limits: options.limits).file(bytes)
        case .image(.webp): WebPCompression(limits: options.limits).file(bytes)
        default: nil
        }
    }

    private func onAllCores(
        _ indices: [Int], _ make: @escaping @Sendable (Int) -> ImageVersion?
    ) async throws(EditError) -> [Int: ImageVersion] {
        let versions = try await Parallel.map(
            indices.count, threads: options.threads, cancelled: EditError.cancelled
        ) { (place) throws(EditError) in make(indices[place]) }
        return zip(indices, versions).reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
}

/// Encodes pictures losslessly, in the smallest of the allowed formats.
struct ImageCompression: Sendable {
    let options: OptimizeOptions

    /// 1 (fastest) to 9 (smallest).
    private static let webPEffort = 6

    /// nil if the libraries fail, which happens only without memory.
    func file(_ picture: PNGPicture) -> [UInt8]? {
        let png = PNGCompression(usesZopfli: options.usesZopfli).file(picture)
        // A colour profile would be lost.
        guard options.usesWebP, options.mayUseWebP, picture.carried.isEmpty, let webP = webP(picture) else { return png }
        return webP.count < png?.count ?? .max ? webP : png
    }

    private func webP(_ picture: PNGPicture) -> [UInt8]? {
        guard max(picture.width, picture.height) <= WebPEncoder.longestSide else { return nil }
        let encoder = WebPEncoder(options: WebPOptions(effort: ImageCompression.webPEffort))
        return picture.pixels.withUnsafeBytes { try? encoder.encode($0, width: picture.width, height: picture.height) }
    }
}
