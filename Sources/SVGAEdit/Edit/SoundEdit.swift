import SVGAFormat
import SVGAModel
import SVGASupport

extension MovieEditor {
    mutating func setAudio(_ key: String, _ bytes: [UInt8]) throws(SVGAError) {
        guard !key.isEmpty else { throw .invalid(reason: "a key cannot be empty") }
        guard case .sound = PayloadKind.sniff(bytes) else { throw .notASound }
        let payloads = PayloadIndex(movie.images)
        let length = SoundLength.milliseconds(of: bytes)
        let index: Int
        if let sound = payloads.sound(for: key) {
            index = sound
            movie.images[sound].bytes = bytes
            note = "replaced the sound \"\(key)\""
        } else {
            if payloads.entry(key) != nil { throw .keyTaken(key: key, owner: "an image has it") }
            index = movie.images.count
            movie.images.append(WireImage(key: key, bytes: bytes))
            note = "added the sound \"\(key)\""
            // A misspelled key would add a second sound instead of replacing the first.
            let near = NearestNames.of(key, in: movie.audios.map(\.audioKey))
            if !near.isEmpty { note += " beside \(near.map { "\"\($0)\"" }.joined(separator: ", "))" }
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
        note += cutSounds(since: [ByteKey(key): .infinity])
    }

    /// The played duration of each sound in seconds, by key; the maximum if a key occurs several times.
    var heardSounds: [ByteKey: Double] {
        let payloads = PayloadIndex(movie.images)
        var heard: [ByteKey: Double] = [:]
        for audio in movie.audios {
            guard let sound = sound(audio, payloads) else { continue }
            heard[ByteKey(audio.audioKey)] = max(heard[ByteKey(audio.audioKey)] ?? 0, min(sound.seconds, sound.played))
        }
        return heard
    }

    /// The sounds that are cut and play shorter than before, as the end of a note.
    func cutSounds(since before: [ByteKey: Double]) -> Message {
        let payloads = PayloadIndex(movie.images)
        // Less than a frame at 60 fps is inaudible.
        let tolerance = 1.0 / 60
        return movie.audios.compactMap { (audio) -> Message? in
            guard let was = before[ByteKey(audio.audioKey)], let sound = sound(audio, payloads),
                sound.played < min(sound.seconds, was) - tolerance
            else { return nil }
            return "; the sound \"\(audio.audioKey)\" is cut after \(sound.played.hundredths.brief) of \(sound.seconds.hundredths.brief) s"
        }.joined()
    }

    /// A sound's duration from its start time, and its played duration; nil if the duration is unknown.
    private func sound(_ audio: WireAudio, _ payloads: PayloadIndex) -> (seconds: Double, played: Double)? {
        guard let index = payloads.sound(for: audio.audioKey), let length = SoundLength.milliseconds(of: movie.images[index].bytes) else {
            return nil
        }
        let frames = audio.span(movieFrames: max(0, Int(movie.frames))).count
        return (max(0, Double(length - max(0, audio.startTime)) / 1000), Double(frames) / Double(fps))
    }

    mutating func removeAudio() {
        let count = movie.images.count
        movie.images.removeAll(where: \.isSound)
        note =
            movie.audios.isEmpty && count == movie.images.count
            ? "it has no sounds" : "removed all sounds (\(counted(count - movie.images.count, "payload")))"
        movie.audios = []
    }
}

extension Double {
    /// Rounded to hundredths, for messages.
    var hundredths: Double { (self * 100).rounded() / 100 }
}
