import SVGASupport

/// The rule for untrusted names of movies and images.
package enum SourceName {
    /// Whether a name may become part of a path or a URL: 1 to 1024 bytes in components that `/` joins. No component is empty or starts with a dot,
    /// and there are no backslashes and control characters.
    package static func isAcceptable(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 1024 else { return false }
        guard !name.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) || $0 == "\\" }) else {
            return false
        }
        return FilePath(name).strictComponents?.allSatisfy { !$0.hasPrefix(".") } ?? false
    }
}
