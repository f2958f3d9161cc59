import SVGAFormat
import SVGAModel

/// The containers of a file. All cases have the same picture at the same position.
enum ContainerCases {
    static func add(to list: inout CaseList) throws {
        try addStreams(to: &list)
        try addArchives(to: &list)
        try addImageNames(to: &list)
        try addBroken(to: &list)
    }

    static let looks = HandDrawing.with { $0.draw(.flag, 16, 8) }

    static func movie() throws -> WireMovie { try .flag(.at(16, 8)) }

    static func message() throws -> [UInt8] { try DocumentWriter.write(try movie(), as: .protobuf) }

    // MARK: 2.x

    private static func addStreams(to list: inout CaseList) throws {
        let message = try message()
        for (level, name) in [(1, "78-01"), (6, "78-9c"), (9, "78-da")] as [(Int32, String)] {
            try list.add(
                "zlib-\(name)", rule: "A file of 2.x is one zlib stream with one message in it.",
                note: "The second byte says how hard the writer tried. A player that looks for 78 9C alone refuses good files.",
                bytes: try ZlibStream.pack(message, level: level), .drawn(looks), wrong: .refuses)
        }
        try list.add(
            "zlib-small-window", rule: "Any valid zlib header will do, not only one that begins with 78.",
            note: "Writers on small machines choose a smaller window, here of 4 KiB. No public file does, but zlib reads them all.",
            bytes: try ZlibStream.pack(message, windowBits: 12), .drawn(looks), wrong: .refuses)
        try list.add(
            "trailing-bytes", rule: "Bytes after the end of the zlib stream are ignored.",
            note: "Servers and tools append a line break, a signature or padding.",
            bytes: try ZlibStream.pack(message) + Array("\r\nwhat stands here does not matter\r\n".utf8), .drawn(looks), wrong: .refuses)
        try list.add(
            "gzip", rule: "A gzip header around the message is read like a zlib header.",
            note: "Somebody ran gzip over what should have been zlib. The content is plain enough.",
            bytes: try ZlibStream.pack(message, windowBits: 31), .drawn(looks), wrong: .refuses)
        try list.add(
            "raw-protobuf", rule: "A file that is in no container is tried as the bare message.",
            note: "A proxy that takes zlib for a transfer encoding leaves such files behind.", bytes: message, .drawn(looks),
            wrong: .refuses)
        // Field 99 as a varint, as 64 bits, as bytes and as 32 bits, before and after the movie's fields.
        let unknown: [UInt8] = [0x98, 6, 7, 0x99, 6, 1, 2, 3, 4, 5, 6, 7, 8, 0x9A, 6, 3, 65, 66, 67, 0x9D, 6, 1, 2, 3, 4]
        try list.add(
            "unknown-fields", section: 9, rule: "Fields of the message that the format does not name are skipped.",
            note: "A later version of the format, or a tool with something to note, adds fields. Protobuf is made for that.",
            bytes: try ZlibStream.pack(unknown + message + unknown), .drawn(looks), wrong: .refuses)
    }

    // MARK: 1.x

    /// The text of `movie.spec`: the flag at a position.
    static func spec(image: String = "flag", x: Int = 16, y: Int = 8, key: String = "flag") -> [UInt8] {
        Array(
            """
            {"ver":"1.1.0","movie":{"viewBox":{"width":64,"height":64},"fps":20,"frames":1},"images":{"\(key)":"\(image)"},\
            "sprites":[{"imageKey":"\(key)","frames":[{"alpha":1,"layout":{"x":0,"y":0,"width":32,"height":32},\
            "transform":{"a":1,"b":0,"c":0,"d":1,"tx":\(x),"ty":\(y)}}]}]}
            """.utf8)
    }

    static func zip(_ entries: HandmadeZip.Entry...) throws -> [UInt8] { try HandmadeZip(entries: entries).bytes() }

    static func flagFile() throws -> [UInt8] { try PNGFile(.flag).bytes() }

