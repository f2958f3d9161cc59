import Glibc
import SVGAFormat
import SVGAModel

/// A movie read for a command, with what only the file knows.
struct InputFile: Sendable {
    /// As it was written on the command line; `-` is standard input.
    let name: String
    let byteCount: Int
    let movie: VideoEntity

    init(name: String, byteCount: Int, movie: VideoEntity) {
        self.name = name
        self.byteCount = byteCount
        self.movie = movie
    }

    init(_ file: FileName, options: ReadOptions, context: CommandContext) throws(CommandError) {
        let bytes = try InputFile.bytes(of: file, limits: options.limits, context: context)
        name = file.path
        byteCount = bytes.count
        do throws(ReadError) {
            movie = try VideoEntity(bytes: bytes, options: options)
        } catch {
            throw Task.isCancelled ? .interrupted : .read(file: file.path, error)
        }
    }

    /// All that a file, a pipe or standard input holds.
    static func bytes(of file: FileName, limits: ReadLimits, context: CommandContext) throws(CommandError) -> [UInt8] {
        do throws(ReadError) {
            if file.isStandardStream { return try context.readStandardInput(limits.inputBytes) }
            if let bytes = try pipeBytes(file.path, limit: limits.inputBytes) { return bytes }
            return try FileBytes.read(path: file.path, limits: limits)
        } catch {
            throw Task.isCancelled ? .interrupted : .read(file: file.path, error)
        }
    }

    /// nil where the path is no pipe: the reader says what is wrong with it.
    private static func pipeBytes(_ path: String, limit: Int) throws(ReadError) -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        // Opening would wait for a writer, and nothing could interrupt it; reading waits too, but looks up now and then.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        return try StandardStreams.readAll(descriptor, limit: limit)
    }
}
