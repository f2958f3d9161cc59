import SVGAEdit
import SVGAImport
import SVGASupport

/// Makes movies from other files, for programs in other languages. The kinds are commands of `svga`.
package struct MovieMaker: Sendable {
    package enum Kind: Sendable {
        case `import`, create, pack
    }

    /// What a movie is made from.
    package enum Source: Sendable {
        /// At least one path: for ``Kind/import`` several pictures, otherwise one.
        case paths([String])
        /// A file in memory. Files that it names are in `folder`; empty: the working directory.
        case memory([UInt8], folder: String)
    }

    private let kind: Kind
    private let source: Source
    private let options: OptionObject

    /// - Parameter options: the options of the command as a JSON object.
    package init(_ kind: Kind, from source: Source, options: String?) throws(TaskError) {
        self.kind = kind
        self.source = source
        self.options = try OptionObject(options)
    }

    /// The movie's file, and what the command prints with `--json`.
    package func run(
        stop: CancellationHandle = CancellationHandle(), progress: SceneHandle.Progress? = nil
    ) throws(TaskError) -> MovieHandle.Output {
        let notes = NoteList()
        var context = notes.collecting(from: TaskContext())
        let callbackLock = Locked(())
        context.progress = { step in
            guard let progress else { return }
            callbackLock.withLock { _ in
                if !progress(step.done, step.total) { stop.cancel() }
            }
        }
        var output: MovieHandle.Output
        switch kind {
        case .import: output = try imported(stop, context)
        case .create: output = try created(stop, context)
        case .pack: output = try packed(stop, context)
        }
        output.notes = notes.notes
        return output
    }

    private func imported(_ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> MovieHandle.Output {
        let task = try ImportTask(options, common: CommonOptions())
        let files = try files()
        return try CallRun.wait(timeout: task.common.timeout, stop: stop) { [source] () async throws(TaskError) in
            let made: (bytes: [UInt8], report: ImportReport)
            switch source {
            case .paths: made = try await task.bytes(of: files, in: context)
            case .memory(let bytes, let folder):
                let folder = folder.isEmpty ? nil : FileName(path: MovieMaker.prefix(folder)).folder(task.common.limits)
                made = try await task.bytes(of: .bytes(bytes, name: "-", folder: folder), name: "-", in: context)
            }
            return MovieHandle.Output(bytes: made.bytes, report: made.report.json.text(.compact))
        }
    }

    private func created(_ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> MovieHandle.Output {
        let task = try CreateTask(options, common: CommonOptions())
        let files = try files()
        return try CallRun.wait(timeout: task.common.timeout, stop: stop) { [source] () async throws(TaskError) in
            let made: CreateTask.Result
            switch source {
            case .paths: made = try task.run(files[0], in: context)
            case .memory(let bytes, let folder):
                made = try task.run(bytes, name: "-", folder: MovieMaker.prefix(folder), in: context)
            }
            return MovieHandle.Output(bytes: made.bytes, report: made.report.json.text(.compact))
        }
    }

    private func packed(_ stop: CancellationHandle, _ context: TaskContext) throws(TaskError) -> MovieHandle.Output {
        let task = try PackTask(options, common: CommonOptions())
        let files = try files()
        guard let folder = files.first else { throw .usage("a folder is on disk, not in memory") }
        return try CallRun.wait(timeout: task.common.timeout, stop: stop) { () async throws(TaskError) in
            let made = try task.run(folder, to: nil, in: context) { file, notes in
                for note in notes { context.remark(file, TaskText(note.message)) }
            }
            return MovieHandle.Output(bytes: made.bytes, report: made.report.json.text(.compact))
        }
    }

    /// The names of the files; empty for a file in memory.
    private func files() throws(TaskError) -> [FileName] {
        guard case .paths(let paths) = source else { return [] }
        guard let first = paths.first else { throw .usage("the file name is missing") }
        if kind != .import, paths.count > 1 { throw .usage("there are \(paths.count) file names where one is needed") }
        guard !paths.contains("") else { throw .usage("the file name is empty") }
        for path in paths { try FileName.checkAddress(path, "\(first)") }
        // Here `-` is a file name, not standard input.
        return paths.map { FileName(path: $0 == "-" ? "./-" : $0) }
    }

    /// A folder's name with a slash at its end; empty for the working directory.
    private static func prefix(_ folder: String) -> String {
        folder.isEmpty || folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
    }
}