    private static func addArchives(to list: inout CaseList) throws {
        let flag = try flagFile()
        let other = try PNGFile(.plain(.magenta, width: 32, height: 32)).bytes()
        let elsewhere = try WireMovie.flag(.at(0, 24))
        try list.add(
            "zip-spec", rule: "A file of 1.x is a ZIP of movie.spec, which is JSON, and of images.",
            note: "The oldest gifts. The web player needs JSZip beside it.",
            bytes: try zip(.init(name: "movie.spec", bytes: spec(), isDeflated: true), .init(name: "flag.png", bytes: flag)),
            .drawn(looks), wrong: .refuses)
        try list.add(
            "zip-stored", rule: "The entries of the ZIP may be stored as they are.",
            note: "PNGs do not get smaller, so tools store them, and some store the text as well.",
            bytes: try zip(.init(name: "movie.spec", bytes: spec()), .init(name: "flag.png", bytes: flag)), .drawn(looks), wrong: .refuses)
        try list.add(
            "zip-data-descriptor", rule: "An entry's sizes may stand behind its content.",
            note: "Archives that are written as a stream have them there. Who reads the directory at the end is not troubled.",
            bytes: try zip(
                .init(name: "movie.spec", bytes: spec(), isDeflated: true, hasDescriptor: true),
                .init(name: "flag.png", bytes: flag, isDeflated: true, hasDescriptor: true)),
            .drawn(looks), wrong: .refuses)
        let named = try namedMessage()
        try list.add(
            "zip-binary", rule: "A ZIP may hold the message as movie.binary, whose images are names of entries.",
            note: "Version 1.5 was between the two formats, and few players of today know it.",
            bytes: try zip(.init(name: "movie.binary", bytes: named, isDeflated: true), .init(name: "flag.png", bytes: flag)),
            .drawn(looks), wrong: .refuses)
        try list.add(
            "zip-binary-over-spec", rule: "Where a ZIP has movie.binary and movie.spec, movie.binary is read.",
            note: "Here movie.spec has the picture in another place, so one sees which was read.",
            bytes: try zip(
                .init(name: "movie.spec", bytes: spec(x: 0, y: 24)), .init(name: "movie.binary", bytes: named),
                .init(name: "flag.png", bytes: flag)),
            .drawn(looks), wrong: .movie(elsewhere))
        try list.add(
            "zip-macosx-junk", rule: "What file managers leave in a ZIP is skipped.",
            note: "A Mac adds __MACOSX/…, ._… and .DS_Store. Here the junk has the right names in the wrong folder, and stands first.",
            bytes: try zip(
                .init(name: "__MACOSX/", bytes: []), .init(name: "__MACOSX/flag.png", bytes: other),
                .init(name: "__MACOSX/movie.spec", bytes: spec(x: 0, y: 24)), .init(name: "._movie.spec", bytes: [0, 5, 22, 7]),
                .init(name: ".DS_Store", bytes: [0, 0, 0, 1]), .init(name: "movie.spec", bytes: spec()),
                .init(name: "flag.png", bytes: flag)),
            .drawn(looks), wrong: .movie(elsewhere))
    }

    /// The message of `movie.binary`.
    private static func namedMessage() throws -> [UInt8] {
        var movie = try movie()
        movie.images = [WireImage(key: "flag", bytes: Array("flag".utf8))]
        return try DocumentWriter.write(movie, as: .protobuf)
    }

    // MARK: Names of images

