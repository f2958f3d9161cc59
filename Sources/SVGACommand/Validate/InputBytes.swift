import SVGAFormat
import SVGAModel

extension InputFile {
    /// A file's bytes, or standard input's.
    static func bytes(of file: FileName, limits: ReadLimits, context: CommandContext) throws(CommandError) -> [UInt8] {
        do throws(ReadError) {
            if file.isStandardStream { return try context.readStandardInput(limits.inputBytes) }
            if let bytes = try pipeBytes(file.path, limit: limits.inputBytes) { return bytes }
            return try FileBytes.read(path: file.path, limits: limits)
        } catch {
            throw Task.isCancelled ? .interrupted : .read(file: file.path, error)
        }
    }
}
