import Foundation
import SVGASupport

/// Four bell tones in sequence, 1 second long, as a RIFF/WAVE payload: 16-bit mono at 22,050 Hz.
struct Chime {
    private let rate = 22_050
    private let seconds = 1.0

    /// The WAVE file, including its header.
    func wave() -> [UInt8] {
        let samples = tones()
        var bytes: [UInt8] = []
        func text(_ value: String) { bytes.append(contentsOf: value.utf8) }
        func number(_ value: Int, bytes count: Int) { bytes.append(little: value, bytes: count) }
        text("RIFF")
        number(36 + 2 * samples.count, bytes: 4)
        text("WAVEfmt ")
        number(16, bytes: 4)
        number(1, bytes: 2)  // PCM
        number(1, bytes: 2)  // one channel
        number(rate, bytes: 4)
        number(2 * rate, bytes: 4)
        number(2, bytes: 2)
        number(16, bytes: 2)
        text("data")
        number(2 * samples.count, bytes: 4)
        for sample in samples { number(Int(UInt16(bitPattern: sample)), bytes: 2) }
        return bytes
    }

    /// The samples. Each tone has four partials, as a small bell has; higher partials fade out faster.
    private func tones() -> [Int16] {
        let notes: [(start: Double, hertz: Double)] = [(0, 1046.5), (0.09, 1318.5), (0.18, 1568), (0.3, 2093)]
        let partials: [(ratio: Double, gain: Double, decay: Double)] = [(1, 1, 5.5), (2.01, 0.4, 8), (3.02, 0.18, 12), (5.4, 0.07, 20)]
        return (0..<Int(Double(rate) * seconds)).map { index in
            let time = Double(index) / Double(rate)
            var value = 0.0
            for note in notes where time >= note.start {
                let age = time - note.start
                for partial in partials {
                    value += partial.gain * exp(-partial.decay * age) * sin(2 * Double.pi * note.hertz * partial.ratio * age)
                }
            }
            let release = min(1, (seconds - time) / 0.15)
            // Rounding to steps of 32 is inaudible and reduces the compressed size to two thirds.
            return Int16((value * 0.2 * release * 32_767 / 32).rounded() * 32)
        }
    }
}
