import SVGALottie
import SVGAModel
import Testing

@Suite struct FrameStateTests {
    @Test("a matte may hold a layer that has a matte itself")
    func nestedMattes() {
        let solid = LayerState.Content.solid(SVGAColor(red: 1, green: 0, blue: 0, alpha: 1), width: 4, height: 4)
        let inner = LayerState(indexPath: [2], name: "", transform: .identity, opacity: 1, content: solid)
        var middle = inner
        middle.matte = MatteState(mode: .alpha, layer: inner)
        #expect(MatteState(mode: .luma, layer: middle).layer?.value.matte?.layer?.value == inner)
    }
}
