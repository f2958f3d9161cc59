import SVGAImage
import SVGAPixels

/// Finds out what each frame of a ``GIFSink`` changes, and draws that with a palette.
public struct GIFFrameEncoder: FrameEncoder {
    public static var comparesFrames: Bool { true }

    let width: Int
    let height: Int
    let visibility: GIFVisibility
    let quantizer: GIFQuantizer
    let palettes: GIFPalettes

    public func encode(_ picture: FramePicture) throws(ExportError) -> GIFPacket {
        let change = GIFFrameChange(picture, width: width, height: height, visibility: visibility)
        var packet = GIFPacket()
        packet.cleared = change.cleared
        packet.area = change.area
        guard !packet.area.isEmpty else { return packet }
        let changes = change.changedColors(in: packet.area)
        if let indices = palettes.shared?.indices(of: changes) {
            packet.indices = indices
        } else if let exact = change.exactPalette() {
            let colors = widen(&packet, change) ?? changes
            packet.palette = exact
            packet.indices = exact.indices(of: colors) ?? []
        } else if palettes.isForAll, let shared = palettes.shared {
            packet.indices = try draw(changes, packet, with: shared, picture).indices
        } else {
            let colors = widen(&packet, change) ?? changes
            let drawing = try draw(colors, packet, with: nil, picture)
            packet.palette = drawing.palette
            packet.indices = drawing.indices
        }
        if !packet.cleared.isEmpty { packet.states = change.states(in: packet.area) }
        return packet
    }

    private func draw(
        _ raster: [UInt32], _ packet: GIFPacket, with palette: GIFPalette?, _ picture: FramePicture
    ) throws(ExportError) -> GIFQuantizer.Drawing {
        try encoding(frame: picture.frame) { () throws(ImageError) in
            try quantizer.draw(raster, width: packet.area.width, with: palette)
        }
    }

    /// Where something is cleared, what has not changed may have to be drawn again: then all that is visible.
    private func widen(_ packet: inout GIFPacket, _ change: GIFFrameChange) -> [UInt32]? {
        guard !packet.cleared.isEmpty else { return nil }
        packet.area = packet.area.union(change.visibleArea)
        return change.colors(in: packet.area)
    }
}

/// What a frame changes; for a ``GIFSink`` to write.
public struct GIFPacket: Sendable {
    /// Where there may be changes.
    var area = PixelRect.zero
    /// Where something has to be cleared.
    var cleared = PixelRect.zero
    /// What `indices` mean; nil: the shared one.
    var palette: GIFPalette?
    /// Of the area, row by row: the palette's transparent index where nothing is drawn. Where something is cleared, there may be
    /// indices for pixels too that have not changed.
    var indices: [UInt8] = []
    /// Of the area, ``GIFFrameChange/State``; empty where nothing is cleared: then all indices are changes.
    var states: [UInt8] = []
}
