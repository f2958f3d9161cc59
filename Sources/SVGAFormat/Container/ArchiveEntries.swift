package import SVGAModel

/// Decompressed files of a ZIP that is not an SVGA movie.
package struct ArchiveEntries: Sendable {
    /// By their names in the archive.
    package let files: [String: [UInt8]]

    /// Decompresses the matching files, in total within ``ReadLimits/inflatedBytes``.
    package init(_ bytes: [UInt8], limits: ReadLimits, where isWanted: (String) -> Bool) throws(SVGAError) {
        files = try bytes.withUnsafeBufferPointer { (buffer) throws(SVGAError) -> [String: [UInt8]] in
            var archive = try ZipArchive(buffer, allowed: limits.inflatedBytes, limits: limits)
            var files: [String: [UInt8]] = [:]
            for name in archive.names where isWanted(name) { files[name] = try archive.bytes(of: name) }
            return files
        }
    }
}
