import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport

/// A movie, and the same as its file writes it and as players read it.
struct CheckedFile {
    let movie: VideoEntity
    /// The entries of a ZIP; else empty.
    let entries: [String]
    let options: ReadOptions
    /// What players may cost, all together.
    let budget: WorkBudget
    private let bytes: [UInt8]
    let document: SVGADocument

    /// What reading it by the rules of a player costs, once.
    let resolvingWork: Int

    /// - Parameter budget: where other files share it; nil: one of its own.
    init(_ bytes: [UInt8], options: ReadOptions, budget: WorkBudget? = nil) throws(CheckError) {
        self.bytes = bytes
        self.options = options
        self.budget = budget ?? WorkBudget(options.limits, factor: 2, subject: "drawing all frames as players do")
        do throws(ReadError) {
            document = try DocumentReader.read(bytes, limits: options.limits)
            movie = try Resolver.resolve(document, options: options)
            entries = try DocumentReader.entryNames(bytes, limits: options.limits)
            resolvingWork = movie.resolvingWork
        } catch {
            throw .read(error)
        }
    }

    /// What a player shows of it.
    /// - Parameter prepared: the movie, with what is decoded of it.
    func shown(_ player: PublicPlayer, _ prepared: PreparedMovie) throws(CheckError) -> PlayerShown {
        var (document, source) = (document, prepared)
        do throws(ReadError) {
            if document.container == .zipBinary, !player.profile.readsBinaryEntry, entries.contains("movie.spec") {
                // Another movie, with images of its own.
                document = try DocumentReader.read(bytes, limits: options.limits, prefersSpec: true)
                let movie = try Resolver.resolve(document, options: ReadOptions(limits: options.limits))
                source = PreparedMovie(movie, limits: options.limits)
            }
        } catch {
            throw .read(error)
        }
        do throws(RenderError) {
            return try PlayerShown(document, prepared, source, player, options, budget, resolvingWork: resolvingWork)
        } catch {
            throw .render(error)
        }
    }
}

extension VideoEntity {
    /// What it costs to resolve a document with as many frames, shapes and paths, in the unit of ``WorkMeter``.
    fileprivate var resolvingWork: Int {
        // Keys are compared and hashed.
        var pieces = sprites.reduce(8 * (sprites.count + images.count)) { $0 + $1.frames.records.count }
        // All sprites share them.
        guard let tables = sprites.first?.frames.tables else { return pieces.multipliedSaturating(by: WorkMeter.Price.resolvedPiece) }
        pieces += tables.layouts.count
        for path in tables.clipPaths { pieces += 1 + path.verbs.count / 4 }
        for list in tables.shapeLists {
            for shape in list {
                pieces += 1
                if case .path(let path) = shape.geometry { pieces += path.verbs.count / 4 }
            }
        }
        return pieces.multipliedSaturating(by: WorkMeter.Price.resolvedPiece)
    }
}
