import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Replaces a file of a folder by its edited content, and keeps the old content as a backup beside it.
///
/// All calls are relative to the open folder and follow no symbolic link. So a file or folder that is replaced by a link meanwhile leads nowhere.
/// The file is either the old one or the new one, never a part.
struct FileReplacement {
    private let folder: OpenFile
    private let name: FilePath.Component

    private static let maximumBackups = 1000
    /// One replacement at a time, so that two pages cannot replace the same content.
    private static let turn = Locked(())

    static let conflict = PreviewError(
        409, "the file has changed on disk since the edit began", advice: "apply the steps to the new file, or save under another name")

    init(of name: FilePath.Component, in folder: OpenFile) { (self.folder, self.name) = (folder, name) }

    /// What the file must be.
    enum Old {
        case content([UInt8])
        case version(FileVersion)

        fileprivate func isContent(_ content: [UInt8], of file: OpenFile) -> Bool {
            switch self {
            case .content(let expected): content == expected
            case .version(let expected): FileVersion(file.status) == expected
            }
        }
    }

    /// - Parameter old: the file that is replaced.
    /// - Returns: the name of the backup.
    /// - Throws: 409 if the file is another one.
    func run(from old: Old, to new: [UInt8], _ limits: ReadLimits) throws(PreviewError) -> String {
        try FileReplacement.turn.withLock { (_) throws(PreviewError) -> String in
            let file = try OpenFile(name, in: folder, O_NONBLOCK)
            guard file.status.st_mode & S_IFMT == S_IFREG else { throw PreviewError(422, "\(name.string) is not a file") }
            let content = try file.bytes(limits)
            guard old.isContent(content, of: file) else { throw FileReplacement.conflict }
            let temporary = FilePath(".svga-\((0..<8).map { _ in UInt8.random(in: 0...255) }.hexadecimal)")
            try make(temporary, new, like: file.status)
            var isPlaced = false
            defer { if !isPlaced { remove(temporary) } }
            let backup = try makeBackup(content, like: file.status)
            defer { if !isPlaced { remove(backup) } }
            var now = stat()
            guard fstatat(folder.descriptor, path(name).cString, &now, AT_SYMLINK_NOFOLLOW) == 0,
                FileVersion(now) == FileVersion(file.status)
            else { throw FileReplacement.conflict }
            guard renameat(folder.descriptor, temporary.cString, folder.descriptor, path(name).cString) == 0 else {
                throw FileReplacement.failure(errno)
            }
            isPlaced = true
            // The new name reaches the disk. A file system that cannot do this has still renamed the file.
            _ = fsync(folder.descriptor)
            return backup.string
        }
    }

    /// Writes the backup under the first unused name: `gift.svga.bak`, `gift.svga.bak2`.
    private func makeBackup(_ bytes: [UInt8], like status: stat) throws(PreviewError) -> FilePath {
        for number in 1...FileReplacement.maximumBackups {
            let backup = FilePath(bytes: name.bytes + Array((number == 1 ? ".bak" : ".bak\(number)").utf8))
            do throws(PreviewError) {
                try make(backup, bytes, like: status)
                return backup
            } catch {
                guard error.status == FileReplacement.exists else { throw error }
            }
        }
        throw PreviewError(503, "there are too many backups of \(name.string)", advice: "delete some of them")
    }

    /// The status of an error about a name that is in use; never a response.
    private static let exists = 0

    /// Creates a file that does not exist, with the owner and the permissions of another, and writes it to the disk.
    private func make(_ path: FilePath, _ bytes: [UInt8], like status: stat) throws(PreviewError) {
        let descriptor = openat(folder.descriptor, path.cString, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? PreviewError(FileReplacement.exists, "the name is in use") : FileReplacement.failure(errno)
        }
        let file = Descriptor(descriptor)
        // Only root can change the owner.
        if status.st_uid != geteuid() || status.st_gid != getegid() { _ = fchown(file.number, status.st_uid, status.st_gid) }
        guard fchmod(file.number, status.st_mode & 0o777) == 0, FileReplacement.write(bytes, to: file.number), fsync(file.number) == 0
        else {
            let number = errno
            remove(path)
            throw FileReplacement.failure(number)
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = SVGAPlatform.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    private func remove(_ path: FilePath) { unlinkat(folder.descriptor, path.cString, 0) }

    private func path(_ name: FilePath.Component) -> FilePath { FilePath(bytes: name.bytes) }

    private static func failure(_ number: Int32) -> PreviewError { PreviewError(503, "the file cannot be written: \(errorText(number))") }
}
