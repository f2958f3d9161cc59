// The C library of the system, whichever it is: other files import SVGAPlatform (`make lint` checks that), and what the libraries name
// differently has one name here.

#if canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#elseif canImport(Darwin)
    @_exported public import Darwin
#else
    #error("SVGAKit knows the C libraries Glibc, Musl and Darwin.")
#endif

/// For `shutdown`: neither reads nor writes go on. A module that also imports a C library with sockets in its headers may not see the constant.
package let shutsReadsAndWrites = Int32(SHUT_RDWR)

extension stat {
    /// When the file's content last changed.
    package var modificationTime: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }

    /// When the file's content, name, owner or permissions last changed.
    package var statusChangeTime: timespec {
        #if canImport(Darwin)
            st_ctimespec
        #else
            st_ctim
        #endif
    }
}

extension UnsafeMutablePointer<dirent> {
    /// The name of an entry that `readdir` found, in the bytes of the file system, which need not be UTF-8. How long the array of the name is
    /// differs, and it may be declared shorter than the name is.
    package var nameBytes: [UInt8] {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let start = UnsafeRawPointer(self).advanced(by: offset)
        return Array(UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
    }

    /// The same as text: invalid bytes become U+FFFD.
    package var name: String { String(decoding: nameBytes, as: UTF8.self) }

    package enum Kind { case file, folder, other, unknown }

    /// What the entry is, where the file system tells it without a look at the file itself. A symbolic link is `other`.
    package var kind: Kind {
        switch Int32(pointee.d_type) {
        case Int32(DT_REG): .file
        case Int32(DT_DIR): .folder
        case Int32(DT_UNKNOWN): .unknown
        default: .other
        }
    }
}
