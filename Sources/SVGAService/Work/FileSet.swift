import Dispatch
import SVGAModel
import SVGASupport
import SVGATasks

/// The movie and the images of a request.
struct FileSet: Sendable {
    private let references: [FileName: SourceReference]
    private var files: [FileName: SourceFile] = [:]

    /// The movie's place among the files. No image has this name.
    private static let movieName = SourceFile.name

    init(_ render: RenderRequest) {
        var references: [FileName: SourceReference] = [:]
        for (name, file) in render.images.merging([FileSet.movieName: render.movie], uniquingKeysWith: { $1 }) {
            switch file {
            case .reference(let reference): references[name] = reference
            case .inline(let bytes): files[name] = SourceFile(bytes: bytes)
            }
        }
        self.references = references
    }

    init(movie: SourceReference) { references = [FileSet.movieName: movie] }

    /// After loading.
    var movie: SourceFile { files[FileSet.movieName] ?? SourceFile(bytes: []) }

    var images: [FileName: SourceFile] { files.filter { $0.key != FileSet.movieName } }

    /// Whether every file is named with its content's hash.
    var arePinned: Bool { references.count == files.count && references.values.allSatisfy { $0.hash != nil } }

    /// The hashes of all files, in the order of their names.
    var hashes: [String] { files.sorted { ByteKey($0.key.path) < ByteKey($1.key.path) }.map(\.value.hash) }

    /// The files that are not loaded.
    var missing: [(name: FileName, reference: SourceReference)] {
        references.filter { files[$0.key] == nil }.map { ($0.key, $0.value) }
    }

    mutating func add(_ file: SourceFile, as name: FileName) { files[name] = file }

    /// Updates the sizes of the files in their cache.
    func measure(in store: SourceStore) {
        for (name, reference) in references {
            if let file = files[name] { store.measure(reference, file) }
        }
    }
}

extension Service {
    /// Loads all files: from the cache, or concurrently from their sources.
    func load(_ files: inout FileSet, _ patience: Patience) throws(ServiceError) {
        var missing: [(name: FileName, reference: SourceReference)] = []
        for (name, reference) in files.missing {
            if let file = store.cached(reference) {
                metrics.countCache("source", isHit: true)
                files.add(file, as: name)
            } else {
                missing.append((name, reference))
            }
        }
        guard !missing.isEmpty else { return }
        // Not in the queue of workers: reading waits for other machines.
        let flight = Flight<[LoadedFile]>()
        let signal = DispatchSemaphore(value: 0)
        flight.join(signal)
        let isStarted = flight.start(
            { [store, missing] () async throws(ServiceError) in try await Service.read(missing, store) }, ended: { _ in })
        guard isStarted else { throw .abandoned }
        for loaded in try flight.result(signal, patience) { files.add(loaded.file, as: loaded.name) }
    }

    private static func read(
        _ missing: [(name: FileName, reference: SourceReference)], _ store: SourceStore
    ) async throws(ServiceError) -> [LoadedFile] {
        let results = await withTaskGroup(of: Result<LoadedFile, ServiceError>.self) { group in
            for (name, reference) in missing {
                group.addTask {
                    do throws(ServiceError) {
                        return .success(LoadedFile(name: name, file: try await store.file(reference)))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            var results: [Result<LoadedFile, ServiceError>] = []
            for await result in group { results.append(result) }
            return results
        }
        var files: [LoadedFile] = []
        for result in results { files.append(try result.get()) }
        return files
    }
}

/// A file with its name in a request.
///
/// Not a tuple: Swift 6.3 with optimization returns tuples of a name and a result from task groups with wrong names.
private struct LoadedFile: Sendable {
    let name: FileName
    let file: SourceFile
}
