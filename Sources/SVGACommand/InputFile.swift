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
        name = file.path
        do throws(ReadError) {
            if file.isStandardStream {
                let bytes = try context.readStandardInput(options.limits.inputBytes)
                byteCount = bytes.count
                movie = try VideoEntity(bytes: bytes, options: options)
            } else if let size = InputFile.regularFileSize(file.path) {
                byteCount = size
                movie = try VideoEntity(path: file.path, options: options)
            } else {
                // A pipe has no size to look up: it has to be read to know.
                let bytes = try InputFile.pipeBytes(file.path, limit: options.limits.inputBytes)
                byteCount = bytes?.count ?? 0
                if let bytes {
                    movie = try VideoEntity(bytes: bytes, options: options)
                } else {
                    movie = try VideoEntity(path: file.path, options: options)
                }
            }
        } catch {
            throw Task.isCancelled ? .interrupted : .read(file: file.path, error)
        }
    }

    private static func regularFileSize(_ path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// nil where the path is no pipe: the reader says what is wrong with it.
    static func pipeBytes(_ path: String, limit: Int) throws(ReadError) -> [UInt8]? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        // Opening would wait for a writer, and nothing could interrupt it; reading waits too, but looks up now and then.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        return try StandardStreams.readAll(descriptor, limit: limit)
    }
}
