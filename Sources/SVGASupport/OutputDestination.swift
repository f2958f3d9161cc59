import SVGAPlatform

/// The destination of an output: a path, memory, or a function that receives the bytes.
package struct OutputDestination: Sendable {
    /// The path of a file, a pipe or a device, or `-` for the standard output. Otherwise the file name. Errors contain it.
    package let path: String
    package let isOverwriting: Bool
    /// The memory that receives the files; nil for other destinations.
    let memory: OutputMemory?
    /// The function that receives the bytes; nil for other destinations.
    let writer: OutputWriter?

    /// - Parameter overwrite: whether an existing file is replaced. Without it, an existing file throws ``FileError/exists(path:)``.
    package init(path: String, overwrite: Bool = false) {
        self.init(path, isOverwriting: overwrite, memory: nil, writer: nil)
    }

    /// A file in memory, which is never written to disk.
    package init(name: String, in memory: OutputMemory) {
        self.init(name, isOverwriting: false, memory: memory, writer: nil)
    }

    /// Bytes that a function receives as they are written, as a pipe does.
    package init(name: String, to writer: OutputWriter) {
        self.init(name, isOverwriting: false, memory: nil, writer: writer)
    }

    private init(_ path: String, isOverwriting: Bool, memory: OutputMemory?, writer: OutputWriter?) {
        self.path = path
        self.isOverwriting = isOverwriting
        self.memory = memory
        self.writer = writer
    }

    /// A destination of the same kind for another file.
    package func at(_ path: String) -> OutputDestination {
        OutputDestination(path, isOverwriting: isOverwriting, memory: memory, writer: writer)
    }

    /// The destination in the same folder with another extension.
    package func beside(extension name: String) -> OutputDestination { at(FilePath(path).splitAtExtension.before + "." + name) }

    /// The numbered destination in the same folder, such as `a-1.png` for `a.png`.
    package func beside(number: Int) -> OutputDestination {
        let parts = FilePath(path).splitAtExtension
        return at("\(parts.before)-\(number)\(parts.rest)")
    }

    /// The file name without folders.
    package var name: String { FilePath(path).name }

    /// The file name without folders and extension.
    package var stem: String { FilePath(FilePath(path).splitAtExtension.before).name }

    package var isInMemory: Bool { memory != nil }
    /// Whether ``path`` is a path of the file system, or `-`.
    package var isPath: Bool { memory == nil && writer == nil }

    /// Whether the destination accepts only one file: a pipe, a device, the standard output, a function, or memory for one file.
    package var isStream: Bool {
        if let memory { return memory.takesOneFile }
        if writer != nil { return true }
        if path == "-" { return true }
        return FilePath(path).status.map { ![S_IFREG, S_IFDIR].contains($0.st_mode & S_IFMT) } ?? false
    }
}

/// The finished files of an output in memory.
package final class OutputMemory: Sendable {
    package let takesOneFile: Bool
    private let finished = Locked<[(name: String, bytes: [UInt8])]>([])

    package init(takesOneFile: Bool = false) { self.takesOneFile = takesOneFile }

    /// In the order of commits.
    package var files: [(name: String, bytes: [UInt8])] { finished.withLock { $0 } }

    func add(_ name: String, _ bytes: [UInt8]) { finished.withLock { $0.append((name, bytes)) } }
}

/// A function that receives the bytes of an output in order, from one thread at a time. They cannot be taken back if the output fails later.
package struct OutputWriter: Sendable {
    /// Returns false to refuse this and all later bytes.
    let write: @Sendable (UnsafeRawBufferPointer) -> Bool

    package init(_ write: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool) { self.write = write }
}
