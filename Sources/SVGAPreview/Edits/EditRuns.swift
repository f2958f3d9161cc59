import Dispatch
import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGASupport
import SVGATasks

/// Applies edit steps, one order for each page. Results of equal steps are kept, so that a slow step runs once.
final class EditRuns: Sendable {
    struct Result: Sendable {
        /// The identifier of the edited movie.
        let movie: String
        /// The identifier of the movie before all steps. It stays the same if the file changes on disk.
        let base: String
        /// Identifies the content of ``base``.
        let content: String
        /// Whether the file is a Lottie.
        let isImported: Bool
        /// The format of ``base``.
        let format: MovieFormat
        /// For each applied step.
        let reports: [EditSteps.Report]
        let failure: EditSteps.Failure?
    }

    private final class Work: Sendable {
        let key: String
        let end = DispatchGroup()
        /// Whether a newer order has canceled it.
        let isReplaced = Locked(false)
        let outcome = Locked<Swift.Result<Result, PreviewError>?>(nil)
        let task = Locked<Task<Void, Never>?>(nil)

        init(_ key: String) {
            self.key = key
            end.enter()
        }

        var isRunning: Bool { outcome.withLock { $0 == nil } }
    }

    private struct Base: Sendable {
        let movie: String
        let content: String
        let isImported: Bool
        let format: MovieFormat
    }

    private struct Kept: Sendable {
        let movie: String
        let reports: [EditSteps.Report]
    }

    private struct State {
        /// By page.
        var works: [String: Work] = [:]
        /// By content and name, and by identifier.
        var bases: [String: Base] = [:]
        var kept = RecencyTable<String, Kept>(maximumCost: 300)
        /// The movies that may be saved, with the movie before their steps.
        var finals = RecencyTable<String, String>(maximumCost: 300)
        var isClosed = false
    }

    private static let maximumRunning = 8
    /// After this time the page asks again.
    private static let waitSeconds = 10.0

    private let library: MovieLibrary
    private let state = Locked(State())

    init(_ library: MovieLibrary) { self.library = library }

    func close() {
        let works = state.withLock { state in
            state.isClosed = true
            return Array(state.works.values)
        }
        for work in works { work.task.withLock { $0 }?.cancel() }
    }

    /// Starts an order or continues to wait for it. A newer order of the same page cancels the older one.
    /// - Returns: nil while it runs, and if a newer order has replaced it: its page no longer waits for it.
    func state(_ order: EditOrder) throws(PreviewError) -> Result? {
        let work = try work(for: order)
        _ = work.end.wait(timeout: .now() + EditRuns.waitSeconds)
        switch work.outcome.withLock({ $0 }) {
        case nil: return nil
        case .success(let result): return result
        case .failure(let error):
            if work.isReplaced.withLock({ $0 }) { return nil }
            throw error
        }
    }

    private func work(for order: EditOrder) throws(PreviewError) -> Work {
        let flags = "\(order.movie) \(order.isFinal) \(order.steps.allowsPlayerFindings)"
        let key = ([flags] + order.texts).joined(separator: "\n")
        let (work, older) = try state.withLock { (state) throws(PreviewError) -> (Work, Work?) in
            let older = state.works[order.page]
            // The outcome of an ended order may have been removed.
            if let older, older.key == key, older.isRunning { return (older, nil) }
            let running = state.works.values.count { $0.isRunning && $0 !== older }
            guard !state.isClosed, running < EditRuns.maximumRunning else {
                throw PreviewError(429, "too many jobs are waiting", advice: "wait for some of them, or stop them", retrySeconds: 5)
            }
            state.works = state.works.filter { $0.value.isRunning }
            let work = Work(key)
            state.works[order.page] = work
            return (work, older)
        }
        guard work !== older, work.task.withLock({ $0 == nil }) else { return work }
        if let older {
            older.isReplaced.withLock { $0 = true }
            older.task.withLock { $0 }?.cancel()
        }
        start(work, order)
        return work
    }

    private func start(_ work: Work, _ order: EditOrder) {
        work.task.withLock { task in
            guard task == nil else { return }
            // On its own threads, because its requests block theirs.
            task = Task.detached(executorPreference: CallExecutor()) { [self] in
                let outcome: Swift.Result<Result, PreviewError>
                do throws(PreviewError) {
                    outcome = .success(try await apply(order))
                } catch {
                    outcome = .failure(error)
                }
                work.outcome.withLock { $0 = outcome }
                work.end.leave()
            }
        }
    }

