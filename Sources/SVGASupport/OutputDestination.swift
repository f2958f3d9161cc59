import SVGAPlatform

/// The destination of an output: a path or memory.
package struct OutputDestination: Sendable {
    /// The path of a file, a pipe or a device, or `-` for the standard output. In memory: the file name. Errors contain it.
    package let path: String
    package let isOverwriting: Bool
    /// The memory that receives the files; nil for a path.
    let memory: OutputMemory?

    /// - Parameter overwrite: whether an existing file is replaced. Without it, an existing file throws ``FileError/exists(path:)``.
    package init(path: String, overwrite: Bool = false) {
        self.init(path, isOverwriting: overwrite, memory: nil)
    }

    /// A file in memory, which is never written to disk.
    package init(name: String, in memory: OutputMemory) {
        self.init(name, isOverwriting: false, memory: memory)
    }

    private init(_ path: String, isOverwriting: Bool, memory: OutputMemory?) {
        self.path = path
        self.isOverwriting = isOverwriting
        self.memory = memory
    }

    /// A destination of the same kind for another file.
    package func at(_ path: String) -> OutputDestination { OutputDestination(path, isOverwriting: isOverwriting, memory: memory) }

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

    /// Whether the destination accepts only one file: a pipe, a device, the standard output, or memory for one file.
    package var isStream: Bool {
        if let memory { return memory.takesOneFile }
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
