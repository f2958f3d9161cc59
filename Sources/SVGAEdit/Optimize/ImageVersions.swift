import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport

/// Makes new payloads for images, several at once.
struct ImageVersions: Sendable {
    let options: OptimizeOptions

    /// Versions with equal pixels. Equal pictures get equal bytes, and no payload grows.
    ///
    /// - Parameter asDrafts: PNGs are only encoded quickly, for ``lossyAndExact(_:shown:)`` to find out which have to be encoded well.
    /// - Returns: by the image's index. Images that are no PNG, JPEG or lossless WebP keep their payload.
    func exact(_ images: [WireImage], asDrafts: Bool = false) async throws(EditError) -> [Int: ImageVersion] {
        // Files that hold a payload many times are read too: each is made once.
        var firsts: [[UInt8]: Int] = [:]
        let wanted = images.indices.filter { isImage(images[$0]) }
        for index in wanted where firsts[images[index].bytes] == nil { firsts[images[index].bytes] = index }
        let made = try await onAllCores(firsts.values.sorted()) { exactVersion(images[$0].bytes, isDraft: asDrafts) }
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

    /// The drafts among these images encoded as small as they get, and those with equal pixels.
    func finished(_ exact: [Int: ImageVersion], _ images: some Collection<Int>) async throws(EditError) -> [Int: ImageVersion] {
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

    /// A lossy version that takes more than this of a draft may take more than the exact one. Of 248 PNGs of public movies the smallest
    /// encoding takes 0.92 of the draft in all, of one in twenty less than 0.86; at three qualities none was mistaken with 0.8.
    private static let doubtful = 0.8

    /// Versions with fewer colours or pixels, or of a lower quality, for images that become smaller by it, and exact ones of all, which stay
    /// drafts where the lossy one is far smaller.
    ///
    /// - Parameter shown: the largest size in which each image is shown; for the options' density.
    func lossyAndExact(
        _ images: [WireImage], shown: ImageSizes
    ) async throws(EditError) -> (lossy: [Int: ImageVersion], exact: [Int: ImageVersion]) {
        let drafts = try await exact(images, asDrafts: true)
        let lossy = try await lossy(images, drafts, shown: shown)
        let doubtful = drafts.filter { index, draft in
            lossy[index].map { Double($0.bytes.count) > ImageVersions.doubtful * Double(draft.bytes.count) } ?? true
        }
        let exact = try await finished(drafts, doubtful.keys)
        return (lossy.filter { $1.bytes.count < exact[$0]?.bytes.count ?? .max }, exact)
    }

    /// Versions with fewer colours or pixels, or of a lower quality, for images that become smaller by it.
    func lossy(
        _ images: [WireImage], _ exact: [Int: ImageVersion], shown: ImageSizes
    ) async throws(EditError) -> [Int: ImageVersion] {
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

    private func exactVersion(_ bytes: [UInt8], isDraft: Bool) -> ImageVersion {
        guard let picture = PNGPicture(png: bytes, limits: options.limits) else {
            return ImageVersion(picture: .payload(bytes), bytes: smallerPayload(bytes) ?? bytes, action: .rewritten)
        }
        var version = ImageVersion(picture: .pixels(picture), bytes: bytes, action: .rewritten, isDraft: isDraft)
        version.shrink(to: isDraft ? PNGCompression.draft.file(picture) : ImageCompression(options: options).file(picture))
        return version
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
            indices.count, threads: options.threadCount, cancelled: EditError.cancelled
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
        guard max(picture.width, picture.height) <= WebPEncoder.maximumSide else { return nil }
        let encoder = WebPEncoder(options: WebPOptions(effort: ImageCompression.webPEffort))
        return picture.pixels.withUnsafeBytes { try? encoder.encode($0, width: picture.width, height: picture.height) }
    }
}
