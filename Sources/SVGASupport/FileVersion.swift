package import SVGAPlatform

/// Identifies a version of a file: it changes if the file is written, replaced or renamed.
package struct FileVersion: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let seconds: Int
    private let nanoseconds: Int
    /// The last change of content, name or permissions. Unlike the modification time, programs cannot set it.
    private let changeSeconds: Int
    private let changeNanoseconds: Int
    package let bytes: Int

    package init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        seconds = status.modificationTime.tv_sec
        nanoseconds = status.modificationTime.tv_nsec
        changeSeconds = status.statusChangeTime.tv_sec
        changeNanoseconds = status.statusChangeTime.tv_nsec
        bytes = Int(status.st_size)
    }

    /// A short text that differs for each version, for the URL of a cached resource.
    package var token: String {
        var hash = StableHash()
        for part in ["\(device)", "\(inode)", "\(seconds)", "\(nanoseconds)", "\(changeSeconds)", "\(changeNanoseconds)", "\(bytes)"] {
            hash.add(part)
        }
        return String(hash.value, radix: 16)
    }

    /// The modification time in milliseconds since 1970.
    package var modified: Int { min(max(seconds, -1 << 50), 1 << 50) * 1000 + nanoseconds / 1_000_000 }
}
