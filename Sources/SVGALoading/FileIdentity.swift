import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport

/// The state of a file at the time of the check: equal identities mean equal bytes.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let bytes: Int64
    /// Nanoseconds since 1970.
    private let changed: Int64
    /// The time of the last change of the content or metadata. It cannot be set, so it reveals a change that restores the modification time.
    private let statusChanged: Int64
    /// Whether the bytes may be cached for this identity.
    ///
    /// A pipe or a device returns different bytes each time. File times advance in steps of up to 10 ms (the kernel's tick), so a file that has just
    /// been changed may change again without a new time.
    let isReliable: Bool

    /// - Throws: ``SVGAError/Kind/notFound`` or ``SVGAError/Kind/file``.
    init(path: String) throws(SVGAError) {
        var information = stat()
        guard stat(FilePath(path).cString, &information) == 0 else {
            throw errno == ENOENT || errno == ENOTDIR
                ? .notFound(name: path) : .file(path: path, reason: errorText(errno))
        }
        // Signed on Darwin, and may be negative.
        device = UInt64(truncatingIfNeeded: information.st_dev)
        inode = UInt64(information.st_ino)
        bytes = Int64(information.st_size)
        changed = FileIdentity.nanoseconds(information.modificationTime)
        statusChanged = FileIdentity.nanoseconds(information.statusChangeTime)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = FileIdentity.nanoseconds(now) - max(changed, statusChanged)
        isReliable = information.st_mode & S_IFMT == S_IFREG && age > 20_000_000
    }

    static func == (one: FileIdentity, other: FileIdentity) -> Bool {
        one.device == other.device && one.inode == other.inode && one.bytes == other.bytes && one.changed == other.changed
            && one.statusChanged == other.statusChanged
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(device)
        hasher.combine(inode)
        hasher.combine(statusChanged)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 { Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec) }
}
