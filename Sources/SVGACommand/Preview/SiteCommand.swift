import SVGAPreview
import SVGASupport
import SVGATasks

/// `svga preview --export`: writes the gallery as a static site.
struct SiteCommand {
    let paths: [String]
    let folder: FileName
    let budget: BudgetTask.Loaded?
    let preview: PreviewCommand

    func run(in context: CommandContext) async throws(TaskError) -> ExitCode {
        var site = SiteExport(paths: paths)
        (site.limits, site.budget, site.overwrites) = (preview.limits, budget, preview.overwrites)
        let line = ProgressLine(context.errors)
        let result: SiteExport.Result
        do throws(TaskError) {
            result = try await site.write(to: folder.path, in: context.task) { line.show(done: $0, total: $1) }
        } catch {
            line.clear()
            throw error
        }
        line.clear()
        for problem in result.problems { context.report(note: "svga: \(problem.file): \(problem.message)") }
        let size = Units.bytes(result.bytes)
        context.report(note: "svga: \(folder.path): \(Units.count(result.movies, "movie")), \(size); open \(result.page)")
        if preview.opensBrowser { Browser.open(result.page) { context.report(note: "svga: \($0)") } }
        return .batch(result.problems.map { _ in .invalidInput }, of: result.movies)
    }
}

/// One rewritten line on a terminal.
private final class ProgressLine: Sendable {
    private let stream: TextStream
    private let start = ContinuousClock.now
    private let isOpen = Locked(false)

    init(_ stream: TextStream) { self.stream = stream }

    /// Called from any thread.
    func show(done: Int, total: Int) {
        guard stream.isTerminal else { return }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let left = seconds / Double(max(1, done)) * Double(total - done)
        let text: Message = "\(done)/\(total) movies, \(Units.seconds(left)) left"
        let line = "\(100 * done / max(1, total))% \(stream.text(text))".fitted(columns: stream.columns - 1)
        isOpen.withLock { isOpen in
            isOpen = true
            // Errors are ignored: standard error is where they would be reported.
            try? stream.write(Array("\r\(line)\u{1B}[K".utf8))
        }
    }

    func clear() {
        isOpen.withLock { isOpen in
            if isOpen { try? stream.write(Array("\r\u{1B}[K".utf8)) }
            isOpen = false
        }
    }
}
