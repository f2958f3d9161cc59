import SVGAPlatform

/// An output file that is created atomically.
///
/// Bytes are written to a temporary file beside the target, which ``commit()`` renames. Without a commit, deinitialization removes it. A
/// target that is not a regular file (a pipe, a device) and `-`, the standard output, are written directly. The process should ignore
/// SIGPIPE, so that a closed pipe is an error and does not end the process.
///
/// For an output in memory, the bytes stay here until ``commit()`` passes them to the ``OutputMemory``. An ``OutputWriter`` receives them at once.
package final class OutputFile {
    /// The path that the caller passed.
    package let path: String
    private let isOverwriting: Bool
    /// The target of the temporary file; nil if the target is written directly.
    private let target: FilePath?
    private var temporary: FilePath?
    /// -1 when closed.
    private var descriptor: Int32
    /// nil: not in memory.
    private let memory: OutputMemory?
    private let writer: OutputWriter?
    /// The content of an output in memory.
    private var content: [UInt8] = []

    /// - Throws: ``FileError/exists(path:)`` unless `overwrite`; ``FileError/failed(path:reason:)``.
    package convenience init(path: String, overwrite: Bool = false) throws(FileError) {
        try self.init(OutputDestination(path: path, overwrite: overwrite))
    }

    /// - Throws: ``FileError/exists(path:)`` unless the file may be overwritten; ``FileError/failed(path:reason:)``.
    package init(_ destination: OutputDestination) throws(FileError) {
        path = destination.path
        isOverwriting = destination.isOverwriting
        memory = destination.memory
        writer = destination.writer
        temporary = nil
        if !destination.isPath {
            target = nil
            descriptor = -1
            return
        }
        if path == "-" {
            descriptor = STDOUT_FILENO
            target = nil
            return
        }
        let named = FilePath(path)
        guard !named.containsZero else { throw .failed(path: path, reason: errorText(ENOENT)) }
        var isReplacing = false
        if let status = named.status {
            let kind = status.st_mode & S_IFMT
            guard kind != S_IFDIR else { throw .failed(path: path, reason: errorText(EISDIR)) }
            if kind != S_IFREG {
                target = nil
                descriptor = open(named.cString, O_WRONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw .failed(path: path, reason: errorText(errno)) }
                return
            }
            guard isOverwriting else { throw .exists(path: path) }
            isReplacing = true
        }
        // A symbolic link is kept: the linked file is replaced.
        let real = named.resolvingLinks() ?? named
        let (name, file) = try TemporaryFiles.makeFile(in: real.folderPrefix, for: path)
        // Before writing: users without access to the old file must not get access to the new one.
        if isReplacing { FilePlacement.takeAttributes(of: real, name) }
        target = real
        temporary = name
        descriptor = file
    }

    /// A file whose content is written, without ``commit()``. Holds no file descriptor.
    package convenience init(_ destination: OutputDestination, holding bytes: [UInt8]) throws(FileError) {
        try self.init(destination)
        try write(bytes)
        try close()
    }

    deinit { discard() }

    /// Whether bytes are visible before ``commit()``, as for a pipe.
    package var isStream: Bool { memory == nil && target == nil }

    /// The descriptor for random access; nil if the target is written directly, or after ``close()``.
    package var temporaryDescriptor: Int32? { temporary == nil || descriptor < 0 ? nil : descriptor }

    package var isInMemory: Bool { memory != nil }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        if isInMemory { return content.append(contentsOf: bytes) }
        if let writer {
            guard bytes.isEmpty || writer.write(bytes) else { throw .failed(path: path, reason: FileError.refused) }
            return
        }
        var remaining = bytes[...]
        while !remaining.isEmpty {
            let written = SVGAPlatform.write(descriptor, UnsafeRawBufferPointer(rebasing: remaining).baseAddress, remaining.count)
            if written < 0 {
                if errno == EINTR { continue }
                throw .failed(path: path, reason: errno == EPIPE ? FileError.closedPipe : errorText(errno))
            }
            remaining = remaining.dropFirst(written)
        }
    }

    package func write(_ bytes: [UInt8]) throws(FileError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(FileError) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Writes at a position of an output in memory; a gap before `position` is filled with zeros.
    func write(_ bytes: UnsafeRawBufferPointer, inMemoryAt position: Int) {
        let end = position + bytes.count
        if position == content.count { return content.append(contentsOf: bytes) }
        if end > content.count { content.append(contentsOf: repeatElement(0, count: end - content.count)) }
        content.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[position..<end]).copyMemory(from: bytes) }
    }

    /// Reads at a position of an output in memory.
    /// - Returns: the number of bytes read; fewer than requested only at the end.
    func read(into bytes: UnsafeMutableRawBufferPointer, inMemoryAt position: Int) -> Int {
        let count = min(bytes.count, max(0, content.count - position))
        guard count > 0 else { return 0 }
        content.withUnsafeBytes { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
        return count
    }

    /// Ends writing; the temporary file stays until ``commit()`` or deinitialization. Frees the file descriptor, which matters with many
    /// finished files.
    package func close() throws(FileError) {
        guard descriptor >= 0 else { return }
        let result = descriptor == STDOUT_FILENO ? 0 : SVGAPlatform.close(descriptor)
        descriptor = -1
        // The system may report a failed write here.
        guard result == 0 || errno == EINTR else { throw .failed(path: path, reason: errorText(errno)) }
    }

    /// Ends writing and puts the file at its path.
    package func commit() throws(FileError) { try OutputFile.commit([self]) }

    /// Ends writing and moves several files to their targets: all of them, or none if it throws.
    package static func commit(_ files: [OutputFile]) throws(FileError) {
        for file in files { try file.close() }
        let moves = files.compactMap { file -> FilePlacement.Move? in
            guard let temporary = file.temporary, let target = file.target else { return nil }
            return FilePlacement.Move(temporary: temporary, target: target, isOverwriting: file.isOverwriting, path: file.path)
        }
        try TemporaryFiles.undisturbed { (registry) throws(FileError) in
            var placement = FilePlacement()
            try placement.run(moves)
            for move in moves { registry.forget(move.temporary) }
        }
        OutputLog.current?.add(moves.map(\.path))
        for file in files {
            file.temporary = nil
            file.memory?.add(file.path, file.content)
            file.content = []
        }
    }

    /// Removes the written bytes, unless they were written directly or committed.
    package func discard() {
        if descriptor >= 0, descriptor != STDOUT_FILENO { _ = SVGAPlatform.close(descriptor) }
        descriptor = -1
        if let temporary { TemporaryFiles.removeFile(temporary) }
        temporary = nil
        content = []
    }

    /// Takes the content of a finished file, by a move if possible, otherwise by a copy.
    package func adopt(_ source: FilePath) throws(FileError) {
        if let temporary, rename(source.cString, temporary.cString) == 0 { return try close() }
        let input = open(source.cString, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw .failed(path: path, reason: errorText(errno)) }
        defer { _ = SVGAPlatform.close(input) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = SVGAPlatform.read(input, buffer.baseAddress, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .failed(path: path, reason: errorText(errno)) }
            if count == 0 { break }
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }
}

/// Records the output files of an export: those committed by the task in which this is the ``current`` log.
package final class OutputLog: Sendable {
    @TaskLocal package static var current: OutputLog?
    private let committed = Locked<[String]>([])

    package init() {}

    /// In the order of commits, as the caller of ``OutputFile`` has named them. This includes encoder attempts, which were moved later.
    package var paths: [String] { committed.withLock { $0 } }

    fileprivate func add(_ paths: [String]) { committed.withLock { $0 += paths } }
}

/// The error if a file cannot be created or written. The description is one line for a person.
package enum FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, pipe or folder at `path` cannot be created or written; `reason` is the system's text.
    case failed(path: String, reason: Message)
    /// A file exists at `path`, and overwriting was not requested.
    case exists(path: String)

    /// The error of writing to a pipe whose reader has closed it.
    package static let closedPipe: Message = "the reader closed the pipe"
    /// The error of writing to an ``OutputWriter`` that refuses bytes.
    package static let refused: Message = "the receiver refuses the bytes"

    package var message: Message {
        switch self {
        case .failed(let path, let reason): "\(path): \(reason)"
        case .exists(let path): "\(path) already exists"
        }
    }

    package var description: String { message.description }
}
