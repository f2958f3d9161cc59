import CSVGASupport
import SVGAPlatform

/// Moves finished temporary files to their targets: all of them, or none.
///
/// A target always is either the old file or the new one, never missing. Where the file system can neither swap two files nor link them, a
/// target that was replaced before the failure stays new.
struct FilePlacement {
    struct Move {
        let temporary: FilePath
        let target: FilePath
        let isOverwriting: Bool
        /// What an error names.
        let path: String
    }

    /// What the file system can do. Tests leave some of it out.
    struct Abilities: OptionSet {
        let rawValue: Int
        /// Swapping two files.
        static let swap = Abilities(rawValue: 1)
        /// Renaming that fails where something has the new name.
        static let renameWithoutReplacing = Abilities(rawValue: 2)
        static let link = Abilities(rawValue: 4)
        static let all: Abilities = [.swap, .renameWithoutReplacing, .link]
    }

    private enum Undo {
        /// Nothing was at the target.
        case remove(target: FilePath)
        /// The old file has this other name now.
        case restore(old: FilePath, target: FilePath)
    }

    var abilities = Abilities.all
    private var undo: [Undo] = []

    init(abilities: Abilities = .all) { self.abilities = abilities }

    mutating func run(_ moves: [Move]) throws(FileError) {
        do throws(FileError) {
            for (index, move) in moves.enumerated() { try place(move, isLast: index == moves.count - 1) }
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

    private mutating func place(_ move: Move, isLast: Bool) throws(FileError) {
        while true {
            guard move.isOverwriting, let status = move.target.linkStatus else {
                if try moveToFreeName(move) { return undo.append(.remove(target: move.target)) }
                // A file came between the two calls.
                if move.isOverwriting { continue }
                throw .exists(path: move.path)
            }
            guard status.st_mode & S_IFMT != S_IFDIR else { throw .failed(path: move.path, reason: errorText(EISDIR)) }
            FilePlacement.takeAttributes(of: move.target, move.temporary)
            // After the last one nothing can fail, so nothing is to be undone.
            if isLast { return try replace(move) }
            switch swap(move) {
            case 0: return undo.append(.restore(old: move.temporary, target: move.target))
            // The target has gone since lstat. If the temporary file has gone, trying again cannot help.
            case ENOENT where move.temporary.linkStatus != nil: continue
            case EINVAL, ENOSYS, ENOTSUP, EPERM: return try replaceByLink(move)
            case let code: throw .failed(path: move.path, reason: errorText(code))
            }
        }
    }

    /// - Returns: the error's code, 0 for none.
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

    /// Moves a file to where nothing is.
    /// - Returns: false if something is.
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
        // An empty file of our own holds the name until it is replaced.
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

    /// Gives a temporary file the permissions of the file that it is going to replace, and its owner and group where that is allowed.
    static func takeAttributes(of target: FilePath, _ temporary: FilePath) {
        guard let status = target.status else { return }
        let isOwned = chown(temporary.cString, status.st_uid, status.st_gid) == 0
        if !isOwned { _ = chown(temporary.cString, uid_t.max, status.st_gid) }
        // A program does not run as its new owner because the old one allowed that for itself.
        chmod(temporary.cString, status.st_mode & (isOwned ? 0o7777 : 0o777))
    }
}
