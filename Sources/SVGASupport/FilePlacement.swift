import CSVGASupport
import SVGAPlatform

/// Moves finished temporary files to their targets: all of them, or none.
///
/// A target is always either the old file or the new one, never missing. If the file system supports neither swapping nor linking, targets
/// replaced before a failure stay new.
struct FilePlacement {
    struct Move {
        let temporary: FilePath
        let target: FilePath
        let isOverwriting: Bool
        /// The path for errors.
        let path: String
    }

    /// The features of the file system. Tests disable some of them.
    struct Abilities: OptionSet {
        let rawValue: Int
        /// Swapping two files.
        static let swap = Abilities(rawValue: 1)
        /// Renaming without replacing an existing file.
        static let renameWithoutReplacing = Abilities(rawValue: 2)
        static let link = Abilities(rawValue: 4)
        static let all: Abilities = [.swap, .renameWithoutReplacing, .link]
    }

    private enum Undo {
        /// There was no file at the target.
        case remove(target: FilePath)
        /// The old file was renamed.
        case restore(old: FilePath, target: FilePath)
    }

    var abilities = Abilities.all
    private var undo: [Undo] = []

    init(abilities: Abilities = .all) { self.abilities = abilities }

    mutating func run(_ moves: [Move]) throws(FileError) {
        do throws(FileError) {
            for (index, move) in moves.enumerated() { try perform(move, isLast: index == moves.count - 1) }
        } catch {
            for step in undo.reversed() {
                switch step {
                case .remove(let target): unlink(target.cString)
                case .restore(let old, let target): rename(old.cString, target.cString)
                }
            }
            throw error
        }
        for case .restore(let old, _) in undo { unlink(old.cString) }
    }

    private mutating func perform(_ move: Move, isLast: Bool) throws(FileError) {
        while true {
            guard move.isOverwriting, let status = move.target.linkStatus else {
                if try moveToFreeName(move) { return undo.append(.remove(target: move.target)) }
                // A file was created between the two calls.
                if move.isOverwriting { continue }
                throw .exists(path: move.path)
            }
            guard status.st_mode & S_IFMT != S_IFDIR else { throw .failed(path: move.path, reason: errorText(EISDIR)) }
            FilePlacement.takeAttributes(of: move.target, move.temporary)
            // After the last move nothing can fail, so nothing has to be undone.
            if isLast { return try replace(move) }
            switch swap(move) {
            case 0: return undo.append(.restore(old: move.temporary, target: move.target))
            // The target was removed since lstat. Without the temporary file, a retry cannot help.
            case ENOENT where move.temporary.linkStatus != nil: continue
            case EINVAL, ENOSYS, ENOTSUP, EPERM: return try replaceByLink(move)
            case let code: throw .failed(path: move.path, reason: errorText(code))
            }
        }
    }

    /// - Returns: the error code; 0: none.
    private func swap(_ move: Move) -> Int32 {
        guard abilities.contains(.swap) else { return EINVAL }
        return svga_swap_files(move.temporary.cString, move.target.cString)
    }

    private func replace(_ move: Move) throws(FileError) {
        guard rename(move.temporary.cString, move.target.cString) == 0 else { throw .failed(path: move.path, reason: errorText(errno)) }
    }

    private mutating func replaceByLink(_ move: Move) throws(FileError) {
        let old = FilePath(bytes: move.temporary.bytes + Array("-old".utf8))
        let isLinked = abilities.contains(.link) && link(move.target.cString, old.cString) == 0
        do throws(FileError) {
            try replace(move)
        } catch {
            if isLinked { unlink(old.cString) }
            throw error
        }
        if isLinked { undo.append(.restore(old: old, target: move.target)) }
    }

    /// Moves a file to an unused path.
    /// - Returns: false if the path is in use.
    private func moveToFreeName(_ move: Move) throws(FileError) -> Bool {
        if abilities.contains(.renameWithoutReplacing) {
            switch svga_rename_without_replacing(move.temporary.cString, move.target.cString) {
            case 0: return true
            case EEXIST: return false
            case EINVAL, ENOSYS, ENOTSUP: break
            case let code: throw .failed(path: move.path, reason: errorText(code))
            }
        }
        if abilities.contains(.link) {
            if link(move.temporary.cString, move.target.cString) == 0 {
                unlink(move.temporary.cString)
                return true
            }
            switch errno {
            case EEXIST: return false
            case EPERM, ENOSYS, ENOTSUP, EMLINK: break
            default: throw .failed(path: move.path, reason: errorText(errno))
            }
        }
        // An empty file reserves the name until it is replaced.
        let descriptor = open(move.target.cString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            guard errno == EEXIST else { throw .failed(path: move.path, reason: errorText(errno)) }
            return false
        }
        close(descriptor)
        do throws(FileError) {
            try replace(move)
        } catch {
            unlink(move.target.cString)
            throw error
        }
        return true
    }

    /// Copies the permissions of the file to be replaced to the temporary file, and owner and group if permitted.
    static func takeAttributes(of target: FilePath, _ temporary: FilePath) {
        guard let status = target.status else { return }
        let isOwned = chown(temporary.cString, status.st_uid, status.st_gid) == 0
        if !isOwned { _ = chown(temporary.cString, uid_t.max, status.st_gid) }
        // The setuid and setgid bits are copied only if the owner is the same.
        chmod(temporary.cString, status.st_mode & (isOwned ? 0o7777 : 0o777))
    }
}