    // MARK: Steps

    private func apply(_ order: EditOrder) async throws(PreviewError) -> Result {
        let base = try base(order.movie)
        let name = try library.entry(base.movie).name
        var steps = order.steps
        // A movie that is only drawn may be worse on some player; the page compares the players.
        if !order.isFinal { steps.allowsPlayerFindings = true }
        var movie = base.movie
        var reports: [EditSteps.Report] = []
        var failure: EditSteps.Failure?
        for run in steps.runs {
            let (kept, failed) = try await apply(run, of: steps, texts: order.texts, to: movie, of: base, name: name)
            movie = kept.movie
            reports += kept.reports
            failure = failed
            if failed != nil { break }
        }
        if order.isFinal, failure == nil {
            let (new, old) = (try library.bytes(of: movie), try library.bytes(of: base.movie))
            do throws(EditSteps.Failure) {
                try steps.check(new, since: old, of: FileName(path: name))
            } catch {
                failure = error
            }
        }
        if order.isFinal, failure == nil { state.withLock { $0.finals.insert(base.movie, cost: 1, for: movie) } }
        return Result(
            movie: movie, base: base.movie, content: base.content, isImported: base.isImported, format: base.format, reports: reports,
            failure: failure)
    }

    /// Applies the steps of one command. If one fails, those before it are applied.
    private func apply(
        _ run: EditSteps.Run, of steps: EditSteps, texts: [String], to movie: String, of base: Base, name: String
    ) async throws(PreviewError) -> (Kept, EditSteps.Failure?) {
        let key = ([base.movie, "\(steps.allowsPlayerFindings(in: run))"] + texts[..<run.steps.upperBound]).joined(separator: "\n")
        if let kept = state.withLock({ $0.kept.use(key) }), library.isEdited(kept.movie) { return (kept, nil) }
        let bytes = try library.bytes(of: movie)
        do throws(EditSteps.Failure) {
            let outcome = try await steps.run(run, on: bytes, of: FileName(path: name), in: TaskContext())
            return (try keep(outcome, key, name), nil)
        } catch {
            if case .interrupted = error.error { throw PreviewError(error.error) }
            let before = run.prefix(before: error.step)
            guard !before.steps.isEmpty else { return (Kept(movie: movie, reports: []), error) }
            return (try await apply(before, of: steps, texts: texts, to: movie, of: base, name: name).0, error)
        }
    }

    private func keep(_ outcome: EditSteps.Outcome, _ key: String, _ name: String) throws(EditSteps.Failure) -> Kept {
        let kept: Kept
        do throws(PreviewError) {
            kept = Kept(movie: try library.addEdited(bytes: outcome.bytes, name: name).id, reports: outcome.reports)
        } catch {
            throw EditSteps.Failure(step: 0, error: .system(message: TaskText(error.message)))
        }
        state.withLock { $0.kept.insert(kept, cost: 1, for: key) }
        return kept
    }

    // MARK: The movie before the steps

    /// The movie before the steps of a movie that may be saved.
    /// - Throws: 422 for other movies.
    func base(ofFinal id: String) throws(PreviewError) -> String {
        guard let base = state.withLock({ $0.finals.use(id) }), library.isEdited(base), library.isEdited(id) else {
            throw PreviewError(422, "this edit cannot be saved", advice: "apply its steps again")
        }
        return base
    }

    /// A copy of a movie, which changes on disk do not reach.
    private func base(_ id: String) throws(PreviewError) -> Base {
        _ = try library.entry(id)
        if let base = state.withLock({ $0.bases[id] }) { return base }
        let entry = try library.entry(id)
        let bytes = try library.bytes(of: id)
        // A file that is being written is not copied.
        let container = try library.movie(of: bytes).container
        var hash = StableHash()
        hash.add(bytes)
        let content = "\(String(hash.value, radix: 16))-\(bytes.count)"
        let key = "\(content) \(entry.name)"
        if let base = state.withLock({ $0.bases[key] }), (try? library.entry(base.movie)) != nil { return base }
        let copy = try library.addEdited(bytes: bytes, name: entry.name)
        let format = MovieFormat.allCases.first { $0.container == container } ?? .v2
        let base = Base(movie: copy.id, content: content, isImported: try library.isImported(id), format: format)
        state.withLock { state in
            state.bases[key] = base
            state.bases[copy.id] = base
        }
        return base
    }
}
