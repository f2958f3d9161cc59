import SVGAFormat
import SVGAModel
import SVGARender

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

    init(_ bytes: [UInt8], options: ReadOptions) throws(CheckError) {
        self.bytes = bytes
        self.options = options
        budget = WorkBudget(options.limits, factor: 2, subject: "drawing all frames as players do")
        do throws(ReadError) {
            document = try DocumentReader.read(bytes, limits: options.limits)
            movie = try Resolver.resolve(document, options: options)
            entries = try DocumentReader.entryNames(bytes, limits: options.limits)
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
            return try PlayerShown(document, prepared, source, player, options, budget)
        } catch {
            throw .render(error)
        }
    }
}
