import SVGAExport
import SVGAFormat
import SVGAModel

/// A movie read for a command that changes it: as it is written, nothing resolved.
struct DocumentFile: Sendable {
    /// As it was written on the command line; `-` is standard input.
    let name: String
    var document: SVGADocument

    init(_ file: FileName, options: ReadOptions, context: CommandContext) throws(CommandError) {
        let bytes = try InputFile.bytes(of: file, limits: options.limits, context: context)
        name = file.path
        do throws(ReadError) {
            document = try SVGADocument(bytes: bytes, options: options)
        } catch {
            throw .read(file: file.path, error)
        }
    }

    /// Writes a document as a file, whole or not at all, and returns how many bytes it has.
    ///
    /// - Parameter format: nil: in the container it came in.
    static func write(
        _ document: SVGADocument, to output: FileName, as format: MovieFormat?, options: WriteOptions = WriteOptions(), overwriting: Bool
    ) throws(CommandError) -> Int {
        let bytes: [UInt8]
        do throws(WriteError) {
            bytes = try DocumentWriter.write(document, as: format?.container ?? document.container, options: options)
        } catch {
            throw .conversion(file: output.path, message: error.description, advice: "--to 2 holds most, svga convert can leave it out")
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
