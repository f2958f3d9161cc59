import SVGAFormat
import SVGAHTTP
import SVGAModel
import SVGAPlatform
import SVGASources
import SVGASupport
import SVGATasks
import TestSupport
import Testing

@testable import SVGAService

/// The attacks on `svga serve` and their tests:
///
/// | attack | tests |
/// |---|---|
/// | forged, changed and reused signatures | ``signatures()``, ``signedBodies()``, ``SigningTests`` |
/// | expired signatures, removed keys | ``expired()``, ``rotation()`` |
/// | paths out of the sources, encoded and not | ``paths(name:)``, ``localFiles()``, `FolderSourceTests`, `SourceTests.badName` |
/// | targets that can be read in two ways | ``ServiceTargetTests`` |
/// | hosts: other schemes, IPv6, numbers, mapped addresses | ``paths(name:)``, `SourceTests.otherNames`, `PrivateHostTests` |
/// | DNS rebinding of clients, and of sources after DNS | ``hosts()``, `HTTPAttackTests.host`, ``SourceAttackTests/privateHost()`` |
/// | redirections to private hosts and out of the prefixes | ``SourceAttackTests/redirection()``, `SourceTests.redirectionOut` |
/// | header injection | ``injection()``, `HTTPAttackTests` |
/// | request smuggling | ``smuggling(fields:)`` |
/// | decompression bombs: movies, pictures | ``bombs()``, ``OversizeTests/movieBomb(route:)``, ``OversizeTests/pictureBomb()`` |
/// | oversized bodies, heads, options, values, parts, JSON, sources | ``oversize()``, ``OversizeTests``, ``SourceAttackTests/oversize()`` |
/// | options and files of the operator | ``operatorOptions(option:)``, ``fileOptions()`` |
/// | pages of movies | ``pages()`` |
/// | slow, half-sent and abandoned requests | `HTTPAttackTests`, ``CapacityTests``, `tools/serve-faults` |
@Suite("Attacks on the service", .ownThreads)
struct AttackTests {
    private static let target = "/render/frame=0&size=20x0/features/badge.svga@png"

    @Test("only the exact target that was signed is answered")
    func signatures() throws {
        let samples = try ServedSamples(isSigned: true)
        let signed = samples.signed(AttackTests.target)
        #expect(samples.ask(signed)?.status == 200)
        for wrong in [
            AttackTests.target.replacing("/render/", with: "/render/-/"), signed.replacing("size=20x0", with: "size=2000x0"),
            signed.replacing("/render/", with: "/thumbnail/"), signed + "?size=9x9", signed.replacing("@png", with: "@gif"),
            signed.replacing("features/", with: "features%2F"), signed.replacing("badge", with: "%62adge"),
        ] {
            let response = try #require(samples.ask(wrong))
            #expect(response.status == 403 && response.text.hasPrefix(#"{"error":"signature""#), "\(wrong)")
        }
    }

    @Test("an expired target is refused, and its time cannot be changed")
    func expired() throws {
        let samples = try ServedSamples(isSigned: true)
        let now = time(nil)
        #expect(samples.ask(samples.signed("/inspect/expires=\(now + 1000)/gift.svga"))?.status == 200)
        let old = samples.signed("/inspect/expires=\(now - 1)/gift.svga")
        #expect(samples.ask(old)?.text.hasPrefix(#"{"error":"expired""#) == true)
        #expect(samples.ask(old.replacing("\(now - 1)", with: "\(now + 9999)"))?.status == 403)
    }

