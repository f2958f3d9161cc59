import SVGAPlatform

/// Protects the temporary files of a folder from other processes: a locked empty file beside them. The system releases the lock when the
/// process ends for any reason.
///
/// A process ID is not enough: containers and other machines on a network drive have their own, and IDs are reused. Locking the temporary
/// files is not enough either, because those of a sequence are closed long before they are renamed.
struct TemporaryFileLock {
    let path: FilePath
    private let descriptor: Int32
    private var names = 0

    /// - Parameters:
    ///   - folder: empty for the current one.
    ///   - path: the path for errors.
    init(in folder: FilePath, for path: String) throws(FileError) {
        while true {
            let name = folder.appending(TemporaryName.unique())
            let file = open(name.cString, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if file < 0 {
                guard errno == EEXIST || errno == EINTR else { throw .failed(path: path, reason: errorText(errno)) }
                continue
            }
            // Without file locks no process can reclaim these files. Another process may have found the file before it was locked, and has
            // locked or removed it.
            let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
            if isLocked, name.linkStatus != nil {
                (self.path, descriptor) = (name, file)
                return
            }
            close(file)
            unlink(name.cString)
        }
    }

    /// A path for a temporary file or folder that this lock protects.
    mutating func newPath() -> FilePath {
        names += 1
        return FilePath(bytes: path.bytes + Array("-\(String(names, radix: 36))".utf8))
    }

    /// Call it after all temporary files of this lock are removed.
    func end() {
        unlink(path.cString)
        close(descriptor)
    }
}

/// The name of a lock file, of a temporary file that it protects, or of the old file that is replaced: `.svga-BOOT-CLAIM`,
/// `.svga-BOOT-CLAIM-NUMBER`, `.svga-BOOT-CLAIM-NUMBER-old`.
struct TemporaryName {
    private static let bootDigits = 8
    private static let claimDigits = 13
    /// For a system without a boot ID.
    private static let unknownBoot = String(repeating: "0", count: bootDigits)
    /// Identifies the system start; equal in all containers of the system. It is the start of the kernel's boot ID.
    private static let thisBoot: String = {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return unknownBoot }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: bootDigits + 1)
        guard fgets(&text, Int32(text.count), file) != nil else { return unknownBoot }
        let digits = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return digits.count == bootDigits && digits.allSatisfy(isDigit) ? String(decoding: digits, as: UTF8.self) : unknownBoot
    }()

    /// The name of its lock file.
    let claim: String
    let isClaim: Bool
    /// Whether it belongs to this start of this system.
    let isOfThisBoot: Bool

    /// nil: another program's file.
    init?(_ name: String) {
        guard name.utf8.starts(with: TemporaryFiles.namePrefix.utf8) else { return nil }
        let parts = name.utf8.dropFirst(TemporaryFiles.namePrefix.utf8.count).split(
            separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard (2...4).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(TemporaryName.isDigit) }),
            parts[0].count == TemporaryName.bootDigits, parts[1].count == TemporaryName.claimDigits,
            parts.count < 4 || parts[3].elementsEqual("old".utf8)
        else { return nil }
        let boot = String(decoding: parts[0], as: UTF8.self)
        claim = "\(TemporaryFiles.namePrefix)\(boot)-\(String(decoding: parts[1], as: UTF8.self))"
        isClaim = parts.count == 2
        isOfThisBoot = boot == TemporaryName.thisBoot && boot != TemporaryName.unknownBoot
    }

    static func unique() -> String {
        let digits = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        return "\(TemporaryFiles.namePrefix)\(thisBoot)-\(digits.zeroPadded(to: claimDigits))"
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
