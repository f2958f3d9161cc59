import SVGAHTTP
import SVGAPlatform
import SVGASupport

/// Gives a file another name in its folder. It replaces no file and follows no symbolic link, even if another program changes the folder meanwhile.
enum FileRename {
    /// - Parameters:
    ///   - version: of the file that the page shows.
    ///   - new: a name without folders.
    /// - Throws: 409 if the name is in use, or if the file has changed.
    static func run(
        _ old: FilePath.Component, _ version: FileVersion, in folder: OpenFile, to new: FilePath.Component
    ) throws(PreviewError) {
        guard new.isName, new != old else { return }
        let (oldPath, newPath) = (FilePath(bytes: old.bytes), FilePath(bytes: new.bytes))
        var status = stat()
        guard fstatat(folder.descriptor, oldPath.cString, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw failure(errno) }
        guard status.st_mode & S_IFMT == S_IFREG, FileVersion(status) == version else {
            throw PreviewError(409, "the file has changed on disk", advice: "try again")
        }
        // Unlike a rename, a link never replaces a file.
        guard linkat(folder.descriptor, oldPath.cString, folder.descriptor, newPath.cString, 0) == 0 else { throw failure(errno) }
        guard unlinkat(folder.descriptor, oldPath.cString, 0) == 0 else {
            let number = errno
            unlinkat(folder.descriptor, newPath.cString, 0)
            throw failure(number)
        }
        _ = fsync(folder.descriptor)
    }

    private static func failure(_ number: Int32) -> PreviewError {
        switch number {
        case EEXIST: PreviewError(409, "another file has this name")
        case ENOENT: PreviewError(404, "the file no longer exists")
        default: PreviewError(503, "the file cannot be renamed: \(errorText(number))")
        }
    }
}
