import SVGAFormat

/// The container: the movie's message inflated; of a ZIP the images too.
final class InflatePhase: Phase {
    private let subject: Subject

    init(_ subject: Subject) { self.subject = subject }

    func run() throws {
        try subject.bytes.withUnsafeBufferPointer { bytes in
            try MovieMessage.unpack(bytes, limits: subject.limits) { (_, _) throws(ReadError) in }
        }
    }
}
