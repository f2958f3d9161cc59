import SVGAPlatform

/// Tells other processes that somebody still works with the temporary files of a folder: an empty file beside them that this process holds
/// a lock on. The system drops the lock when the process ends, however it ends.
///
/// A process's number would not do: containers and other machines on a network drive count their own, and numbers come again. A lock on the
/// temporary files themselves would not do: those of a sequence are closed long before they get their names.
struct TemporaryFileLock {
    let path: FilePath
    private let descriptor: Int32
    private var names = 0

    /// - Parameters:
    ///   - folder: empty for the current one.
    ///   - path: what an error names.
    init(in folder: FilePath, for path: String) throws(FileError) {
        while true {
            let name = folder.appending(TemporaryName.unique())
            let file = open(name.cString, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if file < 0 {
                guard errno == EEXIST || errno == EINTR else { throw .failed(path: path, reason: errorText(errno)) }
                continue
            }
            // Where the file system has no locks nobody gets one, and so nobody takes this process for dead. Another process may have
            // found the file before it was locked, and has it now or has removed it.
            let isLocked = flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
            if isLocked, name.linkStatus != nil {
                (self.path, descriptor) = (name, file)
                return
            }
            close(file)
            unlink(name.cString)
        }
    }

    /// A name for a temporary file or folder that belongs to this claim.
    mutating func newPath() -> FilePath {
        names += 1
        return FilePath(bytes: path.bytes + Array("-\(String(names, radix: 36))".utf8))
    }

    /// After all temporary files of this claim are gone.
    func end() {
        unlink(path.cString)
        close(descriptor)
    }
}

/// The name of a claim, of a temporary file that belongs to it, or of the old file that it replaces:
/// `.svga-BOOT-CLAIM`, `.svga-BOOT-CLAIM-NUMBER`, `.svga-BOOT-CLAIM-NUMBER-old`.
struct TemporaryName {
    private static let bootDigits = 8
    private static let claimDigits = 13
    /// Of a system that does not tell.
    private static let unknownBoot = String(repeating: "0", count: bootDigits)
    /// Changes whenever the system starts; the same in all of its containers. The first digits of the kernel's own text.
    private static let thisBoot: String = {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return unknownBoot }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: bootDigits + 1)
        guard fgets(&text, Int32(text.count), file) != nil else { return unknownBoot }
        let digits = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return digits.count == bootDigits && digits.allSatisfy(isDigit) ? String(decoding: digits, as: UTF8.self) : unknownBoot
    }()

    /// The name of the claim that it belongs to.
    let claim: String
    let isClaim: Bool
    /// Whether the process that made it is, or was, one of this start of this system.
    let isOfThisBoot: Bool

    /// nil: a file of somebody else.
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
        return "\(TemporaryFiles.namePrefix)\(thisBoot)-\(String(repeating: "0", count: claimDigits - digits.utf8.count))\(digits)"
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
