import SVGAExport
import SVGAPlatform
import SVGASupport
import SVGATasks

/// What a batch has done so far: a file beside its outputs, to which each job adds a line when it begins and one when it is done. A batch that
/// was killed is taken up from there.
///
/// ```
/// svga batch 2
/// begin 77de68daecd823ba 9f86d081884c7d65 new
/// done 77de68daecd823ba 9f86d081884c7d65 [["a.webp",1234,1700000000123456789]]
/// fail 1e0bb9d0c4b7a3f1 0a1c9d2b7711e5f0 -
/// ```
///
/// First comes a hash of the output's name, which no two jobs share, so lines may be added and moved. Then come the job's hash, which includes
/// its input files as they were, and the files made, with their bytes and the time of their last change. `new` says that
/// nothing was at the output's place before. Each line is one call of `write`, so a killed process leaves whole lines, and where the system
/// takes a part of it only, at most one that is torn.
final class BatchRecord: Sendable {
    struct File: Equatable, Sendable {
        /// In the batch's folder.
        let name: String
        let bytes: Int
        /// Nanoseconds since 1970.
        let changed: Int
    }

    /// What is known of a job from earlier runs.
    enum State: Equatable, Sendable {
        case unknown
        /// What is at the output's place is this job's, whole or an older one's.
        /// - Parameter isNew: nothing was there before.
        case begun(isNew: Bool)
        /// Another job had this output, or its files have changed since.
        case outdated
        case done([File])
    }

    let path: String
    private let folder: String
    private let descriptor: Int32
    /// One line at a time, as the system may take a part of it only.
    private let writing = Locked(())
    /// For each hash of an output's name where its last entry begins in the record.
    private let entries: [UInt64: Int]

    private static let header = "svga batch 2\n"
    private static let oldHeader = "svga batch 1\n"

    /// Opens the record of a batch, and makes it where there is none.
    /// - Parameters:
    ///   - folder: of the outputs, with a slash at its end.
    ///   - jobs: the path of the job file: several may write into one folder.
    ///   - resumes: goes on where an earlier run ended; otherwise a record must not be there, or is begun anew if `isOverwriting`.
    init(folder: String, jobs: String, resumes: Bool, isOverwriting: Bool) throws(TaskError) {
        let name = jobs == "-" ? "stdin" : FilePath(jobs).lastComponent?.string ?? jobs
        let path = "\(folder)\(TemporaryFiles.namePrefix)batch-\(name)"
        self.folder = folder
        self.path = path
        let file = open(FilePath(path).cString, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw BatchRecord.failure(path, errno) }
        do throws(TaskError) {
            guard flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
                throw .request(file: path, message: "another svga batch is at work here", advice: "wait for it, or stop it")
            }
            var status = stat()
            guard fstat(file, &status) == 0 else { throw BatchRecord.failure(path, errno) }
            if status.st_size > 0, !resumes, !isOverwriting {
                throw .request(
                    file: path, message: "this batch was begun before",
                    advice: "go on with --resume, or do all of it again with --force")
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

    /// Lets another batch go on. The thread that reads jobs may hold this object a little longer.
    func unlock() { flock(descriptor, LOCK_UN) }

    // MARK: Writing

    func begin(_ job: BatchJob, isNew: Bool) throws(TaskError) {
        try append("begin \(BatchRecord.digits(job.outputHash)) \(BatchRecord.digits(job.hash)) \(isNew ? "new" : "old")\n")
    }

    func finish(_ job: BatchJob, _ files: [File]) throws(TaskError) {
        let list = JSONValue.array(files.map { .array([.string($0.name), .integer($0.bytes), .integer($0.changed)]) })
        try append("done \(BatchRecord.digits(job.outputHash)) \(BatchRecord.digits(job.hash)) \(list.text(.compact))\n")
    }

    /// - Parameter keepsOutput: what is at the output's place is an older one of this batch.
    func fail(_ job: BatchJob, keepsOutput: Bool) throws(TaskError) {
        try append("fail \(BatchRecord.digits(job.outputHash)) \(BatchRecord.digits(job.hash)) \(keepsOutput ? "old" : "-")\n")
    }

    private static func digits(_ hash: UInt64) -> String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

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

    /// What earlier runs know of a job.
    func state(of job: BatchJob) -> State {
        guard let place = entries[job.outputHash], let words = entry(at: place), words.count == 4 else {
            return .unknown
        }
        // A file that was there before is not this batch's, whatever the job is now.
        if words[0] == "fail" { return words[3] == "old" ? .outdated : .unknown }
        guard words[2] == BatchRecord.digits(job.hash) else { return .outdated }
        if words[0] == "begin" { return .begun(isNew: words[3] == "new") }
        guard let list = try? JSONValue(parsing: Array(words[3].utf8)), case .array(let items) = list else { return .outdated }
        var files: [File] = []
        for case .array(let parts) in items {
            guard parts.count == 3, case .string(let name) = parts[0], case .integer(let bytes) = parts[1],
                case .integer(let changed) = parts[2], let now = file(name), now == File(name: name, bytes: bytes, changed: changed)
            else { return .outdated }
            files.append(now)
        }
        return .done(files)
    }

    /// A file of the batch's folder as it is now; nil: it is not there, or no regular file.
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

    /// Where the last entry of each output is. What a crash of the system has left of the last entry is cut off.
    private static func index(_ file: Int32, _ path: String) throws(TaskError) -> [UInt64: Int] {
        var entries: [UInt64: Int] = [:]
        var offset = 0
        var rest: [UInt8] = []
        // The offset of `rest`, and whether the header has been seen.
        var start = 0
        var hasHeader = false
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = pread(file, &chunk, chunk.count, off_t(offset))
            guard count >= 0 else { throw failure(path, errno) }
            if count == 0 { break }
            offset += count
            rest += chunk[..<count]
            var from = 0
            while let end = rest[from...].firstIndex(of: 0x0A) {
                if !hasHeader {
                    guard !rest[from...end].elementsEqual(oldHeader.utf8) else {
                        throw .input(
                            file: path, message: "this record is of an older svga, which did not note the inputs",
                            advice: "do all of the batch again with --force")
                    }
                    guard rest[from...end].elementsEqual(header.utf8) else {
                        throw .input(file: path, message: "this is no record of a batch", advice: "move it away")
                    }
                    hasHeader = true
                } else if let output = output(ofEntry: rest[from..<end]) {
                    entries[output] = start + from
                }
                from = end + 1
            }
            rest.removeFirst(from)
            start += from
        }
        if !rest.isEmpty, ftruncate(file, off_t(start)) != 0 { throw failure(path, errno) }
        // A record with nothing but its header is begun anew, which makes it the same again.
        return entries
    }

    /// The hash after the first word.
    private static func output(ofEntry text: ArraySlice<UInt8>) -> UInt64? {
        guard let space = text.firstIndex(of: 0x20) else { return nil }
        return UInt64(String(decoding: text[(space + 1)...].prefix { $0 != 0x20 }, as: UTF8.self), radix: 16)
    }
}
