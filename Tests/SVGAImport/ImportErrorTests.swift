import SVGAImport
import SVGASupport
import Testing

@Suite struct ImportErrorTests {
    @Test("an error names the kind, the location and the reason")
    func description() {
        let error = ImportError.broken(kind: "Lottie", location: "layers[3].ks", reason: "no number")
        #expect(error.description == "invalid Lottie at layers[3].ks: no number")
    }
}
