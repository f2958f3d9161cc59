import SVGAModel
import SVGAPixels
import SVGASupport
import Testing

@testable import SVGACommand
@testable import SVGAExport
@testable import SVGATasks

@Suite("Values on the command line")
struct ValueTests {
    func frames(_ text: String, of count: Int = 100) -> [Int]? {
        guard case .success(let indices)? = FrameSelection(argument: text)?.indices(frames: count) else { return nil }
        return indices
    }

    @Test("a frame list holds indices, inclusive ranges and steps, in their order")
    func frameLists() {
        #expect(frames("0,8,20-23,60-75:5") == [0, 8, 20, 21, 22, 23, 60, 65, 70, 75])
        #expect(frames("5,3") == [5, 3])
        #expect(frames("0-9:4") == [0, 4, 8])
        #expect(frames("99") == [99])
    }

    @Test(
        "what is no frame list is refused", arguments: ["", ",", "1,", "3-1", "-3", "1-", "5:2", "1-9:0", "a", "1-9:-1", "+1", " 1", "٣"])
    func noFrameList(text: String) { #expect(FrameSelection(argument: text) == nil) }

    private func frameOutOfRange(_ text: String, of count: Int) -> Int? {
        guard case .failure(let wrong) = FrameSelection(argument: text)?.indices(frames: count) else { return nil }
        return wrong.frame
    }

    @Test("a list is out of range only for a frame it reaches")
    func frameRange() {
        #expect(frames("0-10:4", of: 9) == [0, 4, 8])
        #expect(frameOutOfRange("0-10:5", of: 9) == 10)
        #expect(frameOutOfRange("12-13", of: 9) == 12)
        #expect(FrameSelection(argument: "0-9223372036854775807")?.indices(frames: 9) != .success([]))
    }

    @Test("a color is hexadecimal or a name")
    func colors() {
        #expect(ColorArgument(argument: "#f00")?.color == SVGAColor(red: 1, green: 0, blue: 0))
        #expect(ColorArgument(argument: "#F00F") == ColorArgument(argument: "red"))
        #expect(ColorArgument(argument: "#00ff00") == ColorArgument(argument: "lime"))
        #expect(ColorArgument(argument: "#0000ff33")?.color == SVGAColor(red: 0, green: 0, blue: 1, alpha: 0.2))
        #expect(ColorArgument(argument: "transparent")?.color.alpha == 0)
    }

    @Test("an invalid color is refused", arguments: ["", "#", "#12", "#12345", "#ggg", "reddish", "fff", "#１２３"])
    func noColor(text: String) { #expect(ColorArgument(argument: text) == nil) }

    @Test("a size keeps the aspect where one side is 0")
    func sizes() {
        #expect(PixelSize(argument: "300x200").map { [$0.width, $0.height] } == [300, 200])
        #expect(PixelSize(argument: "0x200").map { [$0.width, $0.height] } == [0, 200])
        for text in ["0x0", "x", "-1x5", "1x2x3", "1.5x2"] { #expect(PixelSize(argument: text) == nil, "\(text)") }
    }

    @Test("a crop is four numbers with an area")
    func crops() {
        #expect(CropArgument(argument: "-5,0.5,10,20")?.rect == SVGARect(x: -5, y: 0.5, width: 10, height: 20))
        for text in ["1,2,3", "1,2,3,0", "1,2,3,4,5", "a,2,3,4", "1,,3,4", "nan,0,1,1"] {
            #expect(CropArgument(argument: text) == nil, "\(text)")
        }
    }

    @Test("k is 1000 and ki 1024 in every option, and an amount cannot overflow")
    func amounts() {
        #expect(Amount(argument: "64k")?.value == 64_000 && ByteSize(argument: "64k")?.value == 64_000)
        #expect(Amount(argument: "64Ki")?.value == 65536 && ByteSize(argument: "64Ki")?.value == 65536)
        #expect(Amount(argument: "2G")?.value == 2_000_000_000 && Amount(argument: "2gi")?.value == 2 << 30)
        #expect(ByteSize(argument: "1.5m")?.value == 1_500_000 && ByteSize(argument: "1.5mi")?.value == 1_572_864)
        #expect(Amount(argument: "17")?.value == 17 && Amount(argument: "1.5m")?.value == 1_500_000)
        #expect(Amount(argument: "2e9")?.value == 2_000_000_000)
        for text in ["", "k", "ki", "i", "-1", "9999999999g", "1.0005k", "inf", "nan", "1e300", "1t", "1 k"] {
            #expect(Amount(argument: text) == nil, "\(text)")
        }
    }

    @Test("numbers are written with the fewest decimal places a person needs")
    func units() {
        #expect(Units.bytes(0) == "0 bytes" && Units.bytes(1) == "1 byte" && Units.bytes(999) == "999 bytes")
        #expect(Units.bytes(1000) == "1 KB" && Units.bytes(38_420) == "38.4 KB" && Units.bytes(5_004_000) == "5 MB")
        #expect(Units.decimal(-0.04, places: 1) == "0" && Units.decimal(-1.25, places: 2) == "-1.25")
        #expect(Units.seconds(2.999) == "3 s" && Units.seconds(0.05) == "0.05 s")
    }
}
