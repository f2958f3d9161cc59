import Foundation
import SVGAFormat
import SVGAImage
import SVGALoading
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@Suite(.hangLimit) struct ImageLoadingTests {
    private let parser = ImageLoadingTests.patient(SVGAParser(memoryCache: MemoryCache()))
    private let red = ImageLoadingTests.png([255, 0, 0, 255])
    private let green = ImageLoadingTests.png([0, 255, 0, 255])

    /// The servers of the tests share the processors with all other tests.
    private static func patient(_ parser: SVGAParser) -> SVGAParser {
        var parser = parser
        parser.timeout = .seconds(HangLimit.seconds)
        return parser
    }

    private static func png(_ color: [UInt8], side: Int = 4) -> [UInt8] {
        ImageFixtures.png(width: side, height: side, samples: Array(repeatElement(color, count: side * side).joined()))
    }

    private func url(_ server: LoopbackServer, _ path: String) throws -> URL { try #require(URL(string: server.url(path))) }

    /// The colors that sprites `a` and `b` show, in a movie where both are blue.
    private func shown(_ substitutions: Substitutions) throws -> [[UInt8]] {
        let blue = ImageLoadingTests.png([0, 0, 255, 255])
        let sprites = ["a", "b"].enumerated().map { index, key in
            var frame = WireFrame.visible(layout: WireLayout(width: 4, height: 4))
            frame.transform = WireTransform(tx: Float(4 * index))
            return WireSprite.one(key, frame)
        }
        let images = ["a", "b"].map { WireImage(key: $0, bytes: blue) }
        let movie = try WireMovie.tiny(width: 8, height: 4, images: images, sprites: sprites).read()
        let picture = try SVGAScene(movie, substitutions: substitutions).pixmap(frame: 0)
        return [2, 6].map { x in Array(picture.pixels[4 * (2 * 8 + x)..<4 * (2 * 8 + x) + 4]) }
    }

    @Test("a picture is downloaded once, read from the disk in another run, and downloaded again on reload")
    func cached() async throws {
        let folder = TemporaryFolder()
        let server = LoopbackServer { [red] in $0.answer(red, fields: "Cache-Control: max-age=86400\r\n") }
        for _ in 0..<2 {
            let run = ImageLoadingTests.patient(SVGAParser(memoryCache: MemoryCache(), diskCache: DiskCache(path: folder.path)))
            for _ in 0..<2 { #expect(try await run.image(url: url(server, "/a")).width == 4) }
            #expect(run.memoryCache.count == 1)
            #expect(run.memoryCache.bytes >= 64)
        }
        #expect(server.requests.count == 1)
        _ = try await parser.image(url: url(server, "/a"), reload: true)
        #expect(server.requests.count == 2)
    }

    @Test("a picture and a movie of one address are two things")
    func kinds() async throws {
        let server = LoopbackServer { [red] in $0.answer(red, fields: "Cache-Control: max-age=86400\r\n") }
        _ = try await parser.image(url: url(server, "/a"))
        await #expect(throws: SVGAError.self) { try await parser.parse(url: url(server, "/a")) }
        #expect(try await parser.image(url: url(server, "/a")).height == 4)
    }

    @Test("a picture in a file is read, and read again when it changes")
    func file() async throws {
        let folder = TemporaryFolder()
        let url = URL(fileURLWithPath: folder.path + "/a.png")
        for side in [3, 5] {
            folder.write(ImageLoadingTests.png([1, 2, 3, 255], side: side), to: "a.png")
            #expect(try await parser.image(url: url).width == side)
        }
    }

    @Test("too many pixels, too many bytes and other files are errors")
    func limits() async throws {
        let server = LoopbackServer { [red] in $0.answer($0.path == "/text" ? Array("hello".utf8) : red) }
        await #expect(throws: SVGAError.unknownFormat.loading(server.url("/text"))) {
            try await parser.image(url: url(server, "/text"))
        }
        var small = parser
        small.options.limits.imagePixels = 15
        do {
            _ = try await small.image(url: url(server, "/a"))
            Issue.record("it was decoded")
        } catch {
            #expect((error as? SVGAError)?.limit?.allowed == 15)
        }
        small.options.limits.inputBytes = 10
        await #expect(throws: SVGAError.tooLarge(name: server.url("/a"), limitBytes: 10)) { try await small.image(url: url(server, "/a")) }
    }

    @Test("the placeholder is shown first, then each picture as it comes; a failure is reported and leaves the placeholder")
    func placeholder() async throws {
        let mayAnswer = Locked(false)
        let server = LoopbackServer { [red] exchange in
            while !mayAnswer.withLock({ $0 }) { usleep(1000) }
            exchange.path == "/a" ? exchange.answer(red) : exchange.answer([], status: "404 Not Found")
        }
        let results = Locked<[String: SVGAError?]>([:])
        let gray = try ReplacementImage(Pixmap(width: 2, height: 2, .white))
        let images = ["a": try url(server, "/a"), "b": try url(server, "/b")]
        let steps = parser.substitutions(images: images, placeholder: gray) { key, result in
            if case .failure(let error) = result {
                results.withLock { $0[key] = .some(error) }
            } else {
                results.withLock { $0[key] = .some(nil) }
            }
        }
        var seen: [[[UInt8]]] = []
        for await substitutions in steps {
            seen.append(try shown(substitutions))
            mayAnswer.withLock { $0 = true }
        }
        let white: [UInt8] = [255, 255, 255, 255]
        #expect(seen == [[white, white], [[255, 0, 0, 255], white]])
        #expect(results.withLock { $0 } == ["a": nil, "b": .http(status: 404, url: server.url("/b"))])
    }

    @Test("without a placeholder the movie's own pictures and what else is substituted are shown until then")
    func withoutPlaceholder() async throws {
        let server = LoopbackServer { [green] in $0.answer(green) }
        var base = Substitutions()
        base.setImage(try ReplacementImage(bytes: red), forKey: "b")
        var seen: [[[UInt8]]] = []
        for await substitutions in parser.substitutions(base, images: ["a": try url(server, "/a")]) {
            seen.append(try shown(substitutions))
        }
        let last: [[UInt8]] = [[0, 255, 0, 255], [255, 0, 0, 255]]
        // A slow reader may miss the first.
        #expect(seen == [last] || seen == [[[0, 0, 255, 255], [255, 0, 0, 255]], last])
    }

    @Test("a picture that is fresh in memory is there from the start")
    func inMemory() async throws {
        let server = LoopbackServer { [red] in $0.answer(red, fields: "Cache-Control: max-age=86400\r\n") }
        let images = ["a": try url(server, "/a")]
        _ = try await parser.image(url: url(server, "/a"))
        var seen: [[[UInt8]]] = []
        let reported = Locked(0)
        let gray = try ReplacementImage(Pixmap(width: 2, height: 2, .white))
        for await substitutions in parser.substitutions(
            images: images, placeholder: gray, onResult: { _, _ in reported.withLock { $0 += 1 } })
        {
            seen.append(try shown(substitutions))
        }
        #expect(seen == [[[255, 0, 0, 255], [0, 0, 255, 255]]])
        #expect(reported.withLock { $0 } == 1)
        #expect(server.requests.count == 1)
    }

    @Test("when the reader goes away the server is hung up on")
    func abandoned() async throws {
        let isHungUp = Locked(false)
        let server = LoopbackServer { exchange in
            exchange.waitForHangUp()
            isHungUp.withLock { $0 = true }
        }
        let images = ["a": try url(server, "/a")]
        for await _ in parser.substitutions(images: images) {
            while server.requests.isEmpty { await Task.yield() }
            break
        }
        while !isHungUp.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    }
}
