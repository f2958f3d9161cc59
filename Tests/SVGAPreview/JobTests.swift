import Foundation
import SVGAFormat
import SVGAHTTP
import SVGAImage
import SVGAModel
import SVGASupport
import TestSupport
import Testing

@testable import SVGACommand
@testable import SVGAPreview
@testable import SVGATasks

@Suite("Jobs of the preview")
struct JobTests {
    private let shown: PreviewOfFolder

    init() throws { shown = try PreviewOfFolder(["gift.svga": "gift.svga", "sub/bad ge.svga": "badge.svga"]) }

    private var gift: String { shown.id("gift.svga") }
    private var badge: String { shown.id("sub/bad ge.svga") }

    private func render(_ format: String, _ options: JSONValue = [:], movie: String? = nil) -> JSONValue {
        ["kind": "render", "movie": movie ?? badge, "format": format, "options": options]
    }

    private func file(_ index: Int, of job: JSONValue) -> Answer { shown.ask("jobs/\(job["job"]?.text ?? "")/files/\(index)") }

    @Test("an export is the file that svga render writes, to download under the movie's name")
    func export() async throws {
        let job = try await shown.job(render("webp", ["quality": "80", "size": "60x0", "frames": "0-4"]))
        #expect(job["state"] == .string("done") && job["done"] == job["total"] && job["done"] == .integer(5))
        #expect(job["message"]?.text?.hasPrefix("bad ge.webp: 5 frames") == true)
        #expect(job["files"]?.list.map { $0["name"]?.text } == ["bad ge.webp"])
        let answer = file(0, of: job)
        #expect(answer.headers["Content-Disposition"] == "attachment; filename*=UTF-8''bad%20ge.webp")
        let folder = TemporaryFolder()
        let words = [
            "render", "\(shown.folder.path)/sub/bad ge.svga", "-o", "\(folder.path)/a.webp", "--quality=80", "--size=60x0", "--frames=0-4",
        ]
        #expect(await CommandRun(words).code == .done)
        #expect(folder.read("a.webp") == answer.body)
        #expect(file(1, of: job).status == 404 && shown.ask("jobs/j99").status == 410)
    }

    @Test("a warning about an export has its code and its text in both languages, without a path")
    func warning() async throws {
        let job = try await shown.job(render("webp", ["size": "20x0"], movie: gift))
        let lines = (job["message"]?.text ?? "").split(separator: "\n")
        #expect(lines.last?.hasPrefix("gift.webp: 90 frames") == true && !lines.contains { $0.contains("SVGA403") }, "\(lines)")
        let warning = try #require(job["warnings"]?.list.first)
        #expect(warning["code"] == .string("SVGA403") && warning["key"] == .null)
        #expect(warning["message"]?.text?.hasPrefix("the sound is left out, because webp has none; ") == true, "\(warning)")
        #expect(warning["chinese"]?.text?.hasPrefix("省去了声音，因为 webp 没有声音；") == true, "\(warning)")
    }

    @Test("the option strict makes a warning a failure of the job, and allow permits its code")
    func strict() async throws {
        let failed = try await shown.job(render("webp", ["size": "20x0", "strict": ""], movie: gift))
        #expect(failed["state"] == .string("failed") && failed["message"]?.text?.contains("SVGA403: ") == true, "\(failed)")
        let permitted = try await shown.job(render("webp", ["size": "20x0", "strict": "", "allow": "SVGA403,SVGA404"], movie: gift))
        #expect(permitted["state"] == .string("done") && permitted["warnings"]?.list.first?["code"] == .string("SVGA403"), "\(permitted)")
    }

    @Test(
        "an export's file name is the movie's name without its extension",
        arguments: ["gift.svga", "gift.SVGA", "gift.lottie", "gift.tgs", "gift.json"])
    func names(movie: String) {
        #expect(OutputName(movie).exported(as: .webp, isOneFrame: false) == "gift.webp" && OutputName(movie).archive == "gift.zip")
    }

