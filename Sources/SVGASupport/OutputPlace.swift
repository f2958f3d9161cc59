import SVGAPlatform

/// Where an output goes: to a path, or to memory.
package struct OutputPlace: Sendable {
    /// Of a file, a pipe or a device, or `-` for the standard output; in memory the name of a file. Errors name it.
    package let path: String
    package let isOverwriting: Bool
    /// nil: on disk.
    let memory: OutputMemory?

    /// - Parameter overwrite: replace a file that is there; otherwise it is ``FileError/exists(path:)``.
    package init(path: String, overwrite: Bool = false) {
        self.init(path, isOverwriting: overwrite, memory: nil)
    }

    /// A file in memory: nothing is written to disk.
    package init(name: String, in memory: OutputMemory) {
        self.init(name, isOverwriting: false, memory: memory)
    }

    private init(_ path: String, isOverwriting: Bool, memory: OutputMemory?) {
        self.path = path
        self.isOverwriting = isOverwriting
        self.memory = memory
    }

    /// A place of the same kind for another file.
    package func at(_ path: String) -> OutputPlace { OutputPlace(path, isOverwriting: isOverwriting, memory: memory) }

    /// Beside this one: the same name with another extension.
    package func beside(extension name: String) -> OutputPlace { at(FilePath(path).splitAtExtension.before + "." + name) }

    /// Beside this one: `a-1.png` for `a.png`.
    package func beside(number: Int) -> OutputPlace {
        let parts = FilePath(path).splitAtExtension
        return at("\(parts.before)-\(number)\(parts.rest)")
    }

    /// Without folders.
    package var name: String { FilePath(path).name }

    /// Without folders and without the extension.
    package var stem: String { FilePath(FilePath(path).splitAtExtension.before).name }

    package var isInMemory: Bool { memory != nil }

    /// Whether it takes the bytes of one file and no more: a pipe, a device, the standard output, or such a memory.
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

    /// In the order in which they were committed.
    package var files: [(name: String, bytes: [UInt8])] { finished.withLock { $0 } }

    func add(_ name: String, _ bytes: [UInt8]) { finished.withLock { $0.append((name, bytes)) } }
}
