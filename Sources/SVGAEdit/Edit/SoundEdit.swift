import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    mutating func setAudio(_ key: String, _ bytes: [UInt8]) throws(EditError) {
        guard !key.isEmpty else { throw .invalid(reason: "a key cannot be empty") }
        guard case .sound = PayloadKind.sniff(bytes) else { throw .notASound }
        let payloads = PayloadIndex(movie.images)
        let length = SoundLength.milliseconds(of: bytes)
        let index: Int
        if let known = payloads.sound(for: key) {
            index = known
            movie.images[known].bytes = bytes
            note = "replaced the sound \"\(key)\""
        } else {
            if payloads.entry(key) != nil { throw .keyTaken(key: key, owner: "an image has it") }
            index = movie.images.count
            movie.images.append(WireImage(key: key, bytes: bytes))
            note = "added the sound \"\(key)\""
        }
        let players = movie.audios.indices.filter { player in
            let audioKey = movie.audios[player].audioKey
            return audioKey.hasSameBytes(as: key) || payloads.sound(for: audioKey) == index
        }
        for player in players { movie.audios[player].totalTime = length ?? 0 }
        if players.isEmpty {
            var audio = WireAudio()
            audio.audioKey = key
            audio.endFrame = movie.frames
            audio.totalTime = length ?? 0
            movie.audios.append(audio)
            note += ", from the first frame to the end"
        }
        if let length { note += " (\((Double(length) / 1000).brief) s)" }
    }

    mutating func removeAudio() {
        let count = movie.images.count
        movie.images.removeAll(where: \.isSound)
        note =
            movie.audios.isEmpty && count == movie.images.count
            ? "there was no sound to remove" : "removed all sound (\(counted(count - movie.images.count, "payload")))"
        movie.audios = []
    }
}
