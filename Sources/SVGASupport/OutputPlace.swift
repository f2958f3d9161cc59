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
    package func beside(extension name: String) -> OutputPlace { at(path[..<extensionStart] + "." + name) }

    /// Beside this one: `a-1.png` for `a.png`.
    package func beside(number: Int) -> OutputPlace { at(path[..<extensionStart] + "-\(number)" + path[extensionStart...]) }

    /// Without folders.
    package var name: String { String(path[nameStart...]) }

    /// Without folders and without the extension.
    package var stem: String { String(path[nameStart..<extensionStart]) }

    private var nameStart: String.Index { path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex }

    /// Where the dot of the extension is; the end where there is none.
    private var extensionStart: String.Index {
        path[nameStart...].lastIndex(of: ".").flatMap { $0 > nameStart ? $0 : nil } ?? path.endIndex
    }

    package var isInMemory: Bool { memory != nil }

    /// Whether it takes the bytes of one file and no more: a pipe, a device, the standard output, or such a memory.
    package var isStream: Bool {
        if let memory { return memory.takesOneFile }
        var status = stat()
        return path == "-" || stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
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
