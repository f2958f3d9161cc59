import Glibc
public import SVGAPixels

extension FrameComparison {
    /// How one frame of two movies differs, measured on 8-bit RGBA with premultiplied alpha: what is invisible does not count.
    public struct Difference: Hashable, Sendable {
        /// 0-based.
        public let frame: Int
        /// Pixels of which at least one channel differs.
        public let differingPixels: Int
        /// The largest difference of any channel, 0 to 255.
        public let largestDifference: Int
        /// The mean of the squared differences over all channels of all pixels.
        public let meanSquaredError: Double
        /// ``StructuralSimilarity``; 1 means alike.
        public let similarity: Double
        /// Around all pixels that differ; nil: none does.
        public let box: PixelRect?

        /// Every pixel is the same.
        public var isIdentical: Bool { differingPixels == 0 }

        /// In decibels; infinite where the frame is identical.
        public var peakSignalToNoise: Double {
            meanSquaredError > 0 ? 10 * log10(255 * 255 / meanSquaredError) : .infinity
        }

        init(identical frame: Int) {
            self.frame = frame
            (differingPixels, largestDifference, meanSquaredError, similarity, box) = (0, 0, 0, 1, nil)
        }

        init(frame: Int, _ left: PixmapView, _ right: PixmapView) {
            let difference = PixelDifference(left, right)
            self.frame = frame
            differingPixels = difference.pixels
            largestDifference = difference.largest
            meanSquaredError = Double(difference.squares) / Double(4 * left.width * left.height)
            similarity = StructuralSimilarity.compare(left, right, within: difference.box)
            box = difference.box
        }
    }
}
