import SVGAExport
import SVGAModel
import SVGAPlatform
import SVGASupport
import SVGATasks

/// The progress record of a batch: a file next to its outputs. Each job adds a line when it starts and a line when it ends. `--resume` continues a
/// killed batch from this record.
///
/// ```
/// svga batch 2
/// begin 77de68daecd823ba 9f86d081884c7d65 new
/// done 77de68daecd823ba 9f86d081884c7d65 [["a.webp",1234,1700000000123456789]]
/// fail 1e0bb9d0c4b7a3f1 0a1c9d2b7711e5f0 -
/// ```
///
/// A line contains a hash of the output's name, which is unique among the jobs, so lines may be added and moved. The next hash is the job's, which
/// includes the state of its input files. The files follow with their bytes and modification times. `new` means that no output existed before the
/// job. Each line is one call of `write`, so a killed process leaves complete lines. If the system writes only a part, at most the last line is
/// torn.
final class BatchRecord: Sendable {
    struct File: Equatable, Sendable {
        /// Relative to the batch's folder.
        let name: String
        let bytes: Int
        /// Nanoseconds since 1970.
        let changed: Int
    }

    /// The state of a job after earlier runs.
    enum State: Equatable, Sendable {
        case unknown
        /// The existing output belongs to this job: it is complete, or from an older run.
        /// - Parameter isNew: no output existed before the job.
        case begun(isNew: Bool)
        /// Another job had this output, or its files have changed.
        case outdated
        case done([File])
    }

    let path: String
    private let folder: String
    /// The URL of outputs on a server, where they are not checked; nil: they are in the folder.
    private let remote: String?
    private let descriptor: Int32
    /// Serializes writes, because the system may write only a part of a line.
    private let writing = Locked(())
    /// The offset of the last entry in the record, by hash of the output's name.
    private let entries: [UInt64: Int]

    private static let header = "svga batch 2\n"
    private static let oldHeader = "svga batch 1\n"

