import SVGASupport
import SVGATasks
import Testing

@testable import SVGAService

@Suite("Signatures")
struct SigningTests {
    private static let hexadecimalKey = String(repeating: "0b", count: 20)

    private func keys(_ text: String) throws -> SigningKeys { try SigningKeys(parsing: Array(text.utf8), file: "keys") }

    @Test("HMAC-SHA256 of RFC 4231, test case 1")
    func vector() {
        let digest = Digest.hmac(Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20))
        #expect(digest.hexadecimal == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    }

    @Test("SHA-256 of FIPS 180")
    func hash() {
        #expect(Digest.sha256(Array("abc".utf8)).hexadecimal == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test("a signature is Base64 for URLs")
    func encoding() throws {
        let signature = try keys(SigningTests.hexadecimalKey).signature(of: "Hi There")
        #expect(signature == "sDRMYdjbOFNcqK_OrwvxK4gdwgDJgz2nJuk3bC4yz_c")
    }

    @Test("each key of a rotation is accepted, and the first one signs")
    func rotation() throws {
        let (old, new) = (String(repeating: "a1", count: 16), String(repeating: "c3", count: 16))
        let both = try keys("# new\n\(new)\n\n\(old)\n")
        #expect(both.accepts(try keys(old).signature(of: "x"), of: "x"))
        #expect(both.signature(of: "x") == (try keys(new).signature(of: "x")))
        #expect(!(try keys(new)).accepts(try keys(old).signature(of: "x"), of: "x"))
    }

    @Test("a changed text, a changed signature, and an extended signature are refused")
    func forged() throws {
        let keys = try keys(SigningTests.hexadecimalKey)
        let signature = keys.signature(of: "/render?a=1")
        #expect(keys.accepts(signature, of: "/render?a=1"))
        #expect(!keys.accepts(signature, of: "/render?a=2"))
        for wrong in ["", signature + "=", signature + "A", String(signature.dropLast()), signature.uppercased(), "-"] {
            #expect(!keys.accepts(wrong, of: "/render?a=1"), "\(wrong)")
        }
    }

    @Test(
        "a key file with a short, odd or wrong line has no keys",
        arguments: [
            "", "# only a comment", "0b0b", "zz" + String(repeating: "0b", count: 16), "0" + String(repeating: "0b", count: 16),
            "+f" + String(repeating: "0b", count: 16),
        ])
    func brokenFiles(text: String) {
        #expect(throws: TaskError.self) { try keys(text) }
    }

    @Test("a target is signed in both forms, and the server reads the same text")
    func targets() throws {
        let keys = try keys(SigningTests.hexadecimalKey)
        for target in ["/render/size=300x0/gifts/rose.svga@png", "/render?source=rose.svga&format=png", "/inspect/-/rose.svga?expires=5"] {
            let signed = try #require(ServiceTarget.signed(target, with: keys))
            let parsed = try ServiceTarget(signed)
            #expect(parsed.signedText == target)
            #expect(keys.accepts(try #require(parsed.signature), of: parsed.signedText))
        }
        #expect(ServiceTarget.signed("render", with: keys) == nil)
        #expect(ServiceTarget.signed("/unknown/-/a@png", with: keys) == nil)
    }
}
