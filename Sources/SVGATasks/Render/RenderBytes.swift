import SVGAExport
import SVGAFormat
import SVGAModel
package import SVGASupport

extension RenderTask {
    /// Renders to memory.
    /// - Parameter name: the name of the output, for its format and for errors. Other files of the export, for example the type declarations of a
    ///   module, are ignored.
    package func bytes(of input: FileName, name: String, in context: TaskContext) async throws(TaskError) -> [UInt8] {
        guard !searchesSize else { return try await bytesOfTemporaryFile(input, name, context) }
        let memory = OutputMemory()
        try await run(input, to: FileName(path: name), memory: memory, in: context)
        guard let file = memory.files.first(where: { $0.name == name }) else {
            throw .export(output: name, .file(path: name, reason: "nothing was written"))
        }
        return file.bytes
    }

    /// Passes the output to a function, as to a pipe: each part as soon as the format allows.
    /// - Parameter name: the name of the output, for its format and for errors.
    package func write(_ input: FileName, name: String, to writer: OutputWriter, in context: TaskContext) async throws(TaskError) {
        guard searchesSize else {
            try await run(input, to: FileName(path: name), writer: writer, in: context)
            return
        }
        let bytes = try await bytesOfTemporaryFile(input, name, context)
        try TaskError.naming(name) { () throws(FileError) in
            try OutputFile(OutputDestination(name: name, to: writer), holding: bytes).commit()
        }
    }

    /// The search for a target size reads its own output, so it needs a file.
    private var searchesSize: Bool { encoding.targetSize != nil || preset?.rules.maximumBytes != nil }

    private func bytesOfTemporaryFile(_ input: FileName, _ name: String, _ context: TaskContext) async throws(TaskError) -> [UInt8] {
        if let format { try encoding.check(for: format) }
        let folder = try TaskError.naming(name) { () throws(FileError) in
            try TemporaryFiles.makeFolder(in: TemporaryFiles.folder, for: TemporaryFiles.folder.string)
        }
        defer { TemporaryFiles.removeFullFolder(folder) }
        let path = folder.appending(name).string
        // The folder is temporary, so errors do not contain its path.
        do throws(TaskError) {
            try await run(input, to: FileName(path: path), in: context)
        } catch .export(_, let error) {
            guard case .file(let reason)? = error.detail else { throw .export(output: name, error) }
            throw .export(output: name, .file(path: name, reason: reason))
        }
        return try TaskError.naming(name) { () throws(SVGAError) in try FileBytes.read(path: path, limits: .ownFiles) }
    }
}
