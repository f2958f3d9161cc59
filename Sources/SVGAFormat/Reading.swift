public import SVGAModel

extension VideoEntity {
    /// Reads a movie from bytes in memory, whatever container they are (semantics.md section 1).
    public init(bytes: [UInt8], options: ReadOptions = ReadOptions()) throws(ReadError) {
        throw .empty
    }

    /// Reads a movie from a file.
    public init(path: String, options: ReadOptions = ReadOptions()) throws(ReadError) {
        throw .empty
    }
}