    @Test("a frame is one PNG; many frames come as one archive too", .needs("python3"))
    func frames() async throws {
        let one = try await shown.job(render("png", ["frame": "3"]))
        #expect(one["files"]?.list.map { $0["name"]?.text } == ["bad ge.png"])
        let many = try await shown.job(render("png", ["frames": "0-4"]))
        #expect(many["files"]?.list.first?["name"] == .string("bad ge.zip") && many["files"]?.list.count == 6)
        let archive = try Archive.entries(file(0, of: many).body)
        #expect(archive == (0..<5).map { "bad ge-0000\($0).png" })
        #expect(file(4, of: many).body == file(4, of: many).body && !file(4, of: many).body.isEmpty)
    }

    @Test("only options of the list are taken, and none can name a file or be another option")
    func options() {
        let refused: [(String, String)] = [
            ("output", "/tmp/x"), ("o", "/tmp/x"), ("vars", "/etc/passwd"), ("font", "/etc/passwd"), ("set-image", "a=/etc/passwd"),
            ("audio", "/etc/passwd"), ("force", ""), ("picture", "x.png"), ("threads", "9"), ("reverse", "x"), ("--quality", "1"),
            ("quality=1 --output", "x"), ("max-input-bytes", "9g"),
        ]
        for (name, value) in refused {
            let options = JSONValue.object([.init(name: name, value: .string(value))])
            #expect(shown.ask("POST", "jobs", body: render("webp", options)).status == 400, "\(name)")
        }
        let wrong: [JSONValue] = [
            [:], ["kind": "edit", "movie": badge], ["kind": "render", "movie": badge], ["kind": "diff", "movie": badge],
            ["kind": "render", "movie": badge, "format": "exe"], ["kind": "render", "movie": 3, "format": "png"],
            ["kind": "render", "movie": badge, "format": "png", "options": ["quality"]],
        ]
        for body in wrong { #expect(shown.ask("POST", "jobs", body: body).status == 400) }
        #expect(shown.ask("POST", "jobs", body: render("png", movie: "m99")).status == 404)
        #expect(shown.ask("PUT", "jobs").status == 405)
    }

    @Test("a value that looks like an option is a wrong value; the message names no temporary file")
    func failure() async throws {
        for options in [["size": "--force"], ["frames": "900"], ["quality": "x"]] as [JSONValue] {
            let job = try await shown.job(render("webp", options))
            #expect(job["state"] == .string("failed") && job["files"] == .array([]))
            let message = job["message"]?.text ?? ""
            #expect(!message.isEmpty && !message.contains("/dev/fd") && !message.contains(TemporaryFiles.namePrefix), "\(message)")
        }
    }

    @Test("an error of the crop rectangle does not name the field that trims margins")
    func cropField() async throws {
        let job = try await shown.job(render("webp", ["crop": "x"]))
        let message = job["message"]?.text ?? ""
        #expect(message.contains("x,y,w,h") && message.contains("crop") && !message.contains("Trim"), "\(message)")
    }

    @Test("an optimised movie is in the library and to download, with the report")
    func optimize() async throws {
        let job = try await shown.job([
            "kind": "optimize", "movie": gift, "options": ["quality": "60", "keep": ["user1", "name"]] as JSONValue,
        ])
        #expect(job["state"] == .string("done"))
        #expect(job["report"]?["file"] == .string("gift.svga") && job["report"]?["output"] == .string("gift-small.svga"))
        let small = file(0, of: job).body
        #expect(job["report"]?["bytesAfter"] == .integer(small.count))
        let id = job["movie"]?.text ?? ""
        #expect(shown.ask("movies/\(id)").json["name"] == .string("gift-small.svga"))
        #expect(shown.ask("movies/\(id)").json["bytes"] == .integer(small.count))
        let difference = try await shown.job(["kind": "diff", "movie": gift, "other": id])
        #expect(difference["state"] == .string("done"))
        #expect(difference["report"]?["before"] == .string("gift.svga") && difference["report"]?["after"] == .string("gift-small.svga"))
        #expect(difference["report"]?["pixels"]?["framesCompared"] == .integer(90))
    }

    /// Substitutions with a picture for the key `user1`.
    private func images(_ file: String, mask: String = "none", texts: JSONValue = [:]) -> JSONValue {
        ["images": ["user1": ["file": file, "mask": mask] as JSONValue] as JSONValue, "texts": texts]
    }

    @Test("pictures that were uploaded are put in; other files are refused")
    func substitutions() async throws {
        let photo = try TestFiles.bytes(TestFiles.root.appendingPathComponent("samples/photo.jpg"))
        let upload = Answer(
            shown.preview.answer(HTTPRequest(method: "POST", path: ["api", "uploads"], query: ["name": "photo.jpg"], body: photo)))
        let name = try #require(upload.json["file"]?.text)
        func job(_ vars: JSONValue) async throws -> JSONValue {
            try await shown.job(["kind": "render", "movie": gift, "format": "png", "options": ["frame": "66"] as JSONValue, "vars": vars])
        }
        let plain = try await job([:])
        let job1 = try await job(images(name, mask: "circle", texts: ["name": "林小雨"]))
        #expect(job1["state"] == .string("done") && file(0, of: job1).body != file(0, of: plain).body)
        let folder = TemporaryFolder()
        let words = [
            "render", "\(shown.folder.path)/gift.svga", "-o", "\(folder.path)/a.png", "--frame=66", "--set-text=name=林小雨",
            "--set-image=user1=\(TestFiles.root.path)/samples/photo.jpg,mask=circle",
        ]
        #expect(await CommandRun(words).code == .done)
        #expect(folder.read("a.png") == file(0, of: job1).body)
        for path in ["/etc/passwd", "../\(name)", "gift.svga"] {
            let refused = try await job(images(path))
            #expect(refused["state"] == .string("failed"), "\(path)")
        }
    }

    @Test("jobs that are stopped end, those that wait too; their files are gone")
    func cancel() async throws {
        let slow = render("apng", ["scale": "4", "loop": "0"], movie: gift)
        let ids = (0..<4).map { _ in shown.ask("POST", "jobs", body: slow).json["job"]?.text ?? "" }
        for id in ids.reversed() {
            let job = shown.ask("DELETE", "jobs/\(id)").json
            #expect(job["state"] == .string("cancelled") && job["files"] == .array([]))
        }
        for id in ids { #expect(shown.ask("jobs/\(id)").json["state"] == .string("cancelled")) }
        // Another one runs, although those before it may still be ending.
        #expect(try await shown.job(render("png", ["frame": "0"]))["state"] == .string("done"))
    }

    @Test("more than twenty jobs at once are refused, and the last twenty finished ones are stored")
    func bounds() async throws {
        let slow = render("apng", ["scale": "4"], movie: gift)
        let answers = (0..<25).map { _ in shown.ask("POST", "jobs", body: slow) }
        #expect(answers.filter { $0.status == 429 }.count == 5)
        for answer in answers where answer.status == 200 { _ = shown.ask("DELETE", "jobs/\(answer.json["job"]?.text ?? "")") }
        for _ in 0..<22 { _ = try await shown.job(render("png", ["frame": "0", "size": "8x0"])) }
        #expect(shown.ask("jobs/j1").status == 410)
    }
}

/// The names in a ZIP.
private enum Archive {
    static func entries(_ bytes: [UInt8]) throws -> [String] {
        let folder = TemporaryFolder()
        folder.write(bytes, to: "a.zip")
        let script = "import zipfile, sys; print('\\n'.join(zipfile.ZipFile(sys.argv[1]).namelist()))"
        let output = try #require(try Tool.run("python3", ["-c", script, "\(folder.path)/a.zip"]))
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
