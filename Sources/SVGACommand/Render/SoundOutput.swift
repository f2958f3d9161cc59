import SVGAExport

/// `svga render -o a.wav`: the sound alone, without drawing a frame.
struct SoundOutput {
    let path: String
    let overwrites: Bool

    func write(_ sound: (any SoundSource)?, _ timing: ExportTiming, _ file: InputFile) async throws(CommandError) {
        guard let sound else {
            throw .request(file: file.name, message: "nothing is to be heard", advice: "--audio FILE gives it a sound")
        }
        _ = try await file.exporting(to: path) { () async throws(ExportError) in
            try await WAVExporter().export(sound, of: file.movie, toPath: path, overwrite: overwrites, timing: timing)
        }
    }
}
