package import SVGAModel
package import SVGASupport

/// Writes frames as raw pixels for other programs: 8-bit RGBA with straight alpha, rows from the top, without padding.
package final class RawRGBASink: FrameSink {
    private var file: SinkFile

    package init(to destination: OutputDestination) { file = SinkFile(destination) }

    package var byteCount: Int { file.byteCount }
    package func memory(width: Int, height: Int, frames: Int) -> SinkMemory { SinkMemory(pixels: width * height, encoding: 4, packet: 4) }

    package func begin(_ plan: ExportPlan, preview: FramePreview) throws(SVGAError) -> RawFrameEncoder {
        try file.open()
        return RawFrameEncoder()
    }

    package func write(_ packet: FrameBuffer, at position: Int) throws(SVGAError) {
        try withExtendedLifetime(packet) { () throws(SVGAError) in try file.append(packet.bytes) }
    }

    package func finish() {}
    package func commit() throws(SVGAError) { try file.commit() }
    package func abandon() { file.abandon() }
}

/// Passes pixels on without a copy.
package struct RawFrameEncoder: FrameEncoder {

    package func encode(_ picture: FramePicture) throws(SVGAError) -> FrameBuffer {
        guard let buffer = picture.buffer else { throw .encode(frame: picture.frame, reason: "its pixels are not writable") }
        return buffer
    }
}
