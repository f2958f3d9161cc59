import Foundation
import SVGACheck
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAEdit

/// No edit and no optimization makes a movie worse for a public player. `tools/harm` checks the same with larger files.
@Suite struct HarmlessTests {
    /// One of each, for whatever file.
    private static func edits(_ movie: WireMovie) throws -> [DocumentEdit] {
        let key = movie.sprites.map { SpriteEntity.droppingKindSuffix($0.imageKey) }.first { !$0.isEmpty } ?? ""
        let shown = movie.images.first { !$0.isSound }.map(\.key)
        var edits: [DocumentEdit] = [
            .scale(0.5), .scale(1.5), .trim(first: 0, last: max(0, Int(movie.frames) / 2)), .setFPS(30), .removeAudio,
            .rename(from: key, to: "other"), .setCanvas(width: 300, height: 200, x: 7, y: -3), .merge(SVGADocument(movie: movie)),
            .merge(SVGADocument(movie: movie), overlayAt: 0),
        ]
        if let shown, movie.sprites.contains(where: { $0.isNamed(shown) }) {
            let photo = try EditFixtures.photo()
            edits += [.setImage(key: shown, bytes: photo), .setImage(key: shown, bytes: photo, fit: .cover, mask: .circle, density: 2)]
        }
        return edits
    }

    private static let options: [OptimizeOptions] = [
        OptimizeOptions(), OptimizeOptions(renamesKeys: true, cropsMargins: true), OptimizeOptions(quality: 60, minimumSimilarity: 0.8),
        OptimizeOptions(maximumSide: 40, minimumSimilarity: 0.5), OptimizeOptions(density: 0.5, minimumSimilarity: 0.5),
    ]

    private static let files = TestFiles.corpusFiles.filter { (try? TestFiles.bytes($0).count) ?? .max < 12_000 }

    @Test(.needsCorpus, arguments: files)
    func `no edit adds a finding`(file: URL) throws {
        let original = try SVGADocument(path: file.path)
        let input = try original.movie.written()
        for edit in try Self.edits(original.movie) {
            var document = original
            try document.apply(edit)
            var renamed: [(old: String, new: String)] = []
            if case .rename(let old, let new) = edit { renamed = [(old, new)] }
            let found = try AddedFindings.find(in: document.movie.written(), since: [input], renamed: renamed)
            #expect(found.isEmpty, "\(edit.name): \(found.first?.message ?? "") \(found.first?.location ?? "")")
        }
    }

    @Test(.needsCorpus, arguments: files)
    func `making it smaller adds no finding`(file: URL) async throws {
        let input = try TestFiles.bytes(file)
        let decoded = try await Optimizer.optimize(input).decodedBytesBefore
        let target = decoded > 0 ? [OptimizeOptions(minimumSimilarity: 0.2, targetDecodedBytes: decoded * 2 / 5)] : []
        for (number, options) in (Self.options + target).enumerated() {
            guard let result = try? await Optimizer.optimize(input, options: options) else {
                #expect(options.targetDecodedBytes != nil, "only a target can be out of reach")
                continue
            }
            let found = try AddedFindings.find(in: result.bytes, since: [input])
            #expect(found.isEmpty, "options \(number): \(found.first?.message ?? "") \(found.first?.location ?? "")")
        }
    }
}

extension DocumentEdit {
    fileprivate var name: String { String("\(self)".prefix { $0 != "(" }) }
}
