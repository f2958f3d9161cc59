import SVGAFormat
import SVGAImage
import SVGAModel
import SVGASupport
import SVGATasks
import TestSupport
import Testing

@testable import SVGAService

@Suite("The service", .ownThreads)
struct ServiceTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

    @Test("a path and a query return the same picture")
    func forms() throws {
        let samples = try ServedSamples()
        let path = try #require(samples.ask("/render/-/frame=3&size=60x0/features/badge.svga@png"))
        let query = try #require(samples.ask("/render?frame=3&size=60x0&source=features/badge.svga&format=png"))
        #expect(path.status == 200 && path.headers["content-type"] == "image/png" && path.body.starts(with: ServiceTests.png))
        #expect(query.body == path.body)
        #expect(path.headers["etag"]?.hasPrefix("\"") == true && path.headers["cache-control"] == "public, max-age=3600")
    }

    @Test("the picture is that of the task")
    func sameAsTask() async throws {
        let samples = try ServedSamples()
        let response = try #require(samples.ask("/render/-/frame=3&size=60x0/features/badge.svga@png"))
        var task = RenderTask()
        (task.frame, task.size) = (3, PixelSize(argument: "60x0"))
        let memory = OutputMemory()
        let movie = FileName(path: ServedSamples.folder + "/features/badge.svga")
        try await task.run(movie, to: FileName(path: "a.png"), memory: memory, in: TaskContext())
        // Encoded with another effort, as in batches.
        let pictures = try [response.body, #require(memory.files.first?.bytes)].map {
            try ImageDecoder.decode(ImageEntity(key: "frame", format: .png, bytes: $0))
        }
        #expect(pictures[0] == pictures[1])
    }

    @Test("an avatar from the sources and a name are drawn")
    func personalized() throws {
        let samples = try ServedSamples()
        let plain = try #require(samples.ask("/render/-/frame=66&size=120x0/gift.svga@png"))
        let named = try #require(
            samples.ask("/render/-/frame=66&size=120x0&set-image=user1=photo.jpg,fit=cover&set-text=name=Ann/gift.svga@png"))
        #expect(named.status == 200 && named.body.starts(with: ServiceTests.png) && named.body != plain.body)
    }

    @Test("a client that has the result gets 304, also from a new process")
    func conditional() throws {
        let target = "/render/-/frame=0/features/badge.svga@png"
        let tag = try #require(try ServedSamples().ask(target)?.headers["etag"])
        let response = try #require(try ServedSamples().ask(target, fields: "If-None-Match: \"x\", W/\(tag)\r\n"))
        #expect(response.status == 304 && response.body.isEmpty && response.headers["etag"] == tag)
    }

    @Test("a range of bytes, and a range that does not exist")
    func ranges() throws {
        let samples = try ServedSamples()
        let target = "/render/-/frame=0/features/badge.svga@png"
        let all = try #require(samples.ask(target))
        let part = try #require(samples.ask(target, fields: "Range: bytes=1-3\r\n"))
        #expect(part.status == 206 && part.body == [0x50, 0x4E, 0x47])
        #expect(part.headers["content-range"] == "bytes 1-3/\(all.body.count)")
        #expect(samples.ask(target, fields: "Range: bytes=99999999-\r\n")?.status == 416)
        #expect(samples.ask(target, fields: "Range: bytes=1-3\r\nIf-Range: \"old\"\r\n")?.status == 200)
    }

    @Test("a player gets parts of a video, as browsers ask for them", .enabled(if: Product.hasVideo))
    func videoRanges() throws {
        let samples = try ServedSamples()
        let target = "/render/-/frames=0-3&size=40x40&background=white/features/badge.svga@mp4"
        let all = try #require(samples.ask(target))
        #expect(all.status == 200 && all.headers["content-type"] == "video/mp4" && all.headers["accept-ranges"] == "bytes")
        var body: [UInt8] = []
        while body.count < all.body.count {
            let part = try #require(samples.ask(target, fields: "Range: bytes=\(body.count)-\(body.count + 999)\r\n"))
            let last = body.count + part.body.count - 1
            #expect(part.status == 206 && part.headers["content-range"] == "bytes \(body.count)-\(last)/\(all.body.count)")
            guard !part.body.isEmpty else { break }
            body += part.body
        }
        #expect(body == all.body)
    }

    @Test("Accept chooses the format of auto, and caches are told so")
    func auto() throws {
        let samples = try ServedSamples()
        let target = "/render/-/frames=0,8&size=40x0/features/badge.svga@auto"
        let webp = try #require(samples.ask(target, fields: "Accept: image/webp,*/*\r\n"))
        #expect(webp.headers["content-type"] == "image/webp" && webp.headers["vary"] == "Accept")
        let gif = try #require(samples.ask(target))
        #expect(gif.headers["content-type"] == "image/gif" && gif.body.starts(with: Array("GIF89a".utf8)))
    }

    @Test("reports, thumbnails and placements")
    func reports() throws {
        let samples = try ServedSamples()
        for target in [
            "/inspect/-/-/gift.svga", "/inspect/-/keys/gift.svga", "/validate/-/-/gift.svga", "/validate?source=gift.svga",
            "/placement/-/key=name&frames=60/gift.svga", "/placement/-/key=name&frames=60-70&size=300x0/gift.svga",
        ] {
            let response = try #require(samples.ask(target))
            #expect(response.status == 200 && response.headers["content-type"] == "application/json", "\(target) \(response.text)")
            #expect(throws: Never.self) { try JSONValue(parsing: response.body) }
        }
        #expect(samples.ask("/thumbnail/-/size=50/gift.svga@png")?.body.starts(with: ServiceTests.png) == true)
        #expect(samples.ask("/placement/-/-/gift.svga")?.status == 400)
    }

    @Test("a job is rendered, with an avatar in Base64 and as a part")
    func jobs() throws {
        let samples = try ServedSamples()
        let photo = try ServedSamples.bytes("photo.jpg")
        let inline = "data:image/jpeg;base64," + Base64.encoded(photo)
        let job: JSONValue = [
            "input": "gift.svga", "format": "png", "frame": 66, "size": "120x0",
            "set-image": ["user1": ["file": inline, "fit": "cover"] as JSONValue] as JSONValue,
        ]
        let body = Array(job.text(.compact).utf8)
        let first = try #require(samples.ask("/render", method: "POST", fields: "Content-Type: application/json\r\n", body: body))
        #expect(first.status == 200 && first.body.starts(with: ServiceTests.png) && first.headers["cache-control"] == "no-store")
        let text = job.text(.compact).replacing(inline, with: "part:avatar")
        let multipart =
            Array("--B\r\nContent-Disposition: form-data; name=\"job\"\r\n\r\n\(text)\r\n--B\r\n".utf8)
            + Array("Content-Disposition: form-data; name=\"avatar\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n".utf8) + photo
            + Array("\r\n--B--\r\n".utf8)
        let second = try #require(
            samples.ask("/render", method: "POST", fields: "Content-Type: multipart/form-data; boundary=B\r\n", body: multipart))
        #expect(second.body == first.body)
    }

    @Test("a movie is optimized from the body and from a source, and converted")
    func changes() throws {
        let samples = try ServedSamples()
        let movie = try ServedSamples.bytes("features/badge.svga")
        let sent = try #require(samples.ask("/optimize", method: "POST", body: movie))
        let named = try #require(samples.ask("/optimize?source=features/badge.svga", method: "POST"))
        #expect(sent.status == 200 && !sent.body.isEmpty && sent.body.count <= movie.count && named.body == sent.body)
        #expect(samples.ask("/convert?to=2", method: "POST", body: try ServedSamples.bytes("features/gift-1x-json.svga"))?.status == 200)
        #expect(samples.ask("/fix", method: "POST", body: movie)?.status == 200)
        #expect(samples.ask("/optimize")?.status == 405)
    }

    @Test("what a movie does not allow is the request's error, not the service's")
    func unsupported() throws {
        let samples = try ServedSamples()
        var frame = WireFrame.visible()
        frame.transform = WireTransform(a: 1, d: 1, tx: .nan)
        let odd = try DocumentWriter.write(WireMovie.tiny(sprites: [.one("k", frame)]), as: .zlib)
        let movie = try ServedSamples.bytes("features/badge.svga")
        for (target, body) in [("/convert?to=1-json", odd), ("/optimize?target-size=10", movie)] {
            let response = try #require(samples.ask(target, method: "POST", body: body))
            let isUnsupported = response.status == 422 && response.text.contains(#""error":"unsupported""#)
            #expect(isUnsupported, "\(target): \(response.status) \(response.text)")
        }
        let small = try #require(samples.ask("/render/-/target-size=10/features/badge.svga@gif"))
        #expect(small.status == 422 && small.text.contains(#""error":"unsupported""#), "\(small.status) \(small.text)")
    }

    @Test("errors have a code and an identifier, and only the log has the detail")
    func errors() throws {
        let samples = try ServedSamples(isSigned: true)
        let keys = try #require(samples.keys)
        let target = try #require(ServiceTarget.signed("/render/frame=99999/gift.svga@png", with: keys))
        let response = try #require(samples.ask(target, fields: "X-Request-Id: abc-1\r\n"))
        #expect(response.status == 400 && response.text == #"{"error":"invalidOption","request":"abc-1"}"#)
        #expect(eventually { samples.log.contains { $0.contains(#""request":"abc-1""#) && $0.contains("99999") } })
        let missing = try #require(ServiceTarget.signed("/render/-/missing.svga@png", with: keys))
        #expect(samples.ask(missing)?.status == 404)
    }

    @Test("strict makes a warning an error, and without it the header names the warning")
    func warnings() throws {
        let samples = try ServedSamples()
        let warned = try #require(samples.ask("/render/-/frame=0&hide=name/gift.svga@png"))
        #expect(warned.headers["svga-warnings"]?.contains("SVGA402;key=name") == true)
        let strict = try #require(samples.ask("/render/-/frame=0&hide=name&strict/gift.svga@png"))
        #expect(strict.status == 422 && strict.text.contains(#""error":"SVGA402""#))
    }

    @Test("health, readiness and metrics")
    func operating() throws {
        let samples = try ServedSamples()
        #expect(samples.ask("/health/live")?.status == 200 && samples.ask("/health/ready")?.status == 200)
        _ = samples.ask("/render/-/frame=0/features/badge.svga@png")
        _ = samples.ask("/render/-/frame=0/features/badge.svga@png")
        let text = try #require(samples.ask("/metrics")?.text)
        #expect(text.contains(#"svga_requests_total{route="render",format="png",status="200"} "#))
        #expect(text.contains(#"svga_cache_hits_total{cache="memory"} 1"#))
        #expect(text.contains("svga_source_retries_total 0\n") && text.contains(#"svga_cache_write_errors_total{cache="disk"} 0"#))
        samples.service.startDraining()
        #expect(samples.ask("/health/ready")?.status == 503 && samples.ask("/health/live")?.status == 200)
        #expect(samples.ask("/render/-/frame=0/features/badge.svga@png")?.status == 200)
    }

    @Test("a trace of the caller is in the log")
    func trace() throws {
        let samples = try ServedSamples()
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        _ = samples.ask("/inspect/-/-/gift.svga", fields: "traceparent: 00-\(trace)-00f067aa0ba902b7-01\r\n")
        #expect(eventually { samples.log.contains { $0.contains(#""trace":"\#(trace)""#) } })
    }
}
