import SVGAExport
import SVGAFormat
import SVGAModel
import SVGASupport

extension RenderTask {
    /// Renders to memory.
    /// - Parameter name: the name of the output, for its format and for errors. Other files of the export, for example the type declarations of a
    ///   module, are ignored.
    package func bytes(of input: FileName, name: String, in context: TaskContext) async throws(TaskError) -> [UInt8] {
        // The search for a target size reads its own output, so it needs a file.
        guard encoding.targetSize == nil, preset?.rules.maximumBytes == nil else {
            if let format { try encoding.check(for: format) }
            return try await bytesOfTemporaryFile(input, name, context)
        }
        let memory = OutputMemory()
        try await run(input, to: FileName(path: name), memory: memory, in: context)
        guard let file = memory.files.first(where: { $0.name == name }) else {
            throw .export(output: name, .file(path: name, reason: "nothing was written"))
        }
        return file.bytes
    }

    private func bytesOfTemporaryFile(_ input: FileName, _ name: String, _ context: TaskContext) async throws(TaskError) -> [UInt8] {
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
