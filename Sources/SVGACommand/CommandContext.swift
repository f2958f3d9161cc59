import SVGAFormat

/// All that a command has of the world around it, so that a test can hand it another one.
struct CommandContext: Sendable {
    var output: TextStream
    var errors: TextStream
    /// Reads standard input to its end, or up to so many bytes and one more.
    var readStandardInput: @Sendable (_ limit: Int) throws(ReadError) -> [UInt8]
    /// How many threads are worth starting.
    var processorCount: Int

    init(
        output: TextStream, errors: TextStream, processorCount: Int = 2,
        readStandardInput: @escaping @Sendable (_ limit: Int) throws(ReadError) -> [UInt8]
    ) {
        self.output = output
        self.errors = errors
        self.processorCount = processorCount
        self.readStandardInput = readStandardInput
    }

    /// Writes data to standard output.
    func print(_ text: String) throws(CommandError) {
        do throws(TextStream.WriteFailure) {
            try output.write(Array(text.utf8))
        } catch {
            throw .standardOutput(reason: error.reason)
        }
    }

    /// Writes a line for the person to standard error. Where even that fails there is nobody left to tell.
    func note(_ line: String) {
        try? errors.write(Array((line + "\n").utf8))
    }

    func report(_ error: CommandError) { note(error.line) }
}
