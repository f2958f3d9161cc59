import Glibc

/// A folder beside an output for one attempt at it, so that only the attempt that is kept ever has the output's name.
///
/// Removed with everything in it when the object goes away.
final class StagingFolder {
    /// What the output is called in here.
    let path: String
    private let folder: String
    private let target: String
    private let isOverwriting: Bool
    /// A pipe or a device cannot be renamed onto: it gets a copy.
    private let isStream: Bool

    /// - Throws: ``ExportError/exists(path:)`` unless `overwrite`; ``ExportError/file(path:reason:)``.
    init(for target: String, overwrite: Bool) throws(ExportError) {
        self.target = target
        isOverwriting = overwrite
        var status = stat()
        let exists = target != "-" && stat(target, &status) == 0
        let isRegular = exists && status.st_mode & S_IFMT == S_IFREG
        guard !isRegular || overwrite else { throw .exists(path: target) }
        isStream = target == "-" || exists && !isRegular
        let slash = target.lastIndex(of: "/")
        let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
        let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let parent = isStream ? temporary + "/" : slash.map { String(target[...$0]) } ?? ""
        var made = ""
        repeat {
            made = "\(parent).svga-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
            if mkdir(made, 0o700) == 0 { break }
            guard errno == EEXIST else { throw .file(path: target, reason: errorText(errno)) }
        } while true
        folder = made
        path = "\(made)/\(isStream ? "output" : name)"
    }

    deinit {
        for name in names { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    /// Moves everything in the folder to where the output belongs.
    func commit() throws(ExportError) {
        if isStream { return try copy() }
        let parent = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
        let names = names
        if !isOverwriting {
            for name in names where access(parent + name, F_OK) == 0 { throw .exists(path: parent + name) }
        }
        var moved: [String] = []
        for name in names {
            guard rename("\(folder)/\(name)", parent + name) == 0 else {
                let reason = errorText(errno)
                if !isOverwriting { for name in moved { unlink(parent + name) } }
                throw .file(path: parent + name, reason: reason)
            }
            moved.append(name)
        }
    }

    private func copy() throws(ExportError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw .file(path: target, reason: errorText(errno)) }
        defer { close(source) }
        let output = try OutputFile(path: target)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(source, buffer.baseAddress, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .file(path: target, reason: errorText(errno)) }
            if count == 0 { break }
            try output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        try output.commit()
    }

    private var names: [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
