import SVGAPlatform

/// A folder for a test's files, removed with its content at deinitialization.
public final class TemporaryFolder: Sendable {
    public let path: String

    /// - Parameter inMemory: whether to use a file system in memory if there is one, for fast writing.
    public init(inMemory: Bool = false) {
        let parent = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/svga-test-XXXXXX".utf8CString)
        guard let name = mkdtemp(&template) else { fatalError("mkdtemp") }
        path = String(cString: name)
    }

    deinit { TemporaryFolder.remove(path) }

    /// The paths of all files and folders in it, relative and sorted.
    public func contents() -> [String] { TemporaryFolder.list(path).map { String($0.dropFirst(path.count + 1)) }.sorted() }

    public func read(_ name: String) -> [UInt8]? {
        guard let file = fopen("\(path)/\(name)", "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer.prefix(count) }
        return bytes
    }

    public func write(_ bytes: [UInt8], to name: String) {
        guard let file = fopen("\(path)/\(name)", "wb") else { fatalError("fopen") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    private static func names(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = entry.name
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func list(_ path: String) -> [String] {
        names(path).flatMap { name in ["\(path)/\(name)"] + list("\(path)/\(name)") }
    }

    private static func remove(_ path: String) {
        for name in names(path) { remove("\(path)/\(name)") }
        if unlink(path) != 0 { rmdir(path) }
    }
}
