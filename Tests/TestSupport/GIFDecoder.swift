import Foundation

/// Other GIF decoders. Each implements disposal differently, so a GIF may be correct in one and wrong in another.
package enum GIFDecoder: String, CaseIterable, Sendable {
    case ffmpeg, pillow, imageMagick

    /// Whether it is installed.
    package var isInstalled: Bool {
        switch self {
        case .ffmpeg: Tool.isInstalled("ffmpeg")
        case .pillow: GIFDecoder.hasPillow
        case .imageMagick: Tool.isInstalled("convert")
        }
    }

    private static let hasPillow = Independent.canRun("gif_frames.py")

    /// Its result: straight RGBA, frame by frame.
    private func pixels(_ path: String) throws -> [UInt8]? {
        let data: Data?
        switch self {
        case .ffmpeg:
            let output = ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-"]
            data = try Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-i", path] + output)
        case .pillow: data = try Independent.run("gif_frames.py", [path]).output
        case .imageMagick: data = try Tool.run("convert", [path, "-coalesce", "-depth", "8", "rgba:-"])
        }
        return data.map { [UInt8]($0) }
    }

    /// The installed decoders whose pictures differ from giflib's; empty if all agree. Transparent pixels have no color.
    package static func differences(_ path: String, from gif: GIFReader) throws -> [String] {
        var found: [String] = []
        for decoder in allCases where decoder.isInstalled {
            guard let pixels = try decoder.pixels(path) else {
                found.append("\(decoder.rawValue) cannot read it")
                continue
            }
            found += GIFDecoder.differences(pixels, from: gif).map { "\(decoder.rawValue): \($0)" }
        }
        return found
    }

    /// - Parameter pixels: of all frames, straight RGBA.
    package static func differences(_ pixels: [UInt8], from gif: GIFReader) -> [String] {
        let size = 4 * gif.width * gif.height
        guard pixels.count == size * gif.frames.count else {
            return ["\(pixels.count / max(1, size)) frames instead of \(gif.frames.count)"]
        }
        return gif.frames.enumerated().compactMap { number, frame in
            let wrong = stride(from: 0, to: size, by: 4).count { position in
                let other = size * number + position
                if frame.pixels[position + 3] == 0 { return pixels[other + 3] != 0 }
                return frame.pixels[position..<position + 4] != pixels[other..<other + 4]
            }
            return wrong == 0 ? nil : "frame \(number) has \(wrong) wrong pixels"
        }
    }

    /// A JavaScript expression for the frames of a GIF as decoded by a browser: Base64 of straight RGBA.
    package static func expression(_ bytes: [UInt8]) -> String {
        """
        (async () => {
            const bytes = Uint8Array.from(atob("\(Data(bytes).base64EncodedString())"), (text) => text.charCodeAt(0));
            const decoder = new ImageDecoder({ data: bytes, type: "image/gif" });
            await decoder.tracks.ready;
            await decoder.completed;
            let text = "";
            for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
                const { image } = await decoder.decode({ frameIndex });
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [image.displayWidth, image.displayHeight];
                const context = canvas.getContext("2d");
                context.drawImage(image, 0, 0);
                for (const byte of context.getImageData(0, 0, canvas.width, canvas.height).data) text += String.fromCharCode(byte);
            }
            return btoa(text);
        })()
        """
    }
}
