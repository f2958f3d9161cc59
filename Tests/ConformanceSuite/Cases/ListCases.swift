import SVGAFormat

/// Frame lists with another length than the movie.
enum ListCases {
    static func add(to list: inout CaseList) throws {
        let images = [try TestPicture.stripes.payload("stripes"), try TestPicture.flag.payload("flag")]
        let stripes = WireFrame.at(44, 52, width: 16, height: 8)
        let still = HandDrawing.with { $0.draw(.stripes, 44, 52) }
        let both = HandDrawing.with {
            $0.draw(.stripes, 44, 52)
            $0.draw(.flag, 4, 6)
        }
        let short = WireMovie.tiny(
            frames: 3, images: images, .bitmap("stripes", stripes, stripes, stripes), .bitmap("flag", .at(4, 6)))
        try list.add(
            "short-list", rule: "A sprite whose list has ended is hidden.",
            note: "It does not stay as it was, and it is no error. The other sprite goes on.", movie: short, .each([both, still, still]),
            wrong: .reading { $0.sprites[1].frames += [.at(4, 6), .at(4, 6)] })
        let long = WireMovie.tiny(frames: 2, images: images, .bitmap("flag", .at(4, 6), .at(20, 16), .at(30, 2), .at(0, 30)))
        try list.add(
            "long-list", section: 2, rule: "The movie's number of frames is its length, whatever lists its sprites have.",
            note: "What lies behind the end is not seen, and the rest is not played faster for it.", movie: long,
            .each([.with { $0.draw(.flag, 4, 6) }, .with { $0.draw(.flag, 20, 16) }]),
            wrong: .reading { $0.sprites[0].frames[1] = .at(30, 2) })
        try list.add(
            "empty-list", level: .robust, rule: "A sprite without any frames is hidden.",
            note: "A layer that was emptied and left in the file.",
            movie: .tiny(images: images, .bitmap("flag"), .bitmap("stripes", stripes)), .drawn(still),
            wrong: .reading { $0.sprites[0].frames = [.at(4, 6)] })
    }
}
