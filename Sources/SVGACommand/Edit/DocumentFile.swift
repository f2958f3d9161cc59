import SVGAExport
import SVGAFormat
import SVGAModel

/// A movie read for a command that changes it: as it is written, nothing resolved.
struct DocumentFile: Sendable {
    /// As it was written on the command line; `-` is standard input.
    let name: String
    var document: SVGADocument

    init(_ file: FileName, options: ReadOptions, context: CommandContext) throws(CommandError) {
        name = file.path
        do throws(ReadError) {
            document = try SVGADocument(bytes: file.bytes(limits: options.limits, context: context), options: options)
        } catch {
            throw Task.isCancelled ? .interrupted : .read(file: file.path, error)
        }
    }

    /// Writes a document as a file, whole or not at all, and returns how many bytes it has.
    static func write(
        _ document: SVGADocument, to output: FileName, as container: ContainerArgument?, overwriting: Bool
    ) throws(CommandError) -> Int {
        let bytes: [UInt8]
        do throws(WriteError) {
            bytes = try DocumentWriter.write(document.movie, as: container?.container ?? document.container)
        } catch {
            throw .request(file: output.path, message: error.description, advice: "")
        }
        do throws(ExportError) {
            let file = try OutputFile(path: output.path, overwrite: overwriting)
            try file.write(bytes)
            try file.commit()
        } catch {
            throw .export(output: output.path, error)
        }
        return bytes.count
    }
}

extension FileName {
    /// All of the file, or of standard input.
    func bytes(limits: ReadLimits, context: CommandContext) throws(ReadError) -> [UInt8] {
        if isStandardStream { return try context.readStandardInput(limits.inputBytes) }
        if let bytes = try InputFile.pipeBytes(path, limit: limits.inputBytes) { return bytes }
        return try FileBytes.read(path: path, limits: limits)
    }
}

/// What a movie is packed in, in the words of a person.
enum ContainerArgument: String, ExpressibleByArgument, CaseIterable {
    case two = "2"
    case oneJSON = "1-json"
    case oneBinary = "1-binary"

    var container: VideoEntity.Container {
        switch self {
        case .two: .zlib
        case .oneJSON: .zipJSON
        case .oneBinary: .zipBinary
        }
    }
}