    private static func addImageNames(to list: inout CaseList) throws {
        let flag = try flagFile()
        let other = try PNGFile(.plain(.magenta, width: 32, height: 32)).bytes()
        var mistaken = try movie()
        mistaken.images = [try TestPicture.plain(.magenta, width: 32, height: 32).payload("flag")]
        var bare = try movie()
        bare.images = []
        try list.add(
            "zip-image-name-order", rule: "An image's value with .png behind it is looked for before the value itself.",
            note: "Both entries are there, and only the one with the extension is right.",
            bytes: try zip(
                .init(name: "movie.spec", bytes: spec()), .init(name: "flag", bytes: other), .init(name: "flag.png", bytes: flag)),
            .drawn(looks), wrong: .movie(mistaken))
        try list.add(
            "zip-image-name-with-extension", rule: "An image's value may be the whole name of its entry.",
            note: "Converters wrote the extension or did not.",
            bytes: try zip(.init(name: "movie.spec", bytes: spec(image: "flag.png")), .init(name: "flag.png", bytes: flag)),
            .drawn(looks), wrong: .movie(bare))
        try list.add(
            "zip-image-by-key", rule: "An image whose value names no entry is looked for by its key.",
            note: "The value is a path of the author's machine; the entry is called as the key.",
            bytes: try zip(.init(name: "movie.spec", bytes: spec(image: "art/layer-7")), .init(name: "flag.png", bytes: flag)),
            .drawn(looks), wrong: .movie(bare))
        try list.add(
            "zip-image-name-case", rule: "Where nothing else is found, the case of letters does not count.",
            note: "The file was made on Windows or a Mac, whose file systems do not care.",
            bytes: try zip(.init(name: "movie.spec", bytes: spec(image: "FLAG")), .init(name: "Flag.PNG", bytes: flag)),
            .drawn(looks), wrong: .movie(bare))
        try list.add(
            "zip-dotdot-name", level: .robust, rule: "The name of an entry is data and never a path.",
            note: "This name leads out of a folder. The picture is shown, and no file of that name may appear anywhere.",
            bytes: try zip(.init(name: "movie.spec", bytes: spec(image: "../../flag")), .init(name: "../../flag.png", bytes: flag)),
            .drawn(looks), wrong: .movie(bare))
    }

    // MARK: Files that are not movies

    private static func addBroken(to list: inout CaseList) throws {
        let (movie, flag) = (try movie(), try flagFile())
        let stream = try ZlibStream.pack(try message())
        list.refuse(
            "truncated", "A zlib stream that ends too early is an error.",
            note: "Half of a download. What is missing may be half of a picture or all of the frames, so nothing is shown.",
            bytes: Array(stream.prefix(stream.count / 2)), shown: movie)
        list.refuse(
            "header-only", "A zlib header without a stream is an error.", note: "The shortest file that begins well.",
            bytes: [0x78, 0x9C], shown: movie)
        var damaged = stream
        damaged[damaged.count - 1] ^= 0x55
        list.refuse(
            "bad-adler", "A zlib stream whose checksum is wrong is an error.",
            note: "The last byte was changed on the way. If one was, others may have been.", bytes: damaged, shown: movie)
        list.refuse("empty-file", "A file of no bytes is an error.", note: "The disk was full.", bytes: [], shown: movie)
        list.refuse(
            "no-movie", "Bytes that are neither a container nor a message are an error.",
            note: "The server's error page, saved under the gift's name.",
            bytes: Array("<!doctype html><title>404</title><p>There is no such gift.</p>".utf8), shown: movie)
        list.refuse(
            "zip-without-movie", "A ZIP with neither movie.binary nor movie.spec is an error.", note: "Only the pictures were packed.",
            bytes: try zip(.init(name: "flag.png", bytes: flag)), shown: movie)
        let archive = try zip(.init(name: "movie.spec", bytes: spec()), .init(name: "flag.png", bytes: flag))
        list.refuse(
            "zip-truncated", "A ZIP without its directory is an error.", note: "Half of a download again.",
            bytes: Array(archive.prefix(archive.count / 2)), shown: movie)
        list.refuse(
            "zip-bad-checksum", "An entry of a ZIP whose checksum is wrong is an error.",
            note: "What is inside reads well and is not what was packed.",
            bytes: try zip(
                .init(name: "movie.spec", bytes: spec(), hasWrongChecksum: true), .init(name: "flag.png", bytes: flag)), shown: movie)
    }
}
