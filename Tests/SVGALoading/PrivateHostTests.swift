import Foundation
import SVGAFormat
import SVGAModel
import SVGAPlatform
import SVGASupport
import TestSupport
import Testing

@testable import SVGALoading
@testable import SVGASources

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a server may be asked for by addresses from strangers.
@Suite(.hangLimit) struct PrivateHostTests {
    private func parser(allowsPrivateHosts: Bool = false, memory: MemoryCache = MemoryCache(), disk: DiskCache? = nil) -> SVGAParser {
        var parser = SVGAParser(memoryCache: memory, diskCache: disk)
        parser.allowsPrivateHosts = allowsPrivateHosts
        parser.timeout = .seconds(200)
        return parser
    }

    // MARK: Addresses

    private func address(_ text: String) throws -> NetworkAddress {
        let isIPv6 = text.contains(":")
        var bytes = [UInt8](repeating: 0, count: isIPv6 ? 16 : 4)
        #expect(inet_pton(isIPv6 ? AF_INET6 : AF_INET, text, &bytes) == 1)
        return NetworkAddress(bytes: bytes)
    }

    @Test(
        "addresses of the public internet are public, up to the edges of the others",
        arguments: [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0",
            "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255",
            "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
            "2000::", "2001:200::1", "2606:4700:4700::1111", "2a00:1450:4001:81b::200e", "3fff:1000::", "3ffe::1",
            "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
        ])
    func publicAddress(text: String) throws { #expect(try address(text).isPublic) }

    @Test(
        "addresses of this machine, of private networks, of groups and set aside are not public",
        arguments: [
            "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.100.100.200", "100.127.255.255", "127.0.0.0",
            "127.0.0.1", "127.255.255.255", "168.63.129.16", "169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0",
            "172.31.255.255", "192.0.0.0", "192.0.0.192", "192.0.0.255", "192.0.2.1", "192.88.99.1", "192.168.0.0", "192.168.255.255",
            "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.255", "224.0.0.1", "239.255.255.255", "240.0.0.0",
            "255.255.255.255",
            "::", "::1", "::7f00:1", "1fff::1", "4000::", "5f00::1", "100::1", "fc00::1", "fd00:ec2::254", "fe80::1", "febf::1", "fec0::1",
            "ff02::1", "2001::1", "2001:0:7f00:1::", "2001:1ff::", "2001:db8::1", "3fff::1", "3fff:fff::1", "64:ff9b:1::8.8.8.8",
            "::ffff:0:8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::127.0.0.1",
            "64:ff9b::192.168.1.1", "64:ff9b::169.254.169.254", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2002:c0a8:101::1", "2002:a00::",
        ])
    func privateAddress(text: String) throws { #expect(!(try address(text).isPublic)) }

    @Test("an IPv4 address mapped to IPv6 is treated as IPv4")
    func wrapped() {
        var random = SeededGenerator(state: 15)
        var count = 0
        for _ in 0..<20_000 {
            // Half of them begin like one that is not public.
            var inner = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
            if Bool.random(using: &random) {
                inner[0] = [0, 10, 100, 127, 169, 172, 192, 198, 203, 224][Int.random(in: 0..<10, using: &random)]
            }
            let isPublic = NetworkAddress(bytes: inner).isPublic
            count += isPublic ? 1 : 0
            let rest = (0..<10).map { _ in UInt8.random(in: 0...255, using: &random) }
            let forms = [
                [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255] + inner, [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0] + inner,
                [0x20, 2] + inner + rest,
            ]
            #expect(forms.allSatisfy { NetworkAddress(bytes: $0).isPublic == isPublic }, "\(inner)")
        }
        #expect((5_000..<19_000).contains(count))
    }

    // MARK: Servers

    @Test("a server on this machine is refused under all of its names, and never asked")
    func refused() async throws {
        let server = LoopbackServer { $0.answer(tinyMovieBytes) }
        for host in ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.0.0.1", "0.0.0.0", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"] {
            let address = "http://\(host):\(server.port)/a"
            #expect(try await parser().error(address) == .refusedHost(url: address))
        }
        #expect(server.requests.isEmpty)
        #expect(try await parser(allowsPrivateHosts: true).error(server.url("/a")) == nil)
    }

    @Test("a picture's address and a provider's are refused as a movie's is, and a file's address too")
    func everywhere() async throws {
        let server = LoopbackServer { $0.answer(tinyMovieBytes) }
        let url = try #require(URL(string: server.url("/a.svga")))
        let base = try #require(URL(string: server.url("")))
        let file = URL(fileURLWithPath: TestFiles.root.path + "/samples/features/keep.svga")
        await #expect(throws: SVGAError.refusedHost(url: url.absoluteString)) { try await parser().image(url: url) }
        await #expect(throws: SVGAError.refusedHost(url: url.absoluteString)) { try await parser().parse(request: URLRequest(url: url)) }
        await #expect(throws: SVGAError.refusedHost(url: url.absoluteString)) {
            try await parser().parse(id: "a", from: HTTPProvider(baseURL: base))
        }
        await #expect(throws: SVGAError.refusedHost(url: file.absoluteString)) { try await parser().parse(url: file) }
        #expect(try await parser().parse(path: file.path).frameCount > 0)
        #expect(server.requests.isEmpty)
    }

