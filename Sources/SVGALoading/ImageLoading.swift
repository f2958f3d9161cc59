public import Foundation
public import SVGAModel
public import SVGARender

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Loads images by URL, for the imageKeys of a movie.
extension SVGAParser {
    /// Loads an image from an `http`, `https` or `file` URL, with the limits and caches of movies. `reload` ignores all caches, and caches the
    /// result again.
    /// - Throws: ``SVGAError``; ``SVGAError/Kind/invalidFile`` if it is not an image or exceeds ``ReadLimits/imagePixels``.
    public func image(url: URL, reload: Bool = false) async throws(SVGAError) -> ReplacementImage {
        try await value(url: url, reload: reload)
    }

    /// Loads the image in the response to a request, as ``parse(request:)`` loads a movie.
    /// - Throws: as ``image(url:reload:)``.
    public func image(request: URLRequest) async throws(SVGAError) -> ReplacementImage { try await value(request: request) }

    /// The substitutions while images are loading: first with the placeholder, then again as each image arrives.
    ///
    /// ```swift
    /// import Foundation
    ///
    /// let avatar = URL(string: "https://example.com/users/ann.jpg")!
    /// for await substitutions in SVGAParser().substitutions(images: ["user1": avatar], fit: .cover, mask: .circle) {
    ///     let scene = try prepared.scene(substitutions: substitutions)
    ///     print(scene)  // show this one from now on
    /// }
    /// ```
    ///
    /// The sequence ends when every image has loaded or failed; after a failure the placeholder stays. A slow consumer receives the newest state and
    /// misses earlier ones. Fresh images in the ``MemoryCache`` are in the first state. When the consumer is released, loading is canceled.
    /// - Parameters:
    ///   - base: other substitutions, for example texts.
    ///   - images: the URLs of the images by imageKey.
    ///   - placeholder: shown until an image has loaded; nil: the movie's image.
    ///   - fit: the fit of images and placeholder in their layout.
    ///   - mask: their mask.
    ///   - onResult: called from any thread, once for each key, before the state with its image. If the consumer is released, an image that is still
    ///     loading fails with ``SVGAError/Kind/cancelled``.
    public func substitutions(
        _ base: Substitutions = Substitutions(), images: [String: URL], placeholder: ReplacementImage? = nil, fit: ImageFit = .fill,
        mask: ImageMask = .none,
        onResult: @escaping @Sendable (_ key: String, _ result: Result<ReplacementImage, SVGAError>) -> Void = { _, _ in }
    ) -> AsyncStream<Substitutions> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            var current = base
            var missing: [String: URL] = [:]
            for (key, url) in images {
                let image: ReplacementImage? = valueInMemory(url)
                if let image { onResult(key, .success(image)) } else { missing[key] = url }
                if let image = image ?? placeholder { current.setImage(image, fit: fit, mask: mask, forKey: key) }
            }
            continuation.yield(current)
            let task = Task { [current, missing] in
                var current = current
                await withTaskGroup(of: (String, Result<ReplacementImage, SVGAError>).self) { group in
                    for (key, url) in missing {
                        group.addTask { (key, await result(url)) }
                    }
                    for await (key, result) in group {
                        onResult(key, result)
                        guard case .success(let image) = result else { continue }
                        current.setImage(image, fit: fit, mask: mask, forKey: key)
                        continuation.yield(current)
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func result(_ url: URL) async -> Result<ReplacementImage, SVGAError> {
        do throws(SVGAError) {
            return .success(try await image(url: url))
        } catch {
            return .failure(error)
        }
    }
}
