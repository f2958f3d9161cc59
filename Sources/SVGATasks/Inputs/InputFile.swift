import SVGAExport
package import SVGAFormat
package import SVGAModel
package import SVGAPixels
import SVGAPlatform
package import SVGARender
package import SVGASupport

/// A movie that a command has read, with its file's name and size. A Lottie becomes the movie that `svga import` creates.
package struct InputFile: Sendable {
    /// The name on the command line; `-` is standard input.
    package let name: String
    package let byteCount: Int
    package let movie: VideoEntity
    /// The prepared movie that several jobs share; nil: each scene prepares the movie.
    package var prepared: PreparedMovie?

    package init(name: String, byteCount: Int, movie: VideoEntity) {
        self.name = name
        self.byteCount = byteCount
        self.movie = movie
    }

    /// A copy with another name.
    package func named(_ name: String) -> InputFile {
        var file = InputFile(name: name, byteCount: byteCount, movie: movie)
        file.prepared = prepared
        return file
    }

    package init(_ file: FileName, options: ReadOptions, context: TaskContext) throws(TaskError) {
        self = try InputAnimation(file, options: options, context: context).movie(options.limits)
    }

    /// All bytes of a file, a pipe or standard input.
    package static func bytes(of file: FileName, limits: ReadLimits, context: TaskContext) throws(TaskError) -> [UInt8] {
        if let input = context.inMemory?.movies[file] { return input.bytes }
        do throws(SVGAError) {
            if file.isStandardStream { return try context.readStandardInput(limits.inputBytes) }
            if let bytes = try pipeBytes(file.path, limit: limits.inputBytes) { return bytes }
            return try FileBytes.read(path: file.path, limits: limits)
        } catch {
            throw Task.isCancelled ? .interrupted : .read(file: file.path, error)
        }
    }

    /// - Returns: nil if the path is not a pipe.
    package static func pipeBytes(_ path: String, limit: Int) throws(SVGAError) -> [UInt8]? {
        guard let status = FilePath(path).status, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        // A blocking open() would wait for a writer and could not be canceled. `readAll` waits too, but checks for cancellation.
        let descriptor = open(FilePath(path).cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(reason: errorText(errno)) }
        defer { close(descriptor) }
        return try DescriptorReader.readAll(descriptor, limit: limit)
    }
}

/// A movie that a command edits, as stored in the file, without resolved references.
package struct DocumentFile: Sendable {
    /// The name on the command line; `-` is standard input.
    package let name: String
    /// The bytes of the file.
    package let bytes: [UInt8]
    package var document: SVGADocument

    package init(_ file: FileName, options: ReadOptions, context: TaskContext) throws(TaskError) {
        try self.init(file, try InputFile.bytes(of: file, limits: options.limits, context: context), options: options)
    }

    /// - Parameter bytes: the file's bytes.
    package init(_ file: FileName, _ bytes: [UInt8], options: ReadOptions) throws(TaskError) {
        self.bytes = bytes
        name = file.path
        document = try SVGADocument(bytes, of: file, options: options)
    }

    /// Encodes a document as a file.
    ///
    /// - Parameters:
    ///   - output: the output's path, for messages; nil if nothing is written.
    ///   - format: nil keeps the container of the input.
    package static func encoded(
        _ document: SVGADocument, for output: String?, as format: MovieFormat?, options: WriteOptions = WriteOptions()
    ) throws(TaskError) -> [UInt8] {
        do throws(SVGAError) {
            return try DocumentWriter.write(document, as: format?.container ?? document.container, options: options)
        } catch {
            let advice: TaskText = "write SVGA 2.x with \(option: "to", "2"), or leave the content out with \(command: "convert")"
            throw .conversion(file: output ?? "", message: TaskText(error.message), advice: advice)
        }
    }
}

extension SVGADocument {
    /// Reads a document. With `isStrict`, warnings that only resolving references finds are errors too.
    package init(_ bytes: [UInt8], of file: FileName, options: ReadOptions) throws(TaskError) {
        self = try TaskError.naming(file.path) { () throws(SVGAError) in
            let document = try SVGADocument(bytes: bytes, options: options)
            if options.isStrict { _ = try document.videoEntity(options: options) }
            return document
        }
    }
}

// MARK: - Writing

extension OutputFile {
    /// Opens a file that is written completely or not at all.
    package static func open(_ path: String, overwriting: Bool) throws(TaskError) -> OutputFile {
        return try TaskError.naming(path) { () throws(FileError) in try OutputFile(path: path, overwrite: overwriting) }
    }

    /// Appends bytes to the temporary file.
    package func append(_ bytes: [UInt8]) throws(TaskError) {
        try TaskError.naming(path) { () throws(FileError) in try write(bytes) }
    }

    /// Writes the last bytes and renames the temporary file to its final path.
    package func finish(_ bytes: [UInt8] = []) throws(TaskError) {
        try TaskError.naming(path) { () throws(FileError) in
            try write(bytes)
            try commit()
        }
    }
}

extension Pixmap {
    /// Writes an image file completely or not at all.
    package func writePNG(to output: FileName, overwriting: Bool) throws(TaskError) {
        do throws(SVGAError) {
            try writePNG(to: output.path, overwrite: overwriting)
        } catch .cancelled {
            throw .interrupted
        } catch {
            throw .export(output: output.path, error)
        }
    }
}

// MARK: - Drawing

/// Helpers of the commands that draw.
extension InputFile {
    /// A scene with the command line's images and texts.
    package func scene(
        _ options: RenderOptions, _ substitution: SubstitutionOptions, _ common: CommonOptions, context: TaskContext
    ) throws(TaskError) -> SVGAScene {
        let substitutions = try substitution.load(for: self, common, context: context)
        return try drawing { () throws(SVGAError) in
            try SVGAScene(movie, options: options, substitutions: substitutions)
        }
    }

    /// Adds the name of this file to a rendering error.
    package func drawing<Result>(_ body: () throws(SVGAError) -> Result) throws(TaskError) -> Result {
        try TaskError.naming(name, body)
    }
}
