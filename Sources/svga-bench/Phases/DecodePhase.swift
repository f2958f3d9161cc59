import SVGAFormat
import SVGAModel

/// The message, protobuf or JSON, as a `WireMovie`.
final class DecodePhase: Phase {
    private let message: [UInt8]
    private let encoding: MovieMessage.Encoding
    private let limits: ReadLimits

    init(_ subject: Subject) throws {
        (message, encoding) = try subject.bytes.withUnsafeBufferPointer { bytes in
            try MovieMessage.unpack(bytes, limits: subject.limits) { (message, encoding) throws(ReadError) in (Array(message), encoding) }
        }
        limits = subject.limits
    }

    func run() throws {
        _ = try message.withUnsafeBufferPointer { try MovieMessage.decode($0, encoding, limits: limits) }
    }
}