    /// Opens or creates the record of a batch.
    /// - Parameters:
    ///   - folder: the output folder, with a trailing slash; for remote outputs the folder of the job file.
    ///   - jobs: the path of the job file. Several job files may use one folder.
    ///   - resumes: continues an earlier run. If false, an existing record is an error, or is replaced if `isOverwriting`.
    init(folder: String, jobs: String, resumes: Bool, isOverwriting: Bool, remote: String? = nil) throws(TaskError) {
        let name = jobs == "-" ? "stdin" : FilePath(jobs).lastComponent?.string ?? jobs
        let path = "\(folder)\(TemporaryFiles.namePrefix)batch-\(name)"
        self.folder = folder
        self.remote = remote
        self.path = path
        let file = open(FilePath(path).cString, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw BatchRecord.failure(path, errno) }
        do throws(TaskError) {
            guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
                throw .request(file: path, message: "another svga batch is running in this folder", advice: "wait for it, or stop it")
            }
            var status = stat()
            guard fstat(file, &status) == 0 else { throw BatchRecord.failure(path, errno) }
            if status.st_size > 0, !resumes, !isOverwriting {
                throw .request(
                    file: path, message: "this batch was started before",
                    advice: "continue it with --resume, or start again with --force")
            }
            entries = resumes ? try BatchRecord.index(file, path) : [:]
            if entries.isEmpty {
                guard ftruncate(file, 0) == 0 else { throw BatchRecord.failure(path, errno) }
                try BatchRecord.append(BatchRecord.header, file, path)
            }
        } catch {
            close(file)
            throw error
        }
        descriptor = file
    }

    deinit { close(descriptor) }

    /// Releases the file lock for other batches. The reading thread may retain this object longer.
    func unlock() { flock(descriptor, LOCK_UN) }

    // MARK: Writing

    func begin(_ job: BatchJob, isNew: Bool) throws(TaskError) {
        try append("begin \(key(job).hexadecimal) \(job.hash.hexadecimal) \(isNew ? "new" : "old")\n")
    }

    func finish(_ job: BatchJob, _ files: [File]) throws(TaskError) {
        let list = JSONValue.array(files.map { .array([.string($0.name), .integer($0.bytes), .integer($0.changed)]) })
        try append("done \(key(job).hexadecimal) \(job.hash.hexadecimal) \(list.text(.compact))\n")
    }

    /// - Parameter keepsOutput: the existing output is an older one of this batch.
    func fail(_ job: BatchJob, keepsOutput: Bool) throws(TaskError) {
        try append("fail \(key(job).hexadecimal) \(job.hash.hexadecimal) \(keepsOutput ? "old" : "-")\n")
    }

    /// One job file may have records of several servers.
    private func key(_ job: BatchJob) -> UInt64 { remote.map { StableHash.of($0 + job.output) } ?? job.outputHash }

    private func append(_ line: String) throws(TaskError) {
        try writing.withLock { (_) throws(TaskError) in try BatchRecord.append(line, descriptor, path) }
    }

    private static func append(_ line: String, _ file: Int32, _ path: String) throws(TaskError) {
        do throws(TextStream.WriteFailure) {
            try StandardStreams.writeAll(Array(line.utf8), to: file)
        } catch {
            throw .export(output: path, .file(path: path, reason: error.reason))
        }
    }

    private static func failure(_ path: String, _ code: Int32) -> TaskError {
        .export(output: path, .file(path: path, reason: errorText(code)))
    }

    // MARK: Reading

    /// The state of a job after earlier runs.
    func state(of job: BatchJob) -> State {
        guard let offset = entries[key(job)], let words = entry(at: offset), words.count == 4 else {
            return .unknown
        }
        // An output that existed before does not belong to this batch, even if the job has changed.
        if words[0] == "fail" { return words[3] == "old" ? .outdated : .unknown }
        guard words[2] == job.hash.hexadecimal else { return .outdated }
        if words[0] == "begin" { return .begun(isNew: words[3] == "new") }
        guard let list = try? JSONValue(parsing: Array(words[3].utf8)), case .array(let items) = list else { return .outdated }
        var files: [File] = []
        for case .array(let parts) in items {
            guard parts.count == 3, case .string(let name) = parts[0], case .integer(let bytes) = parts[1],
                case .integer(let changed) = parts[2]
            else { return .outdated }
            let file = File(name: name, bytes: bytes, changed: changed)
            guard remote != nil || self.file(name) == file else { return .outdated }
            files.append(file)
        }
        return .done(files)
    }

    /// The current state of a file in the batch's folder; nil if it does not exist or is not a regular file.
    func file(_ name: String) -> File? { BatchRecord.file(name, in: folder) }

    static func file(_ name: String, in folder: String) -> File? {
        guard let status = FilePath(folder + name).status, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let time = status.modificationTime
        return File(name: name, bytes: Int(status.st_size), changed: Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec))
    }

    private func entry(at offset: Int) -> [Substring]? {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = pread(descriptor, &chunk, chunk.count, off_t(offset + text.count))
            guard count > 0 else { return nil }
            if let end = chunk[..<count].firstIndex(of: 0x0A) {
                text += chunk[..<end]
                return String(decoding: text, as: UTF8.self).split(separator: " ", maxSplits: 3)
            }
            text += chunk[..<count]
        }
    }

    /// The offset of each output's last entry. A partial last line after a system crash is removed.
    private static func index(_ file: Int32, _ path: String) throws(TaskError) -> [UInt64: Int] {
        var entries: [UInt64: Int] = [:]
        var offset = 0
        var buffer: [UInt8] = []
        // The offset of `buffer`, and whether the header was found.
        var start = 0
        var hasHeader = false
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = pread(file, &chunk, chunk.count, off_t(offset))
            guard count >= 0 else { throw failure(path, errno) }
            if count == 0 { break }
            offset += count
            buffer += chunk[..<count]
            var from = 0
            while let end = buffer[from...].firstIndex(of: 0x0A) {
                if !hasHeader {
                    guard !buffer[from...end].elementsEqual(oldHeader.utf8) else {
                        throw .input(
                            file: path, message: "this record is from an older svga, which did not record the inputs",
                            advice: "start the batch again with --force")
                    }
                    guard buffer[from...end].elementsEqual(header.utf8) else {
                        throw .input(file: path, message: "this is not a record of a batch", advice: "move it away")
                    }
                    hasHeader = true
                } else if let output = output(ofEntry: buffer[from..<end]) {
                    entries[output] = start + from
                }
                from = end + 1
            }
            buffer.removeFirst(from)
            start += from
        }
        if !buffer.isEmpty, ftruncate(file, off_t(start)) != 0 { throw failure(path, errno) }
        // A record with only a partial header is written again.
        return entries
    }

    /// The hash after the first word.
    private static func output(ofEntry text: ArraySlice<UInt8>) -> UInt64? {
        guard let space = text.firstIndex(of: 0x20) else { return nil }
        return UInt64(String(decoding: text[(space + 1)...].prefix { $0 != 0x20 }, as: UTF8.self), radix: 16)
    }
}
