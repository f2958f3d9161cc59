package import SVGAPlatform

/// A path of the file system: bytes, which the byte 0x2F (`/`) separates into components.
///
/// In a `String`, `/` followed by a combining mark is one character that is not `/`. Two strings that differ only in Unicode normalization
/// are equal, but name two files. So paths are not split, compared or looked up as `String`s; `make lint` checks that.
///
/// The names follow `FilePath` in Swift System. A path need not be valid UTF-8. A byte 0 ends a path for the system, so a path with one
/// names no file.
package struct FilePath: Hashable, Sendable {
    /// A component between two slashes, never empty.
    package struct Component: Hashable, Sendable {
        package let bytes: [UInt8]

        fileprivate init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

        /// For messages, and for file names that are known to be UTF-8: invalid bytes become U+FFFD.
        package var string: String { String(decoding: bytes, as: UTF8.self) }

        /// Whether it is `.`, the same folder.
        package var isCurrentFolder: Bool { bytes == [FilePath.dot] }

        /// Whether it is `..`, the parent folder.
        package var isParentFolder: Bool { bytes == [FilePath.dot, FilePath.dot] }

        /// Whether it is a file name: not `.` or `..`, and without a byte 0.
        package var isName: Bool { !isCurrentFolder && !isParentFolder && !bytes.contains(0) }

        package func hasPrefix(_ text: String) -> Bool { bytes.starts(with: text.utf8) }

        /// Without the extension and its dot. A dot at the start of a name begins no extension.
        package var stem: String { String(decoding: bytes[..<extensionStart], as: UTF8.self) }

        /// The part after the last dot; nil if there is none.
        package var `extension`: String? {
            extensionStart < bytes.count ? String(decoding: bytes[(extensionStart + 1)...], as: UTF8.self) : nil
        }

        /// The offset of the extension's dot; the end if there is none.
        fileprivate var extensionStart: Int { bytes.lastIndex(of: FilePath.dot).flatMap { $0 > 0 ? $0 : nil } ?? bytes.count }
    }

    package static let slash = UInt8(ascii: "/")
    fileprivate static let dot = UInt8(ascii: ".")

    package let bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    package init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    /// A path from the system.
    package init(cString: UnsafePointer<CChar>) {
        bytes = Array(UnsafeRawBufferPointer(start: cString, count: strlen(cString)))
    }

    // MARK: Conversions

    /// For messages, and for interfaces that take text: invalid UTF-8 becomes U+FFFD.
    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// For C functions. A path with a byte 0 becomes the empty path, which the system rejects.
    package var cString: [CChar] { (containsZero ? [] : bytes).map { CChar(truncatingIfNeeded: $0) } + [0] }

    package var containsZero: Bool { bytes.contains(0) }

    package var isEmpty: Bool { bytes.isEmpty }

    package var isAbsolute: Bool { bytes.first == FilePath.slash }

    /// Whether it can only name a folder: it ends with a slash.
    package var endsWithSlash: Bool { bytes.last == FilePath.slash }

    /// Whether a component is `..`.
    package var containsParentFolder: Bool { components.contains(where: \.isParentFolder) }

    /// The scheme of a URL such as `https://example.com/a.svga`; nil for a path. A path with that spelling can be written as `./https:/…`.
    package var addressScheme: String? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[(colon + 1)...].starts(with: [FilePath.slash, FilePath.slash])
        else { return nil }
        let scheme = bytes[..<colon]
        let isScheme = scheme.allSatisfy { byte in
            let lower = byte | 0x20
            return (0x61...0x7A).contains(lower) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
        }
        guard isScheme, let first = scheme.first, (0x61...0x7A).contains(first | 0x20) else { return nil }
        return String(decoding: scheme, as: UTF8.self)
    }

    // MARK: Components

    /// The names between slashes; repeated slashes count as one, as for the system.
    package var components: [Component] { bytes.split(separator: FilePath.slash).map { Component($0) } }

    /// The names between slashes; nil if one is empty, as in `/a`, `a//b` and `a/`.
    package var strictComponents: [Component]? {
        let parts = bytes.split(separator: FilePath.slash, omittingEmptySubsequences: false)
        return parts.contains(where: \.isEmpty) ? nil : parts.map { Component($0) }
    }

    /// The last name, ignoring trailing slashes; nil for the empty path and the root.
    package var lastComponent: Component? {
        guard let end = bytes.lastIndex(where: { $0 != FilePath.slash }) else { return nil }
        let start = bytes[..<end].lastIndex(of: FilePath.slash).map { $0 + 1 } ?? 0
        return Component(bytes[start...end])
    }

    /// The path without the last component and its trailing slashes; empty for a bare name, and the root for a name in the root.
    package func removingLastComponent() -> FilePath {
        guard let end = bytes.lastIndex(where: { $0 != FilePath.slash }) else { return self }
        guard let slash = bytes[..<end].lastIndex(of: FilePath.slash) else { return FilePath(bytes: []) }
        return FilePath(bytes: bytes[...slash]).removingTrailingSlashes()
    }

    /// The path up to and including the last slash; empty if there is none.
    package var folderPrefix: FilePath { FilePath(bytes: bytes[..<nameStart]) }

    /// The part after the last slash; empty after a trailing slash.
    package var name: String { String(decoding: bytes[nameStart...], as: UTF8.self) }

    private var nameStart: Int { bytes.lastIndex(of: FilePath.slash).map { $0 + 1 } ?? 0 }

    package var stem: String { lastComponent?.stem ?? "" }

    package var `extension`: String? { lastComponent?.extension }

    /// The part after the last dot of the last name, also if the dot is its first byte: `png` of `a/.png`. It determines formats.
    package var ending: String? {
        guard let bytes = lastComponent?.bytes, let dot = bytes.lastIndex(of: FilePath.dot) else { return nil }
        return String(decoding: bytes[(dot + 1)...], as: UTF8.self)
    }

    /// The part before the first dot of the last name: `con` of `con.tar.gz`.
    package var firstStem: String { String(decoding: lastComponent?.bytes.prefix { $0 != FilePath.dot } ?? [], as: UTF8.self) }

    /// The path before the extension, and the extension with its dot, which may be empty.
    package var splitAtExtension: (before: String, rest: String) {
        let start = nameStart + Component(bytes[nameStart...]).extensionStart
        return (String(decoding: bytes[..<start], as: UTF8.self), String(decoding: bytes[start...], as: UTF8.self))
    }

    /// Whether it is at or below another path, component by component: `/a/bc` is not below `/a/b`.
    package func starts(with other: FilePath) -> Bool {
        isAbsolute == other.isAbsolute && components.starts(with: other.components)
    }

    // MARK: Derived paths

    /// The root stays the root.
    package func removingTrailingSlashes() -> FilePath {
        guard let end = bytes.lastIndex(where: { $0 != FilePath.slash }) else { return isEmpty ? self : FilePath("/") }
        return FilePath(bytes: bytes[...end])
    }

    /// The path with one trailing slash, so that a name can be appended; the empty path stays empty.
    package func addingTrailingSlash() -> FilePath { isEmpty || endsWithSlash ? self : FilePath(bytes: bytes + [FilePath.slash]) }

    /// A path in this folder. The empty path is the current folder.
    package func appending(_ name: String) -> FilePath { FilePath(bytes: addingTrailingSlash().bytes + Array(name.utf8)) }

    package func appending(_ name: Component) -> FilePath { FilePath(bytes: addingTrailingSlash().bytes + name.bytes) }

    /// The other path relative to this folder, unless it is absolute.
    package func resolving(_ other: FilePath) -> FilePath {
        other.isAbsolute ? other : FilePath(bytes: addingTrailingSlash().bytes + other.bytes)
    }

    /// The path without empty components, `.`, and `..` after a name. Symbolic links are not resolved.
    package func lexicallyNormalized() -> FilePath {
        var kept: [Component] = []
        for component in components where !component.isCurrentFolder {
            guard component.isParentFolder else {
                kept.append(component)
                continue
            }
            if let last = kept.last, !last.isParentFolder { kept.removeLast() } else if !isAbsolute { kept.append(component) }
        }
        return FilePath(bytes: (isAbsolute ? [FilePath.slash] : []) + Array(kept.map(\.bytes).joined(separator: [FilePath.slash])))
    }

    /// The canonical path without symbolic links; nil with `errno` set if it cannot be found.
    package func resolvingLinks() -> FilePath? {
        guard let real = realpath(cString, nil) else { return nil }
        defer { free(real) }
        return FilePath(cString: real)
    }

    // MARK: The file

    /// nil with `errno` set if the file does not exist. Follows symbolic links.
    package var status: stat? {
        var status = SVGAPlatform.stat()
        return stat(cString, &status) == 0 ? status : nil
    }

    /// The status of a symbolic link itself.
    package var linkStatus: stat? {
        var status = SVGAPlatform.stat()
        return lstat(cString, &status) == 0 ? status : nil
    }
}

extension FilePath: CustomStringConvertible, ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(text) }

    package var description: String { string }
}

extension StringProtocol {
    /// Splits at an ASCII character, for values such as `30000/1001`; returns at least one text. Unlike `split`, it finds a separator that
    /// is followed by a combining mark.
    package func fields(separatedBy separator: UInt8) -> [String] {
        utf8.split(separator: separator, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension UnsafeMutablePointer<dirent> {
    /// The name of a `readdir` entry, in the file system's bytes.
    package var path: FilePath { FilePath(bytes: nameBytes) }

    /// Whether it is `.` or `..`.
    package var isFolderLink: Bool { [".", ".."].contains(path) }
}
