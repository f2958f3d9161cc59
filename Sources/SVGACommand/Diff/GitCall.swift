import SVGAFormat
import SVGAModel
import SVGASupport
import SVGATasks

/// The arguments that git passes to the program of `diff.NAME.command`: the path, then file, object and mode of the old and of the new version. For
/// a renamed file, the new path and a text follow.
struct GitCall: Sendable {
    struct Version: Sendable {
        /// nil if the file was added or removed.
        let file: FileName?
        /// The hash of git's object; zeros for a file of the working tree.
        let hash: String
    }

    let path: String
    let newPath: String
    let old: Version
    let new: Version

    /// nil if the arguments are not from git.
    init?(_ words: [String]) {
        guard words.count == 7 || words.count == 9, let old = Version(words[1...3]), let new = Version(words[4...6]) else { return nil }
        (path, self.old, self.new) = (words[0], old, new)
        newPath = words.count == 9 ? words[7] : words[0]
    }

    /// The file with its path in the repository instead of git's temporary path.
    func file(_ version: Version, isNew: Bool = false, _ options: ReadOptions, _ context: CommandContext) throws(TaskError) -> InputFile? {
        guard let name = version.file else { return nil }
        let path = isNew ? newPath : path
        do throws(TaskError) {
            let file = try InputFile(name, options: options, context: context.task)
            return InputFile(name: path, byteCount: file.byteCount, movie: file.movie)
        } catch {
            if case .read(_, let error) = error { throw .read(file: path, error) }
            throw error
        }
    }

    /// The path with the first digits of the object's hash.
    func title(_ version: Version, isNew: Bool = false) -> String {
        let path = isNew ? newPath : path
        return version.hash.allSatisfy { $0 == "0" } ? path : "\(path) (\(version.hash.prefix(7)))"
    }

    /// A summary of a file that exists in only one version.
    func summary(of file: InputFile) -> Message {
        let movie = file.movie
        let canvas = "\(movie.viewBox.width.brief) × \(movie.viewBox.height.brief)"
        let counts = [
            Units.count(movie.frameCount, "frame"), Units.count(movie.sprites.count, "sprite"), Units.count(movie.images.count, "image"),
        ]
        return "\(newPath): \(canvas), \(counts.joined(separator: ", ")), \(Units.bytes(file.byteCount))"
    }
}

extension GitCall.Version {
    /// - Parameter words: file, object and mode; for a missing file `/dev/null`, `.` and `.`.
    fileprivate init?(_ words: ArraySlice<String>) {
        let (file, hash, mode) = (words[words.startIndex], words[words.startIndex + 1], words[words.startIndex + 2])
        if hash == "." && mode == "." {
            self.init(file: nil, hash: "")
        } else {
            guard hash.count >= 40, hash.allSatisfy(\.isHexDigit), mode.count == 6, mode.allSatisfy({ "01234567".contains($0) }) else {
                return nil
            }
            self.init(file: FileName(path: file), hash: hash)
        }
    }
}