    /// Treats 127.0.0.2 as a private host and all others as public.
    private static let loopbackRule = HTTPTransfers { $0.bytes != [127, 0, 0, 2] }

    private func answer(_ address: String) async throws -> DownloadResponse {
        let request = URLRequest(url: try #require(URL(string: address)))
        return try await PrivateHostTests.loopbackRule.download(
            DownloadRequest(request: request, record: nil, limitBytes: 1 << 20, timeout: .seconds(200), now: { 0 }))
    }

    @Test("a redirection from a public server to a private one is refused, and to another public one it is not")
    func redirection() async throws {
        let inner = LoopbackServer(host: "127.0.0.2") { $0.answer(tinyMovieBytes) }
        let other = LoopbackServer { $0.answer(tinyMovieBytes) }
        let (innerURL, otherURL) = (inner.url("/secret"), other.url("/open"))
        let outer = LoopbackServer { exchange in
            exchange.answer([], status: "302 Found", fields: "Location: \(exchange.path == "/in" ? innerURL : otherURL)\r\n")
        }
        #expect(try await answer(outer.url("/out")).bytes == tinyMovieBytes)
        await #expect(throws: SVGAError.refusedHost(url: outer.url("/in"))) { try await answer(outer.url("/in")) }
        #expect(inner.requests.isEmpty)
    }

    @Test("a connection that another parser has left open is not used")
    func connections() async throws {
        let isUsedAgain = Locked(false)
        let server = LoopbackServer { exchange in
            exchange.send("HTTP/1.1 200 OK\r\nContent-Length: \(tinyMovieBytes.count)\r\n\r\n")
            exchange.send(tinyMovieBytes)
            let isHungUp = exchange.waitForHangUp()
            isUsedAgain.withLock { $0 = !isHungUp }
        }
        #expect(try await parser(allowsPrivateHosts: true).error(server.url("/a")) == nil)
        #expect(try await parser().error(server.url("/a")) == .refusedHost(url: server.url("/a")))
        #expect(server.requests == ["/a"])
        #expect(!isUsedAgain.withLock { $0 })
    }

    @Test("an entry cached by a parser with other options is not used")
    func caches() async throws {
        let folder = TemporaryFolder()
        let (memory, disk) = (MemoryCache(), DiskCache(path: folder.path))
        let server = LoopbackServer { $0.answer(tinyMovieBytes, fields: "Cache-Control: max-age=3600\r\n") }
        let open = parser(allowsPrivateHosts: true, memory: memory, disk: disk)
        for _ in 0..<2 { #expect(try await open.error(server.url("/a")) == nil) }
        #expect(try await parser(memory: memory, disk: disk).error(server.url("/a")) == .refusedHost(url: server.url("/a")))
        #expect(server.requests == ["/a"])
    }

    @Test("a proxy of the environment is used only if private hosts are allowed")
    func proxy() async throws {
        await #expect(processExitsWith: .success) {
            let proxy = LoopbackServer { $0.answer(tinyMovieBytes) }
            setenv("http_proxy", proxy.url(""), 1)
            unsetenv("no_proxy")
            unsetenv("NO_PROXY")
            let reserved = ReservedPort()
            let address = "http://127.0.0.1:\(reserved.port)/a"
            var parser = SVGAParser(memoryCache: MemoryCache())
            parser.allowsPrivateHosts = false
            await #expect(throws: SVGAError.refusedHost(url: address)) { try await parser.parse(url: try #require(URL(string: address))) }
            #expect(proxy.requests.isEmpty)
            parser.allowsPrivateHosts = true
            _ = try await parser.parse(url: try #require(URL(string: address)))
            #expect(proxy.requests == [address])
            withExtendedLifetime(reserved) {}
        }
    }
}
