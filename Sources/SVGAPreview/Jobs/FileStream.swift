import SVGAHTTP
import SVGAPlatform
import SVGASupport

/// A file as a response body, read while it is sent. The file may be removed meanwhile.
final class FileStream: ByteStream {
    private let file: OpenFile

    init(_ file: OpenFile) { self.file = file }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PreviewError) -> Int {
        while true {
            let count = SVGAPlatform.read(file.descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw PreviewError(503, "the file cannot be read: \(errorText(errno))") }
        }
    }
}
