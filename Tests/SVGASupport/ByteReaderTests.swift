import SVGASupport
import Testing

@Suite struct ByteReaderTests {
    @Test("integers of one to eight bytes are read in both byte orders, also from a slice")
    func reading() {
        let bytes: [UInt8] = [9, 9, 0xFE, 2, 3, 4, 5, 6, 7, 0x88, 9]
        let reader = ByteReader(bytes[2..<10])
        #expect(reader.little(at: 0, bytes: 1) == 0xFE && reader.big(at: 0, bytes: 1) == 0xFE)
        #expect(reader.little(at: 0, bytes: 2) == 0x02FE && reader.big(at: 0, bytes: 2) == 0xFE02)
        #expect(reader.little(at: 1, bytes: 3) == 0x04_0302 && reader.big(at: 1, bytes: 3) == 0x02_0304)
        #expect(reader.little(at: 4, bytes: 4) == 0x8807_0605 && reader.big(at: 4, bytes: 4) == 0x0506_0788)
        #expect(reader.little64(at: 0) == 0x8807_0605_0403_02FE && reader.big64(at: 0) == 0xFE02_0304_0506_0788)
    }

    @Test("nothing is read past the end or before the beginning")
    func bounds() {
        let reader = ByteReader([1, 2, 3] as [UInt8])
        #expect(reader.little(at: 1, bytes: 2) == 0x0302)
        for offset in [2, 3, 100, Int.max, -1, .min] {
            #expect(reader.little(at: offset, bytes: 2) == nil && reader.big(at: offset, bytes: 2) == nil)
        }
        #expect(reader.little64(at: 0) == nil && reader.big64(at: 0) == nil)
    }

    @Test("written integers are read again, truncated to their bytes")
    func writing() {
        var bytes: [UInt8] = []
        bytes.append(little: 0x0102_0304, bytes: 3)
        bytes.append(big: 0x0102_0304, bytes: 3)
        #expect(bytes == [4, 3, 2, 2, 3, 4])
        #expect([UInt8](big: -1, bytes: 8) == [UInt8](repeating: 255, count: 8))
        #expect([UInt8](little: UInt16(0xABCD), bytes: 4) == [0xCD, 0xAB, 0, 0])
        #expect(ByteReader([UInt8](big: 1_234_567, bytes: 7)).big(at: 0, bytes: 7) == 1_234_567)
    }
}
