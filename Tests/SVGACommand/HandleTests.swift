import Dispatch
import Foundation
import SVGAModel
import SVGAPixels
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAFormat
@testable import SVGATasks

/// What libsvga and Python's module stand on; `Tests/Python` tests them through both.
@Suite("Movies for other languages")
struct HandleTests {
    let gift: GiftFolder
    let movie: MovieHandle

    init() throws {
        gift = try GiftFolder()
        movie = try MovieHandle(path: gift.movie, options: nil)
    }

    private func frame(_ scene: SceneHandle, _ frame: Int) throws -> Pixmap {
        let size = try scene.size()
        var pixmap = Pixmap(width: size.width, height: size.height)
        try pixmap.pixels.withUnsafeMutableBytes { bytes in
            try scene.render(frame: frame, .premultipliedRGBA, bytesPerRow: nil, into: bytes)
        }
        return pixmap
    }

    private func failure(_ body: () throws -> Void) throws -> (code: Int32, message: String)? {
        do {
            try body()
            return nil
        } catch let error as TaskError {
            return (error.exitCode.rawValue, error.text(as: .json).replacing(gift.folder.path + "/", with: ""))
        }
    }

    /// As other languages call: on a thread that may wait. Those that run tests may not, for the work needs one of them.
    private func elsewhere<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "svga.tests.handles").async { continuation.resume(with: Result(catching: body)) }
        }
    }

    @Test func `a scene draws what svga render draws with the same options`() async throws {
        let scene = try SceneHandle(movie, options: #"{"set-image": {"face": "\#(gift.path("green.png")),fit=cover"}, "hide": ["back"]}"#)
        let rendered = await gift.render(["--set-image", "face=\(gift.path("green.png")),fit=cover", "--hide", "back"])
        #expect(try frame(scene, 1) == rendered.picture)
    }

    @Test func `a picture in memory is the same as one in a file, and later options win`() throws {
        let scene = try SceneHandle(movie, options: #"{"scale": 2}"#)
        try scene.setImage("face", try #require(gift.folder.read("green.png")), placement: "fit=cover")
        try scene.set(#"{"size": "30x0"}"#)
        let other = try SceneHandle(movie, options: #"{"size": "30x0", "set-image": {"face": "\#(gift.path("green.png")),fit=cover"}}"#)
        #expect(try frame(scene, 1) == frame(other, 1))
        #expect(try scene.size() == (30, 20))
    }

    @Test func `pixels of all four formats are the same picture, and a color above its alpha is clamped`() throws {
        let colors: [PixelFormat: [UInt8]] = [
            .rgba: [255, 0, 0, 128], .bgra: [0, 0, 255, 128], .premultipliedRGBA: [128, 0, 0, 128], .premultipliedBGRA: [0, 0, 255, 128],
        ]
        var drawn: Set<Pixmap> = []
        for (format, color) in colors {
            let scene = try SceneHandle(movie, options: nil)
            try color.withUnsafeBytes { row in
                try scene.setPixels("face", width: 1, height: 1, format, placement: "") { _ in row }
            }
            drawn.insert(try frame(scene, 1))
        }
        #expect(drawn.count == 1)
    }

    @Test func `a change that is refused changes nothing`() throws {
        let scene = try SceneHandle(movie, options: #"{"size": "30x0"}"#)
        let before = try frame(scene, 1)
        #expect(try failure { try scene.set(#"{"size": "60x0", "hide": "nobody"}"#) }?.code == 2)
        #expect(try frame(scene, 1) == before)
    }

    @Test(arguments: [
        ("[1]", "the options must be a JSON object"), ("{", "the options are not JSON"),
        (#"{"output": "a.png"}"#, "no option \"output\""),
        (#"{"sise": 1}"#, "did you mean"), (#"{"size": "30x0", "scale": 2}"#, "\"scale\" and \"size\""),
        (#"{"vars": "-"}"#, "standard input"),
        (#"{"hide": {"a": 1}}"#, "\"hide\" needs"), (#"{"set-text": {"nobody": "x"}}"#, "gift.svga: no sprite has the key \"nobody\""),
    ])
    func `wrong options are a failure of use, with one line that names them`(options: String, words: String) throws {
        let failure = try failure { _ = try SceneHandle(movie, options: options) }
        #expect(
            failure?.code == 2 && failure?.message.contains(words) == true && failure?.message.contains("\n") == false, "\(failure as Any)")
    }

    @Test(arguments: ["{}", #"{"to": null}"#, #"{"to": ""}"#, #"{"to": []}"#])
    func `a required option that is null or empty is missing`(options: String) async throws {
        let movie = movie
        let error = await #expect(throws: TaskError.self) { try await elsewhere { try movie.make(.convert, options: options) } }
        #expect(error?.exitCode == .usage && error?.text(as: .json).contains("\"to\" is missing") == true)
    }

    @Test func `what a conversion leaves out is a note`() async throws {
        let movie = try MovieHandle(bytes: try ConvertTests.movie(audio: true), options: nil)
        let options = #"{"to": "1-json", "drop-unsupported": true}"#
        let notes = try await elsewhere { try movie.make(.convert, options: options).notes }
        #expect(notes.map { $0.text.text(as: .json) } == [#"left out: audio "bgm""#])
        #expect(notes.map { $0.text.text(as: TextLanguage.zh.apply(to: .json)) } == [#"省略了：音频 "bgm""#])
    }

    @Test func `describe has a time limit and no other option`() async throws {
        let movie = movie
        #expect(try await !elsewhere { try movie.make(.describe, options: #"{"timeout": 60}"#).bytes }.isEmpty)
        let error = await #expect(throws: TaskError.self) {
            try await elsewhere { try movie.make(.describe, options: #"{"player": "web"}"#) }
        }
        #expect(error?.exitCode == .usage)
    }

    @Test func `a scene's limits apply to its images from memory`() throws {
        let row = [UInt8](repeating: 255, count: 4 * 30)
        func set(_ scene: SceneHandle) throws {
            try row.withUnsafeBytes { row in
                try scene.setPixels("face", width: 30, height: 30, .rgba, placement: "") { _ in row }
            }
        }
        let low = try SceneHandle(movie, options: #"{"max-image-pixels": 899}"#)
        #expect(try failure { try set(low) }?.code == 4)
        try low.set(#"{"max-image-pixels": 900}"#)
        try set(low)
        let strict = try MovieHandle(path: gift.movie, options: #"{"max-image-pixels": 899}"#)
        #expect(try failure { try set(SceneHandle(strict, options: nil)) }?.code == 4)
        try set(SceneHandle(strict, options: #"{"max-image-pixels": 900}"#))
    }

    @Test func `a scene and a comparison read the movie with their own limits and strict`() async throws {
        let broken = try MovieHandle(bytes: try HandleTests.movieWithWarning(), options: nil)
        #expect(try failure { _ = try SceneHandle(broken, options: nil) } == nil)
        for options in [#"{"strict": true}"#, #"{"max-frames": 1}"#] {
            let code: Int32 = options.contains("strict") ? 3 : 4
            #expect(try failure { _ = try SceneHandle(broken, options: options) }?.code == code, "\(options)")
            let error = await #expect(throws: TaskError.self) {
                try await elsewhere { try broken.make(.diff, other: broken, options: options) }
            }
            #expect(error?.exitCode.rawValue == code, "\(options)")
        }
        // Options stay set until they are set again. A refused option changes nothing.
        let scene = try SceneHandle(broken, options: #"{"max-frames": 1000}"#)
        try scene.set(#"{"size": "30x0"}"#)
        #expect(try scene.size().width == 30 && failure { try scene.set(#"{"strict": true}"#) }?.code == 3)
        #expect(try scene.size().width == 30)
    }

    /// A movie whose sprite names a missing matte.
    private static func movieWithWarning() throws -> [UInt8] {
        var movie = try DocumentReader.read(MovieFolder.bytes(), limits: .default).movie
        movie.sprites[0].matteKey = "nobody.matte"
        return try DocumentWriter.write(movie, as: .zlib)
    }

    @Test(arguments: [MovieHandle.Task.validate, .describe])
    func `a task that is canceled before its start does not run`(_ kind: MovieHandle.Task) async throws {
        let (movie, stop) = (movie, CancellationHandle())
        stop.cancel()
        let error = await #expect(throws: TaskError.self) { try await elsewhere { try movie.make(kind, options: nil, stop: stop) } }
        #expect(error?.exitCode == .interrupted)
    }

    @Test func `validate ends with an error when its time is over`() async throws {
        // Drawing all of these frames as all players takes many times as long.
        var long = try DocumentReader.read(MovieFolder.bytes(), limits: .default).movie
        long.frames = 20_000
        for index in long.sprites.indices {
            long.sprites[index].frames = Array(repeatElement(long.sprites[index].frames, count: 5000).joined())
        }
        let movie = try MovieHandle(bytes: try DocumentWriter.write(long, as: .zlib), options: nil)
        let error = await #expect(throws: TaskError.self) {
            try await elsewhere { try movie.make(.validate, options: #"{"player": "all", "timeout": 0.001}"#) }
        }
        #expect(error?.exitCode == .limit)
    }

    @Test func `a buffer that is too small, a stride that is too short and a frame too far are refused`() throws {
        let scene = try SceneHandle(movie, options: nil)
        let cases: [(frame: Int, stride: Int?, count: Int)] = [
            (1, nil, 9599), (1, 4, 9600), (4, nil, 9600), (-1, nil, 9600), (1, .max, 9600),
        ]
        for (frame, stride, count) in cases {
            var bytes = [UInt8](repeating: 7, count: count)
            let failure = try failure {
                try bytes.withUnsafeMutableBytes { try scene.render(frame: frame, .rgba, bytesPerRow: stride, into: $0) }
            }
            #expect(failure?.code == 2 && bytes.allSatisfy { $0 == 7 }, "\(frame), \(stride as Any), \(count)")
        }
    }

    @Test func `an export in memory is the file of svga render, reports progress, and leaves no file when it is cancelled`()
        async throws
    {
        let scene = try SceneHandle(movie, options: #"{"size": "30x0"}"#)
        let reported = Locked<[Int]>([])
        let bytes = try await elsewhere {
            try scene.exportBytes(format: "gif", options: nil) { done, total in
                reported.withLock { $0.append(done) }
                return total == 4
            }
        }
        #expect(await CommandFixtures.run("render", gift.movie, "-o", gift.path("a.gif"), "--size", "30x0").code == .done)
        #expect(gift.folder.read("a.gif") == bytes && reported.withLock { $0 } == [1, 2, 3, 4])
        let destination = gift.path("b.webp")
        let failure = await #expect(throws: TaskError.self) {
            try await elsewhere { try scene.export(to: destination, options: #"{"threads": 1}"#) { _, _ in false } }
        }
        #expect(failure?.exitCode == .interrupted && gift.folder.read("b.webp") == nil)
    }

    @Test func `frames that do not fit into one PNG in memory get advice that holds there`() async throws {
        let scene = try SceneHandle(movie, options: nil)
        let failure = try await elsewhere {
            try self.failure { _ = try scene.exportBytes(format: "png", options: nil, progress: nil) }
        }
        #expect(failure?.code == 2)
        #expect(
            failure?.message == #"export.png: 4 frames cannot be written into one PNG; use "frame": N for one, or the format apng for all"#)
    }

    @Test func `a job has the remarks that svga render prints, each one alone`() async throws {
        let layers = [98, 99].map { #"{"ty":\#($0),"nm":"a","ip":0,"op":6,"st":0,"ks":{}}"# }.joined(separator: ",")
        let lottie = #"{"v":"5.7.0","fr":60,"ip":0,"op":6,"w":8,"h":8,"assets":[],"layers":[\#(layers)]}"#
        let scene = try SceneHandle(MovieHandle(bytes: Array(lottie.utf8), options: nil), options: nil)
        let job = try JobHandle(isStepwise: false) { (stop, progress) throws(TaskError) in
            let notes = NoteList()
            let bytes = try scene.exportBytes(format: "gif", options: nil, stop: stop, notes: notes, progress: progress)
            return MovieHandle.Output(bytes: bytes, notes: notes.notes)
        }
        let json = try await elsewhere { job.notes(as: .json) }
        let list = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: String]])
        let messages = list.compactMap { $0["message"] }
        #expect(list.contains { $0["code"] == "SVGA409" && $0["message"]?.hasPrefix("a GIF shows at most 50 frames per second") == true })
        #expect(messages.count { $0.contains("layers of type 9") } == 2)
        #expect(!messages.contains { $0.contains("more, see") })
    }

    @Test func `a job has its warnings with code and key, and "strict" makes them an error`() async throws {
        let options = #"{"font": "\#(WarningTests.font)", "no-system-fonts": true, "set-text": {"name": "林"}, "frame": 1}"#
        let scene = try SceneHandle(movie, options: options)
        let (json, failure) = try await elsewhere {
            let notes = NoteList()
            _ = try scene.exportBytes(format: "png", options: nil, notes: notes, progress: nil)
            let json = notes.notes.map { $0.json(as: .json).text(.compact) }
            let strict = try self.failure { _ = try scene.exportBytes(format: "png", options: #"{"strict": true}"#, progress: nil) }
            _ = try scene.exportBytes(format: "png", options: #"{"strict": true, "allow": "SVGA401"}"#, progress: nil)
            return (json, strict)
        }
        #expect(
            json.count == 1 && json.first?.hasPrefix(#"{"code":"SVGA401","key":"name","message":"no font has these characters"#) == true)
        #expect(
            failure?.code == 5 && failure?.message.hasSuffix(#"or permit it with "allow": "SVGA401""#) == true,
            "\(String(describing: failure))")
    }

    @Test func `an export goes on while the progress functions of others wait for it`() async throws {
        let scene = try SceneHandle(movie, options: #"{"size": "30x0"}"#)
        // More than there are threads that all tasks share.
        let count = 2 * Processors.count + 1
        let (waiting, all) = (Locked(0), DispatchSemaphore(value: 0))
        let sizes = try await elsewhere {
            let (sizes, group) = (Locked<[Int]>([]), DispatchGroup())
            for index in 0..<count {
                DispatchQueue(label: "svga.tests.export-\(index)").async(group: group) {
                    let bytes = try? scene.exportBytes(format: "gif", options: #"{"timeout": 1800}"#) { done, _ in
                        guard done == 1 else { return true }
                        let isLast = waiting.withLock { waiting in
                            waiting += 1
                            return waiting == count
                        }
                        if isLast { for _ in 0..<count { all.signal() } }
                        return all.wait(timeout: .now() + HangLimit.seconds) == .success
                    }
                    sizes.withLock { $0.append(bytes?.count ?? 0) }
                }
            }
            group.wait()
            return sizes.withLock { $0 }
        }
        #expect(sizes.count == count && Set(sizes).count == 1 && sizes[0] > 0)
    }

    @Test func `a job reports progress while it is awaited, and ends when it is cancelled while blocked`() async throws {
        let scene = try SceneHandle(movie, options: #"{"size": "30x0"}"#)
        for limit in [1, 100] {
            let job = try JobHandle(isStepwise: true) { (stop, progress) throws(TaskError) in
                MovieHandle.Output(bytes: try scene.exportBytes(format: "gif", options: nil, stop: stop, progress: progress))
            }
            let (steps, code) = try await elsewhere { () -> (Int, Int32) in
                var steps = 0
                while true {
                    switch job.wait(milliseconds: 60_000) {
                    case .none: break
                    case .progress:
                        steps += 1
                        if steps == limit { job.cancel() }
                    case .ended:
                        do throws(TaskError) {
                            _ = try job.result()
                            return (steps, 0)
                        } catch {
                            return (steps, error.exitCode.rawValue)
                        }
                    }
                }
            }
            #expect(limit == 1 ? steps == 1 && code == 130 : steps == 4 && code == 0)
        }
    }

    @Test func `movies of one name are two for diff, and what optimize reports names no file that is gone`() async throws {
        let (movie, read) = (movie, try MovieHandle(bytes: movie.bytes, options: nil))
        let other = try MovieHandle(bytes: try MovieFolder.bytes(), options: nil)
        for (second, isSame) in [(movie, true), (other, false)] {
            let report = try await elsewhere { String(decoding: try read.make(.diff, other: second, options: nil).bytes, as: UTF8.self) }
            #expect(report.contains("\"isSame\" : \(isSame)"))
        }
        let made = try await elsewhere { try movie.make(.optimize, options: #"{"zopfli": false}"#) }
        #expect(made.report?.contains("\"output\" : null") == true && made.bytes.count <= movie.bytes.count)
    }

    @Test func `a scene that is set again and again keeps each setting once`() throws {
        let scene = try SceneHandle(movie, options: nil)
        for index in 0..<1000 {
            let style = #"{"face": {"size": \#(10 + index % 30)}}"#
            try scene.set(#"{"size": "\#(20 + index % 9)x0", "text-style": \#(style), "set-text": {"face": "\#(index)"}}"#)
            try scene.setHidden("back", index % 2 == 0)
        }
        #expect(scene.options == #"{"size":"20x0","text-style":{"face":[{"size":"19"}]},"set-text":{"face":{"text":"999"}}}"#)
    }

    @Test func `a text may have every character, and options make the scene again`() throws {
        let scene = try SceneHandle(movie, options: #"{"hide": "back"}"#)
        try scene.setText("face", "\u{301}a=\"b\\,c")
        #expect(try frame(SceneHandle(movie, options: scene.options), 1) == frame(scene, 1))
    }
}
