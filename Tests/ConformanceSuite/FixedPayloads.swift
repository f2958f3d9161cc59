import SVGASupport

/// The same picture in formats that the suite cannot encode: 32 × 32 in squares of 8, which JPEG preserves.
enum FixedPayloads {
    /// The picture of all payloads.
    static let picture = TestPicture(width: 32, height: 32) { x, y in
        switch (x / 8, y / 8) {
        case (0, 0): .white
        case (2, 1): .black
        case (..<2, ..<3): .red
        case (_, ..<3): .green
        case (..<2, _): .blue
        default: .yellow
        }
    }

    /// Starts with a JFIF header, like nearly every JPEG.
    static func jfif() throws(SuiteError) -> [UInt8] {
        try decoded(
            "jfif",
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/"
                + "2wBDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAARCAAgACADAREAAhEBAxEB/8QA"
                + "FgABAQEAAAAAAAAAAAAAAAAACgAL/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABcBAQEBAQAAAAAAAAAAAAAAAAAJCwr/xAAUEQEAAAAAAAAAAAAAAAAAAAAA"
                + "/9oADAMBAAIRAxEAPwB/AMmdKd38EoJbsK9ANeqQ3UEAz6rDgHaWDlfcU416pDdQQEoJbsK9ABu2mHVggbFDAHVQQP/Z")
    }

    /// The same without that header, so that it starts with the quantization table.
    static func bareJPEG() throws(SuiteError) -> [UInt8] {
        try decoded(
            "bare JPEG",
            "/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/2wBDAQEBAQEBAQEBAQEBAQEB"
                + "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAARCAAgACADAREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAA"
                + "CgAL/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABcBAQEBAQAAAAAAAAAAAAAAAAAJCwr/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwB/AMmd"
                + "Kd38EoJbsK9ANeqQ3UEAz6rDgHaWDlfcU416pDdQQEoJbsK9ABu2mHVggbFDAHVQQP/Z")
    }

    /// Lossless.
    static func webp() throws(SuiteError) -> [UInt8] {
        try decoded(
            "WebP",
            "UklGRjAAAABXRUJQVlA4TCMAAAAvH8AHACCatun/T1eNytn5n//+T4BPmpL/oQzzN8n/YLb8DwA=")
    }

    /// With a second frame of another color.
    static func gif() throws(SuiteError) -> [UInt8] {
        try decoded(
            "GIF",
            "R0lGODlhIAAgAIIAAP//////AAD/AP8AAAAA/wAAAAAAAAAAACH5BAAKAAAALAAAAAAgACAAAAirAAEIHChwgMGDBgUoXMiwoQCCBBEidEhxIcSBEg9WrHix"
                + "YMYBGyl2BPARZMiGI0ueRNlR5UqLLT++XFiyZIGbOG9WrPkxZ86dPCX6xAk06MGhOikaRYi0QNGlTZ8ajap0qUGqDq0mnClAq8mZXrl21So2LFezYMmeVTuT"
                + "gNu3cOMSCEC3rt27AeTqfYu3b929e/36BaxXcF/Ccg3jRRxX8V3GcB3bhcxXMt2AACH5BAEKAAEALAAAAAAgACAAgf8A/wAAAAAAAAAAAAg1AAEIHEiwoMGD"
                + "CBMqXMiwocOHECNKnEixosWLGDNq3Mixo8ePIEOKHEmypMmTKFOqXMlSZEAAOw==")
    }

    /// 24 bits per pixel, rows from the bottom.
    static func bmp() -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let (width, height) = (picture.width, picture.height)
        let rows = (0..<height).reversed().flatMap { y in
            (0..<width).flatMap { x in [picture[x, y].blue, picture[x, y].green, picture[x, y].red] }
        }
        let header = little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2) + little(0, 4)
        let file = Array("BM".utf8) + little(54 + rows.count, 4) + little(0, 4) + little(54, 4)
        return file + header + little(rows.count, 4) + little(2835, 4) + little(2835, 4) + little(0, 8) + rows
    }

    private static func decoded(_ name: String, _ base64: String) throws(SuiteError) -> [UInt8] {
        guard let bytes = Base64.decoded(base64) else { throw .base64(name: name) }
        return bytes
    }
}
