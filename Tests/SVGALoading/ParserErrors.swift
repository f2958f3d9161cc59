import Foundation
import SVGAFormat
import SVGALoading
import SVGAModel
import Testing

extension SVGAParser {
    /// What loading a movie ends with; nil: with the movie.
    func error(_ url: URL) async -> SVGAError? {
        do throws(SVGAError) {
            _ = try await parse(url: url)
            return nil
        } catch {
            return error
        }
    }

    func error(_ address: String) async throws -> SVGAError? { await error(try #require(URL(string: address))) }
}
