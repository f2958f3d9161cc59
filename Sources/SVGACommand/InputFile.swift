import SVGAExport
import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGARender
import SVGASupport

/// A movie that was read for a command, with the name and size of its file. A Lottie is the movie that `svga import` makes of it.
struct InputFile: Sendable {
    /// As it was written on the command line; `-` is standard input.
    let name: String
    let byteCount: Int
    let movie: VideoEntity
    /// Where several jobs share it; nil: whoever draws the movie prepares it.
    var prepared: PreparedMovie?

    init(name: String, byteCount: Int, movie: VideoEntity) {
        self.name = name
        self.byteCount = byteCount
        self.movie = movie
    }

    init(_ file: FileName, options: ReadOptions, context: CommandContext) throws(CommandError) {
        self = try ShownFile(file, options: options, context: context).movie(options.limits)
    }

    /// Everything that a file, a pipe or standard input holds.
    static func bytes(of file: FileName, limits: ReadLimits, context: CommandContext) throws(CommandError) -> [UInt8] {
        if let held = context.held?.movies[file] { return held.bytes }
        do throws(ReadError) {
            if file.isStandardStream { return try context.readStandardInput(limits.inputBytes) }
            if let bytes = try pipeBytes(file.path, limit: limits.inputBytes) { return bytes }
            return try FileBytes.read(path: file.path, limits: limits)
        } catch {
            throw Task.isCancelled ? .interrupted : .read(file: file.path, error)
        }
    }

    /// - Returns: nil where the path is not a pipe.
    static func pipeBytes(_ path: String, limit: Int) throws(ReadError) -> [UInt8]? {
        guard let status = FilePath(path).status, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        // A plain open() would wait for a writer and could not be cancelled. `readAll` waits too, but checks for cancellation.
        let descriptor = open(FilePath(path).cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(reason: errorText(errno)) }
        defer { close(descriptor) }
        return try StandardStreams.readAll(descriptor, limit: limit)
    }
}

/// A movie that was read for a command that changes it: as the file says it, with nothing resolved.
struct DocumentFile: Sendable {
    /// As it was written on the command line; `-` is standard input.
    let name: String
    /// What was read.
    let bytes: [UInt8]
    var document: SVGADocument

    init(_ file: FileName, options: ReadOptions, context: CommandContext) throws(CommandError) {
        try self.init(file, try InputFile.bytes(of: file, limits: options.limits, context: context), options: options)
    }

    /// - Parameter bytes: the file's.
    init(_ file: FileName, _ bytes: [UInt8], options: ReadOptions) throws(CommandError) {
        self.bytes = bytes
        name = file.path
        do throws(ReadError) {
            document = try SVGADocument(bytes: bytes, options: options)
        } catch {
            throw .read(file: file.path, error)
        }
    }

    /// A document as a file.
    ///
    /// - Parameters:
    ///   - output: where it is to be written, for messages; nil: nowhere.
    ///   - format: nil keeps the container of the input.
    static func encoded(
        _ document: SVGADocument, for output: String?, as format: MovieFormat?, options: WriteOptions = WriteOptions()
    ) throws(CommandError) -> [UInt8] {
        do throws(WriteError) {
            return try DocumentWriter.write(document, as: format?.container ?? document.container, options: options)
        } catch {
            let advice = "--to 2 holds most, svga convert can leave it out"
            throw .conversion(file: output ?? "", message: error.description, advice: advice)
        }
    }
}

// MARK: - Writing

extension OutputFile {
    /// Opens a file that appears whole or not at all.
    static func open(_ path: String, overwriting: Bool) throws(CommandError) -> OutputFile {
        do throws(FileError) {
            return try OutputFile(path: path, overwrite: overwriting)
        } catch {
            throw .export(output: path, ExportError(error))
        }
    }

    /// Writes bytes into the file, which is not in its place yet.
    func append(_ bytes: [UInt8]) throws(CommandError) {
        do throws(FileError) {
            try write(bytes)
        } catch {
            throw .export(output: path, ExportError(error))
        }
    }

    /// Writes the last bytes and puts the file in its place.
    func finish(_ bytes: [UInt8] = []) throws(CommandError) {
        do throws(FileError) {
            try write(bytes)
            try commit()
        } catch {
            throw .export(output: path, ExportError(error))
        }
    }
}

// MARK: - Drawing

/// What the commands that draw need from a file.
extension InputFile {
    /// A scene with the images and texts that the command line puts into the movie.
    func scene(
        _ options: RenderOptions, _ substitution: SubstitutionOptions, context: CommandContext
    ) throws(CommandError) -> Scene {
        let substitutions = try substitution.load(for: self, limits: options.limits, context: context)
        return try drawing { () throws(RenderError) in
            try Scene(movie, options: options, substitutions: substitutions)
        }
    }

    /// Adds the name of this file to an error of rendering.
    func drawing<Result>(_ body: () throws(RenderError) -> Result) throws(CommandError) -> Result {
        try CommandError.rendering(name, body)
    }
}
