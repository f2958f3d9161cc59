public import SVGAModel

/// Where movies come from that are known by an id, such as the gifts a server hands out.
///
/// An id is a stranger's word: a provider refuses the ones that ``AnimationID`` refuses.
public protocol AnimationProvider: Sendable {
    /// Names the bytes that an id stands for at present, for the caches: the same key, the same bytes. Nil: never cached.
    /// - Throws: ``LoadError``, mostly ``LoadError/refusedID(_:)`` and ``LoadError/notFound(name:)``.
    func cacheKey(for id: String) throws(LoadError) -> String?

    /// Whether getting the bytes is dear enough to keep them in a ``DiskCache``.
    var isRemote: Bool { get }

    /// The file itself; at most ``/SVGAModel/ReadLimits/inputBytes`` of it.
    func bytes(for id: String, limits: ReadLimits) async throws(LoadError) -> [UInt8]
}

/// The rule for ids.
public enum AnimationID {
    /// Whether an id may become part of a path or an address: up to 1024 bytes, of parts joined by `/` none of which is empty or starts
    /// with a dot, and without backslashes and control characters. So it can neither climb out of its place nor be an address of its own.
    public static func isAcceptable(_ id: String) -> Bool {
        guard !id.isEmpty, id.utf8.count <= 1024 else { return false }
        guard !id.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) || $0 == "\\" }) else {
            return false
        }
        return id.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty && !$0.utf8.starts(with: ".".utf8) }
    }
}
