import Foundation
package import SVGAPixels

/// The pixels of a canvas of a page in a browser.
package struct CanvasPixels {
    package let width: Int
    package let height: Int
    /// 8-bit RGBA with straight alpha, row by row.
    package let bytes: [UInt8]

    /// A JavaScript expression for ``init(_:)``.
    /// - Parameter canvas: a JavaScript expression.
    package static func expression(_ canvas: String) -> String {
        """
        (() => {
            const canvas = \(canvas);
            const { width, height } = canvas;
            const data = canvas.getContext("2d").getImageData(0, 0, width, height).data;
            const parts = [];
            for (let start = 0; start < data.length; start += 32768) {
                parts.push(String.fromCharCode(...data.subarray(start, start + 32768)));
            }
            return [width, height, btoa(parts.join(""))];
        })()
        """
    }

    /// - Parameter value: of the expression; nil for another value.
    package init?(_ value: Any?) {
        guard let parts = value as? [Any], parts.count == 3, let width = parts[0] as? Int, let height = parts[1] as? Int,
            let data = (parts[2] as? String).flatMap({ Data(base64Encoded: $0) })
        else { return nil }
        self.width = width
        self.height = height
        bytes = [UInt8](data)
    }

    package var premultiplied: Pixmap {
        var pixels = bytes
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let alpha = Int(pixels[start + 3])
            for index in start..<start + 3 { pixels[index] = UInt8((Int(pixels[index]) * alpha + 127) / 255) }
        }
        return Pixmap(width: width, height: height, pixels: pixels)
    }
}
