import SVGAModel

/// Detects ZIP archives by the names of their entries.
enum ZipSniffer {
    static func kind(of bytes: UnsafeBufferPointer<UInt8>) -> FileKind? {
        if let kind = TextSniffer.transcoded(bytes) { return kind }
        let tail = UnsafeBufferPointer(rebasing: bytes.suffix(FileSniffer.windowBytes + 22))
        guard tail.contains("PK\u{5}\u{6}") else {
            return FileSniffer.hasChangedLineEndings(bytes) ? .changedLineEndings : .truncatedZip
        }
        // The central directory has all names; if it is larger than the window, its first names are not tested.
        let head = UnsafeBufferPointer(rebasing: bytes.prefix(4096))
        func has(_ name: String) -> Bool { head.contains(name) || tail.contains(name) }
        if has("movie.binary") || has("movie.spec") { return nil }
        if has("AndroidManifest.xml") { return .androidPackage }
        if has("Payload/") && has(".app/") { return .applePackage }
        if has("[Content_Types].xml") || has("mimetypeapplication/vnd.") { return .officeDocument }
        return has("animations/") || has("a/") && has(".json") ? .lottieArchive : .zipArchive
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a text occurs anywhere.
    func contains(_ text: String) -> Bool { contains(Array(text.utf8)) }

    private func contains(_ needle: [UInt8]) -> Bool {
        guard let last = needle.last, count >= needle.count else { return false }
        // The distance from the last occurrence of a byte in the text to its end: a window that ends with the byte moves by it.
        var distances = InlineArray<256, Int>(repeating: needle.count)
        for (index, byte) in needle.dropLast().enumerated() { distances[Int(byte)] = needle.count - 1 - index }
        var end = needle.count - 1
        while end < count {
            let byte = self[end]
            if byte == last, self[end + 1 - needle.count...end].elementsEqual(needle) { return true }
            end += distances[Int(byte)]
        }
        return false
    }
}