    @Test("a body is signed by a header, and another body is refused")
    func signedBodies() throws {
        let samples = try ServedSamples(isSigned: true)
        let keys = try #require(samples.keys)
        let job = Array(#"{"input": "features/badge.svga", "format": "png", "frame": 0}"#.utf8)
        let signature = keys.signature(of: "POST /render\n" + Digest.sha256(job).hexadecimal)
        let field = "SVGA-Signature: \(signature)\r\n"
        #expect(samples.ask("/render", method: "POST", fields: field, body: job)?.status == 200)
        #expect(samples.ask("/render", method: "POST", fields: field, body: job + [0x20])?.status == 403)
        #expect(samples.ask("/render", method: "POST", fields: field + field, body: job)?.status == 403)
        #expect(samples.ask("/render", method: "POST", body: job)?.status == 403)
        #expect(samples.ask("/optimize", method: "POST", fields: field, body: job)?.status == 403)
    }

    @Test("keys are replaced while the service runs")
    func rotation() throws {
        let samples = try ServedSamples(isSigned: true)
        let old = samples.signed(AttackTests.target)
        let new = try SigningKeys(parsing: Array(String(repeating: "77", count: 32).utf8), file: "keys")
        samples.service.setKeys(new)
        #expect(samples.ask(old)?.status == 403)
        #expect(samples.ask(try #require(ServiceTarget.signed(AttackTests.target, with: new)))?.status == 200)
    }

    @Test(
        "no name leads out of the sources",
        arguments: [
            "../README.md", "..%2FREADME.md", "%2e%2e/README.md", "features/%2e%2e/%2e%2e/README.md", "/etc/passwd", "%2Fetc%2Fpasswd",
            "features//badge.svga", ".%2Ffeatures/badge.svga", "file:///etc/passwd", "http://127.0.0.1/x.svga", "https://169.254.169.254/x",
            "http://%5B::1%5D/x", "s3://bucket/x.svga", "..%5CREADME.md", "features/badge.svga%2F", ".hidden.svga", "-", "%7E/x",
        ])
    func paths(name: String) throws {
        let response = try #require(try ServedSamples().ask("/render/-/frame=0/\(name)@png"))
        #expect([400, 403, 404].contains(response.status), "\(response.status) \(response.text)")
    }

    @Test("images come only from the sources, also with names of files of this machine")
    func localFiles() throws {
        let samples = try ServedSamples()
        for image in [
            "/etc/passwd", "../README.md", "%2e%2e%2fREADME.md", "file:///etc/passwd", "part:x", "data:image/png;base64,AAAA", "-",
        ] {
            let response = try #require(samples.ask("/render/-/frame=0&allow-missing&set-image=user1=\(image)/gift.svga@png"))
            #expect([400, 403, 404].contains(response.status), "\(image) \(response.text)")
        }
        let job = Array(#"{"input": "/etc/passwd", "format": "png"}"#.utf8)
        #expect(samples.ask("/render", method: "POST", body: job)?.status == 403)
    }

    @Test(
        "options of the operator are not those of a request",
        arguments: [
            "max-memory=1t", "max-input-bytes=1t", "font=/etc/passwd", "no-system-fonts", "vars=/etc/passwd", "timeout=999", "threads=64",
            "force", "audio=/etc/passwd", "progress=json", "output=/tmp/x", "lang=zh",
        ])
    func operatorOptions(option: String) throws {
        let format = option.hasPrefix("audio") ? "wav" : "png"
        let response = try #require(try ServedSamples().ask("/render/-/frame=0&\(option.replacing("/", with: "%2F"))/gift.svga@\(format)"))
        #expect(response.status == 400 && response.text.contains("invalidOption"), "\(response.text)")
    }

    @Test("no option of a request names a file of this machine")
    func fileOptions() {
        func files<Root>(_ parameters: [String: Parameter<Root>]) -> [String] { parameters.filter(\.value.info.isFile).map(\.key) }
        let names = files(RequestOptions.render) + files(RequestOptions.validate) + files(RequestOptions.placement)
        let changes = files(RequestOptions.optimize) + files(RequestOptions.fix) + files(RequestOptions.convert)
        #expect(names + changes == ["audio"])
    }

    @Test("a foreign name of this machine is refused without signatures: DNS rebinding")
    func hosts() throws {
        let samples = try ServedSamples()
        for host in ["evil.example", "evil.example:\(samples.server.port)", "127.0.0.1.evil.example:\(samples.server.port)"] {
            let client = samples.client()
            client.send("GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(client.response()?.status == 403)
        }
        #expect(throws: TaskError.self) {
            var settings = ServiceSettings()
            (settings.isUnsigned, settings.address) = (true, "0.0.0.0")
            try settings.validate(isLoopback: false)
        }
    }

    @Test(
        "requests that two servers could read differently are refused",
        arguments: [
            "Content-Length: 5\r\nContent-Length: 6\r\n", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", "Transfer-Encoding: xchunked\r\n", "Content-Length: +5\r\n",
            "Content-Length: 5 5\r\n", "Content-Length: -1\r\n",
        ])
    func smuggling(fields: String) throws {
        let samples = try ServedSamples()
        let client = samples.client()
        client.send(
            "POST /optimize HTTP/1.1\r\nHost: 127.0.0.1:\(samples.server.port)\r\n\(fields)\r\n0\r\n\r\nGET /health/live HTTP/1.1\r\n\r\n")
        let response = client.response()
        #expect(response.map { (400..<600).contains($0.status) } ?? true)
        #expect(client.response() == nil || client.waitForHangUp(), "the connection does not continue")
        #expect(samples.ask("/health/live")?.status == 200)
    }

    @Test("no text of a request becomes a header of the response")
    func injection() throws {
        let samples = try ServedSamples()
        let response = try #require(
            samples.ask("/render/-/frame=0&allow-missing&hide=a%0D%0AX-Evil:%201/gift.svga@png", fields: "X-Request-Id: a b;c\r\n"))
        #expect(response.status == 400 && response.headers["x-evil"] == nil)
        #expect(response.headers["x-request-id"]?.utf8.count == 16)
        // U+0085 is a control character that the target may contain.
        let warned = try #require(samples.ask("/render/-/frame=0&hide=name&set-text=name=%C2%85/gift.svga@png"))
        #expect(warned.headers.keys.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 } })
    }

    @Test("what is too large is refused before it is in memory")
    func oversize() throws {
        let samples = try ServedSamples { $0.maximumBody = Amount(value: 1000) }
        #expect(samples.ask("/optimize", method: "POST", body: [UInt8](repeating: 0, count: 1001))?.status == 413)
        let client = samples.client()
        client.send("POST /optimize HTTP/1.1\r\nHost: 127.0.0.1:\(samples.server.port)\r\nContent-Length: 99999999999\r\n\r\n")
        #expect(client.response()?.status == 413)
        let long = String(repeating: "a", count: 100_000)
        let status = samples.ask("/render/-/set-text=name=\(long)/gift.svga@png")?.status
        #expect(status == nil || (400..<500).contains(status ?? 0))
        #expect(samples.ask("/health/live")?.status == 200)
    }

    @Test("a decompression bomb ends at the limit")
    func bombs() throws {
        var limits = ReadLimits.default
        limits.inflatedBytes = 10_000
        let samples = try ServedSamples(limits: limits)
        let response = try #require(samples.ask("/inspect/-/-/gift.svga"))
        #expect(response.status == 422 && response.text.contains(#""error":"limit""#))
    }

    @Test("a page of a movie runs in a sandbox")
    func pages() throws {
        let response = try #require(try ServedSamples().ask("/render/-/frames=0-3&size=20x0/features/badge.svga@html"))
        #expect(response.status == 200)
        #expect(response.headers["content-security-policy"]?.hasPrefix("sandbox allow-scripts; default-src 'none'") == true)
        #expect(response.headers["x-content-type-options"] == "nosniff")
    }
}
