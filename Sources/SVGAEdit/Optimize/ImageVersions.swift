import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport

/// Creates new payloads for images, several at once.
struct ImageVersions: Sendable {
    let options: OptimizeOptions

    /// Versions with equal pixels. Equal pictures get equal bytes, and no payload grows.
    ///
    /// - Parameter asDrafts: whether PNGs are only encoded quickly. ``lossyAndExact(_:displaySizes:)`` then selects those to encode well.
    /// - Returns: versions by image index. Images that are not a PNG, JPEG or lossless WebP keep their payload.
    func exact(_ images: [WireImage], asDrafts: Bool = false) async throws(SVGAError) -> [Int: ImageVersion] {
        // A payload may occur many times in a file; each is encoded once.
        var firsts: [[UInt8]: Int] = [:]
        let wanted = images.indices.filter { isImage(images[$0]) }
        for index in wanted where firsts[images[index].bytes] == nil { firsts[images[index].bytes] = index }
        let made = try await onAllCores(firsts.values.sorted()) { exactVersion(images[$0].bytes, isDraft: asDrafts) }
        let results: [Int: ImageVersion] = wanted.reduce(into: [:]) { $0[$1] = firsts[images[$1].bytes].flatMap { made[$0] } }
        var smallest: [ImageVersion.Picture: [UInt8]] = [:]
        // In the file's order, so that the result is deterministic if sizes are equal.
        for (_, version) in results.sorted(by: { $0.key < $1.key }) where version.bytes.count < smallest[version.picture]?.count ?? .max {
            smallest[version.picture] = version.bytes
        }
        return results.mapValues { version in
            var version = version
            if let best = smallest[version.picture] { version.bytes = best }
            return version
        }
    }

    /// Encodes the drafts among these images, and images with equal pixels, as small as possible.
    func finished(_ exact: [Int: ImageVersion], _ images: some Collection<Int>) async throws(SVGAError) -> [Int: ImageVersion] {
        var firsts: [ImageVersion.Picture: Int] = [:]
        for index in images.sorted() {
            if let version = exact[index], version.isDraft, firsts[version.picture] == nil { firsts[version.picture] = index }
        }
        if firsts.isEmpty { return exact }
        let made = try await onAllCores(firsts.values.sorted()) { exact[$0].map(finished) }
        return exact.mapValues { version in firsts[version.picture].flatMap { made[$0] } ?? version }
    }

    private func finished(_ draft: ImageVersion) -> ImageVersion {
        var version = draft
        version.isDraft = false
        if case .pixels(let picture) = draft.picture { version.shrink(to: ImageCompression(options: options).file(picture)) }
        return version
    }

    /// A lossy version above this share of a draft may exceed the exact version. In 248 PNGs of public movies, the smallest encoding takes 0.92
    /// of the draft in total, and less than 0.86 for one in twenty. At three qualities, 0.8 caused no wrong decision.
    private static let doubtful = 0.8

    /// Versions with fewer colors or pixels, or lower quality, if they are smaller, and exact versions of all images.
    /// An exact version stays a draft if the lossy one is far smaller.
    ///
    /// - Parameter displaySizes: the largest display size of each image, for the option `density`.
    func lossyAndExact(
        _ images: [WireImage], displaySizes: ImageSizes
    ) async throws(SVGAError) -> (lossy: [Int: ImageVersion], exact: [Int: ImageVersion]) {
        let drafts = try await exact(images, asDrafts: true)
        let lossy = try await lossy(images, drafts, displaySizes: displaySizes)
        let doubtful = drafts.filter { index, draft in
            lossy[index].map { Double($0.bytes.count) > ImageVersions.doubtful * Double(draft.bytes.count) } ?? true
        }
        let exact = try await finished(drafts, doubtful.keys)
        return (lossy.filter { $1.bytes.count < exact[$0]?.bytes.count ?? .max }, exact)
    }

    /// Versions with fewer colors or pixels, or lower quality, if they are smaller.
    func lossy(
        _ images: [WireImage], _ exact: [Int: ImageVersion], displaySizes: ImageSizes
    ) async throws(SVGAError) -> [Int: ImageVersion] {
        // Kept keys keep their layout size for replacement images.
        let kept = SimilarKeys(options.keptKeys)
        return try await onAllCores(exact.keys.sorted()) { index in
            let image = LossyImage(options: options, displaySizes: displaySizes, keepsSize: kept.mayMean(images[index].key))
            return exact[index].flatMap { image.version(of: $0, key: images[index].key) }
        }
    }

    private func isImage(_ image: WireImage) -> Bool {
        if case .image(let format) = PayloadKind.sniff(image.bytes) { format != .unknown } else { false }
    }

    private func exactVersion(_ bytes: [UInt8], isDraft: Bool) -> ImageVersion {
        guard let picture = PNGPicture(png: bytes, limits: options.limits) else {
            return ImageVersion(picture: .payload(bytes), bytes: smallerPayload(bytes) ?? bytes, action: .rewritten)
        }
        let isDraft = isDraft && options.effort > PNGCompression.highestEffortWithoutDraft
        var version = ImageVersion(picture: .pixels(picture), bytes: bytes, action: .rewritten, isDraft: isDraft)
        version.shrink(to: isDraft ? PNGCompression.draft.file(picture) : ImageCompression(options: options).file(picture))
        // Only lossy versions are made from the pixels, which take much memory.
        if options.isLossless { version.picture = .fingerprint(of: picture) }
        return version
    }

    /// A smaller encoding of the same picture in the same format.
    private func smallerPayload(_ bytes: [UInt8]) -> [UInt8]? {
        switch PayloadKind.sniff(bytes) {
        case .image(.jpeg): JPEGCompression(limits: options.limits).file(bytes)
        case .image(.webp): WebPCompression(effort: options.webPEffort, limits: options.limits).file(bytes)
        default: nil
        }
    }

    private func onAllCores(
        _ indices: [Int], _ make: @escaping @Sendable (Int) -> ImageVersion?
    ) async throws(SVGAError) -> [Int: ImageVersion] {
        let versions = try await Parallel.map(
            indices.count, threads: options.threadCount, cancelled: SVGAError.cancelled
        ) { (index) throws(SVGAError) in make(indices[index]) }
        return zip(indices, versions).reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
}

/// Encodes pictures losslessly, in the smallest of the allowed formats.
struct ImageCompression: Sendable {
    let options: OptimizeOptions

    /// nil if the libraries fail, which only happens without memory.
    func file(_ picture: PNGPicture) -> [UInt8]? {
        let png = PNGCompression(effort: options.effort).file(picture)
        // A color profile would be lost.
        guard options.usesWebP, options.mayUseWebP, picture.carried.isEmpty, let webP = webP(picture) else { return png }
        return webP.count < png?.count ?? .max ? webP : png
    }

    private func webP(_ picture: PNGPicture) -> [UInt8]? {
        guard max(picture.width, picture.height) <= WebPEncoder.maximumSide else { return nil }
        let encoder = WebPEncoder(options: WebPOptions(effort: options.webPEffort))
        return picture.pixels.withUnsafeBytes { try? encoder.encode($0, width: picture.width, height: picture.height) }
    }
}
