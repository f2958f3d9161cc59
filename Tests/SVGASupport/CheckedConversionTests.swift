import SVGASupport
import Testing

@Suite("Integers of floating-point numbers")
struct CheckedConversionTests {
    static let none: [Double] = [
        .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e20, -1e20,
    ]

    @Test("NaN, infinity and numbers out of range have no conversion", arguments: none)
    func nothing(value: Double) {
        #expect(Int(checked: value as Double) == nil)
        #expect(Int32(checked: value as Double) == nil)
        #expect(UInt8(checked: value as Double) == nil)
        #expect(UInt64(checked: value as Double) == nil)
        #expect(Int(checked: Float(value)) == nil)
    }

    @Test("The fraction is left out")
    func fraction() {
        #expect(Int(checked: 2.9 as Double) == 2)
        #expect(Int(checked: -2.9 as Double) == -2)
        #expect(UInt8(checked: -0.9 as Double) == 0)
        #expect(UInt8(checked: 255.9 as Double) == 255)
        #expect(Int8(checked: -128.9 as Double) == -128)
        #expect(Int(checked: -0.0 as Double) == 0)
        #expect(Int(checked: Double.leastNonzeroMagnitude) == 0)
        #expect(Int32(checked: Float(7.5)) == 7)
    }

    @Test("The smallest and the largest integer convert, and numbers beyond them do not")
    func limits() {
        #expect(UInt8(checked: 256 as Double) == nil)
        #expect(UInt8(checked: -1 as Double) == nil)
        #expect(Int8(checked: -129 as Double) == nil)
        #expect(Int32(checked: 2_147_483_647 as Double) == .max)
        #expect(Int32(checked: 2_147_483_648 as Double) == nil)
        #expect(Int32(checked: -2_147_483_648.5 as Double) == .min)
        #expect(Int32(checked: -2_147_483_649 as Double) == nil)
        #expect(Int64(checked: 0x1p63 as Double) == nil)
        #expect(Int64(checked: (0x1p63).nextDown as Double) == 9_223_372_036_854_774_784)
        #expect(Int64(checked: -0x1p63 as Double) == .min)
        #expect(Int64(checked: (-0x1p63).nextDown as Double) == nil)
        #expect(UInt64(checked: 0x1p64 as Double) == nil)
        #expect(UInt64(checked: (0x1p64).nextDown as Double) == 18_446_744_073_709_549_568)
    }

    @Test("Saturating ends at the limits, and NaN is 0")
    func saturating() {
        #expect(Int(saturating: .nan as Double) == 0)
        #expect(Int(saturating: .infinity as Double) == .max)
        #expect(Int(saturating: -.infinity as Double) == .min)
        #expect(Int32(saturating: 4e9 as Double) == .max)
        #expect(UInt32(saturating: 4e9 as Double) == 4_000_000_000)
        #expect(UInt8(saturating: -3 as Double) == 0)
        #expect(UInt8(saturating: Float(254.9)) == 254)
    }

    @Test("Products and sums end at the limits")
    func arithmetic() {
        #expect(Int.max.multipliedSaturating(by: 2) == .max)
        #expect(Int.max.multipliedSaturating(by: -2) == .min)
        #expect(Int.min.multipliedSaturating(by: -1) == .max)
        #expect(6.multipliedSaturating(by: 7) == 42)
        #expect(Int.max.addingSaturating(1) == .max)
        #expect(Int.min.addingSaturating(-1) == .min)
        #expect(Int32.max.addingSaturating(-1) == Int32.max - 1)
    }
}
