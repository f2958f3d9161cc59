import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Results as files in a folder, within a number of bytes. The least recently used ones are removed.
///
/// After a failure, for example on a full disk, nothing is written for a minute.
///
/// A file is written beside its name and renamed, so that a killed process leaves no partial result. It contains a line of JSON and the bytes.
final class ResultFolder: Sendable {
    private let folder: FilePath
    private let maximumBytes: Int
    private let table: Locked<RecencyTable<String, Int>>
    /// Called with a line about a failure, at most once in a minute.
    private let report: @Sendable (String) -> Void
    private let failures = Locked((count: 0, pausedUntil: ContinuousClock.Instant?.none))
    private static let pause = Duration.seconds(60)

    private static let nameExtension = ".result"

    /// Finds the results of earlier processes.
    init(path: String, maximumBytes: Int, report: @escaping @Sendable (String) -> Void) throws(FileError) {
        (folder, self.maximumBytes, self.report) = (FilePath(path), maximumBytes, report)
        var made: [FilePath] = []
        try TemporaryFiles.makeMissingFolders(folder.removingTrailingSlashes(), made: &made)
        TemporaryFiles.keep(made)
        TemporaryFiles.removeStaleFiles(in: folder)
        var found: [(name: String, bytes: Int, used: Int)] = []
        for name in TemporaryFiles.names(in: folder) where name.hasSuffix(ResultFolder.nameExtension) {
            guard let status = folder.appending(name).linkStatus, status.st_mode & S_IFMT == S_IFREG else { continue }
            found.append((name, Int(status.st_size), status.modificationTime.tv_sec))
        }
        var table = RecencyTable<String, Int>(maximumCost: .max)
        for file in found.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) {
            table.insert(file.bytes, cost: file.bytes, for: String(file.name.dropLast(ResultFolder.nameExtension.count)))
        }
        self.table = Locked(table)
        evict()
    }

    /// The bytes on disk.
    var bytes: Int { table.withLock { $0.cost } }

    /// How often writing has failed.
    var failureCount: Int { failures.withLock { $0.count } }

    private func path(_ key: String) -> FilePath { folder.appending(key + ResultFolder.nameExtension) }

    func result(_ key: String) -> ServiceResult? {
        guard table.withLock({ $0.use(key) }) != nil else { return nil }
        guard let file = try? FileBytes.read(path: path(key).string, limits: .ownFiles), let result = ServiceResult(file: file) else {
            // Another program has removed or changed the file.
            table.withLock { $0.remove(key) }
            unlink(path(key).cString)
            return nil
        }
        // The order of use outlives the process.
        utimensat(AT_FDCWD, path(key).cString, nil, 0)
        return result
    }

    /// A result that cannot be written is not cached.
    func store(_ result: ServiceResult, for key: String, at now: ContinuousClock.Instant = .now) {
        guard failures.withLock({ $0.pausedUntil.map { $0 <= now } ?? true }) else { return }
        let head = result.fileHead
        let count = head.count + result.bytes.count
        guard count <= maximumBytes / 4 else { return }
        do throws(FileError) {
            let file = try OutputFile(path: path(key).string, overwrite: true)
            try file.write(head)
            try file.write(result.bytes)
            try file.commit()
        } catch {
            return fail(error, at: now)
        }
        table.withLock { $0.insert(count, cost: count, for: key) }
        evict()
    }

    /// Removes the least recently used files above the limit.
    private func evict() {
        while let key = table.withLock({ table -> String? in
            guard table.cost > maximumBytes, let oldest = table.oldestKey else { return nil }
            table.remove(oldest)
            return oldest
        }) { unlink(path(key).cString) }
    }

    private func fail(_ error: FileError, at now: ContinuousClock.Instant) {
        let isFirst = failures.withLock { failures in
            defer { failures = (failures.count + 1, now + ResultFolder.pause) }
            return failures.pausedUntil.map { $0 <= now } ?? true
        }
        if isFirst { report("results are not cached on disk for a minute: \(error)") }
    }
}

extension ServiceResult {
    /// The first line of a file: JSON with the type, the warnings and the number of bytes.
    fileprivate var fileHead: [UInt8] {
        let head: JSONValue = ["type": type, "warnings": warnings, "bytes": bytes.count]
        return Array((head.text(.compact) + "\n").utf8)
    }

    /// - Returns: nil if the file is incomplete.
    fileprivate init?(file: [UInt8]) {
        guard let end = file.firstIndex(of: UInt8(ascii: "\n")), let head = try? JSONValue(parsing: Array(file[..<end])),
            case .string(let type)? = head["type"], case .integer(let count)? = head["bytes"],
            case .array(let warnings)? = head["warnings"],
            file.count - end - 1 == count
        else { return nil }
        let texts = warnings.compactMap { if case .string(let text) = $0 { text } else { nil } }
        self.init(bytes: Array(file[(end + 1)...]), type: type, warnings: texts)
    }
}
