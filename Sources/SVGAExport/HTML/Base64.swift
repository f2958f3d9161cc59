/// Bytes as text, piece by piece.
struct Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// What has been encoded and not been taken away.
    var text: [UInt8]
    /// Up to two bytes that wait for a third.
    private var waiting: [UInt8] = []

    init(after text: [UInt8] = []) { self.text = text }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var i = 0
        if !waiting.isEmpty {
            while waiting.count < 3, i < bytes.count {
                waiting.append(bytes[i])
                i += 1
            }
            guard waiting.count == 3 else { return }
            put(waiting[0], waiting[1], waiting[2])
            waiting = []
        }
        text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
        while i + 3 <= bytes.count {
            put(bytes[i], bytes[i + 1], bytes[i + 2])
            i += 3
        }
        waiting = Array(bytes[i...])
    }

    /// Ends the text, with its padding.
    mutating func end() {
        guard let first = waiting.first else { return }
        put(first, waiting.count > 1 ? waiting[1] : 0, 0)
        for i in 0..<3 - waiting.count { text[text.count - 1 - i] = UInt8(ascii: "=") }
        waiting = []
    }

    private mutating func put(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
        let group = Int(first) << 16 | Int(second) << 8 | Int(third)
        for shift in [18, 12, 6, 0] { text.append(Base64.digits[group >> shift & 63]) }
    }
}
