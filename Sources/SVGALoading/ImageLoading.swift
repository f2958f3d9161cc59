public import Foundation
import SVGAModel
public import SVGARender

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Loads images by URL, for the imageKeys of a movie.
extension SVGAParser {
    /// Gets the picture at an address, `http`, `https` or `file`, within the same limits and through the same caches as movies; with `reload`
    /// from its source, past all caches. It is then cached anew.
    /// - Throws: ``LoadError``; ``LoadError/image(name:_:)`` if it is not a picture or has more than ``ReadLimits/imagePixels``.
    public func image(url: URL, reload: Bool = false) async throws(LoadError) -> ReplacementImage {
        try await value(url: url, reload: reload)
    }

    /// Gets the picture that a server sends for a request, as ``parse(request:)`` gets a movie.
    /// - Throws: as ``image(url:reload:)``.
    public func image(request: URLRequest) async throws(LoadError) -> ReplacementImage { try await value(request: request) }

    /// What to show while pictures are loading: first with the placeholder, then again as each picture comes.
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
    /// The sequence ends when every picture has come or failed; where one failed, the placeholder stays. A slow reader gets the newest state
    /// and misses those before it. Pictures that are fresh in the ``MemoryCache`` are there from the start. When the reader goes away,
    /// loading ends.
    /// - Parameters:
    ///   - base: what else is substituted, such as texts.
    ///   - images: the address of the picture for each key.
    ///   - placeholder: shown until a picture is there; nil: the movie's own.
    ///   - fit: how pictures and placeholder lie in their layout.
    ///   - mask: how they are cut.
    ///   - onResult: called from any thread, once for each key, before the state that shows its picture. A picture that is still loading
    ///     when the reader goes away is a failure, ``LoadError/cancelled``.
    public func substitutions(
        _ base: Substitutions = Substitutions(), images: [String: URL], placeholder: ReplacementImage? = nil, fit: ImageFit = .fill,
        mask: ImageMask = .none,
        onResult: @escaping @Sendable (_ key: String, _ result: Result<ReplacementImage, LoadError>) -> Void = { _, _ in }
    ) -> AsyncStream<Substitutions> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            var shown = base
            var missing: [String: URL] = [:]
            for (key, url) in images {
                let image: ReplacementImage? = valueInMemory(url)
                if let image { onResult(key, .success(image)) } else { missing[key] = url }
                if let image = image ?? placeholder { shown.setImage(image, fit: fit, mask: mask, forKey: key) }
            }
            continuation.yield(shown)
            let task = Task { [shown, missing] in
                var shown = shown
                await withTaskGroup(of: (String, Result<ReplacementImage, LoadError>).self) { group in
                    for (key, url) in missing {
                        group.addTask { (key, await result(url)) }
                    }
                    for await (key, result) in group {
                        onResult(key, result)
                        guard case .success(let image) = result else { continue }
                        shown.setImage(image, fit: fit, mask: mask, forKey: key)
                        continuation.yield(shown)
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func result(_ url: URL) async -> Result<ReplacementImage, LoadError> {
        do throws(LoadError) {
            return .success(try await image(url: url))
        } catch {
            return .failure(error)
        }
    }
}
