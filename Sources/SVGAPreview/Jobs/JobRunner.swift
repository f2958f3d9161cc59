import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGASupport

/// Runs the command of a job: adds the files to its words, follows its progress, and finds what it made.
struct JobRunner: Sendable {
    let library: MovieLibrary
    let uploads: Uploads
    let commands: any CommandLineAccess

    /// A job that writes more is stopped.
    private static let mostBytes = 2 << 30
    /// With more files there is one with all of them.
    private static let mostSingleFiles = 3
    /// All files together that are packed into one, in memory.
    private static let mostArchivedBytes = 256 << 20

    /// What makes a request impossible is told at once.
    func check(_ request: JobRequest) throws(PreviewError) {
        _ = try library.entry(request.movie)
        if let other = request.other { _ = try library.entry(other) }
        if let format = request.format, !commands.vocabulary.formats.contains(where: { $0.name == format }) {
            throw PreviewError(400, "there is no format \"\(format)\"")
        }
    }

    /// - Parameter tell: called after each change of the job.
    func run(_ job: Job, tell: @escaping @Sendable () -> Void) async {
        do {
            try await finish(job, tell: tell)
        } catch {
            job.update { progress in
                progress.phase = .failed
                progress.message = [error.message, error.advice].filter { !$0.isEmpty }.joined(separator: "; ")
            }
        }
    }

    private func finish(_ job: Job, tell: @escaping @Sendable () -> Void) async throws(PreviewError) {
        let request = job.request
        let entry = try library.entry(request.movie)
        let other = try request.other.map { (id) throws(PreviewError) in try library.entry(id) }
        // Open until the command has ended.
        let input = try library.open(entry.id)
        let second = try other.map { (other) throws(PreviewError) in try library.open(other.id) }
        var shown = [input.path: entry.name, "\(job.folder.path)/": ""]
        if let second, let other { shown[second.path] = other.name }
        var words = [request.kind.rawValue, input.path, "--progress", "json"] + request.options
        let name = OutputName(entry.name)
        switch request.kind {
        case .diff: words += [second?.path ?? "", "--json", "--pixels"]
        case .optimize:
            let output = "\(job.folder.path)/\(name.optimized)"
            words += ["--json", "-o", output]
            shown[output] = name.optimized
        case .render:
            let format = request.format ?? ""
            words += ["--format", format, "-o", "\(job.folder.path)/\(name.exported(as: format, isOneFrame: request.isOneFrame))"]
        }
        if let vars = request.vars {
            let path = try uploads.varsFile(vars)
            words += ["--vars", path]
            shown[FilePath(path).folderPrefix.string] = ""
        }

        let outcome = await commands.run(words) { done, total in
            job.update { ($0.done, $0.total) = (done, total) }
            tell()
        }
        guard job.progress.phase == .running else { return }
        let message = outcome.errors.map { $0.showing(shown) }.joined(separator: "\n")
        // 1: two movies differ.
        guard outcome.code == 0 || outcome.code == 1 && request.kind == .diff else { throw outcome.failure(shown: shown) }
        let report: JSONValue? = request.kind == .render ? nil : .object(try outcome.report(shown: shown))
        let files = try files(of: job, name)
        let movie = request.kind == .optimize ? try keep(name.optimized, of: job) : nil
        job.update { progress in
            progress.phase = .done
            progress.done = max(progress.done, progress.total)
            progress.message = message
            progress.files = files
            progress.movie = movie
            progress.report = report
        }
    }

    // MARK: What it made

    /// Whether the job has written more than a page can want.
    func isTooLarge(_ job: Job) -> Bool {
        JobRunner.bytes(below: job.folder.path) > JobRunner.mostBytes
    }

    /// What is not finished stands in a folder of its own.
    private static func bytes(below path: String) -> Int {
        TemporaryFiles.names(in: FilePath(path)).reduce(0) { sum, name in
            var status = stat()
            guard lstat(FilePath(path).appending(name).cString, &status) == 0 else { return sum }
            return sum + (status.st_mode & S_IFMT == S_IFDIR ? bytes(below: "\(path)/\(name)") : Int(status.st_size))
        }
    }

    private func sizes(in folder: PrivateFolder) -> [Job.File] {
        TemporaryFiles.names(in: FilePath(folder.path)).compactMap { name in
            var status = stat()
            return lstat(FilePath(folder.path).appending(name).cString, &status) == 0
                ? Job.File(name: name, bytes: Int(status.st_size)) : nil
        }
    }

    /// The files of a job; where there are many, first an archive of all.
    private func files(of job: Job, _ name: OutputName) throws(PreviewError) -> [Job.File] {
        let files = sizes(in: job.folder)
        guard files.count > JobRunner.mostSingleFiles, files.reduce(0, { $0 + $1.bytes }) <= JobRunner.mostArchivedBytes else {
            return files
        }
        var entries: [ArchiveEntry] = []
        for file in files { entries.append(ArchiveEntry(name: file.name, bytes: try read(file.name, of: job))) }
        do {
            let bytes = try ZipWriter.archive(entries)
            let output = try OutputFile(path: "\(job.folder.path)/\(name.archive)")
            try output.write(bytes)
            try output.commit()
            return [Job.File(name: name.archive, bytes: bytes.count)] + files
        } catch {
            throw PreviewError(503, "the files cannot be packed: \(error)")
        }
    }

    /// Puts what was made into the library.
    private func keep(_ name: String, of job: Job) throws(PreviewError) -> String {
        try library.add(bytes: try read(name, of: job), name: name).id
    }

    private func read(_ name: String, of job: Job) throws(PreviewError) -> [UInt8] {
        let file = try OpenFile(name, in: job.folder)
        var limits = library.limits
        limits.inputBytes = JobRunner.mostBytes
        do throws(ReadError) {
            return try FileBytes.read(file.descriptor, limits: limits)
        } catch {
            throw PreviewError(error)
        }
    }
}

/// Names of what is made of a movie, after the movie's own.
private struct OutputName {
    /// Without its extension, and without anything that means more than itself in a path or a pattern of frames.
    private let stem: String

    private static let longest = 80

    init(_ name: String) {
        let base = name.isMovieName ? String(name.dropLast(5)) : name
        let plain = String.UnicodeScalarView(
            base.unicodeScalars.prefix(OutputName.longest).map { scalar in
                let isRefused =
                    "/\\%:*?\"<>|".unicodeScalars.contains(scalar) || [.control, .format].contains(scalar.properties.generalCategory)
                return isRefused ? "_" : scalar
            })
        stem = plain.first == "." || plain.isEmpty ? "_" + String(plain) : String(plain)
    }

    var optimized: String { "\(stem)-small.svga" }
    var archive: String { "\(stem).zip" }

    /// - Parameters:
    ///   - format: of `svga render`.
    ///   - isOneFrame: whether a PNG or JPEG is one file, not one a frame.
    func exported(as format: String, isOneFrame: Bool) -> String {
        switch format {
        case "png", "jpg": isOneFrame ? "\(stem).\(format)" : "\(stem)-%05d.\(format)"
        case "apng", "sheet", "contact": "\(stem).png"
        default: "\(stem).\(format)"
        }
    }
}
