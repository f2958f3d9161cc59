import SVGASupport

#if Video
    import CLibAV
    package import SVGAExport
    package import SVGAModel
    import SVGARender

    /// The sound of a movie or any other animation: its audios, mixed sample-exactly as 48 kHz stereo (Rules of rendering, section 7).
    ///
    /// Each audio plays from `startFrame/fps` to `endFrame/fps`, starting `startTime` ms into its payload.
    /// Overlapping audios are added up and clipped at full scale. MP3, AAC (raw or in MP4), WAV, Ogg (Vorbis, Opus, FLAC) and FLAC are decoded.
    /// Encoder delay that the file declares is skipped. The pitch changes with the speed.
    ///
    /// The mix is stored in an unlinked file in `TMPDIR` (or `/tmp`): 23 MB per minute of sound, at most 4 GB. Memory does not grow with the
    /// duration.
    ///
    /// A payload that cannot be decoded is an error with its key, because silently missing sound would be worse; an option omits the sound.
    /// A truncated payload plays up to its end. An entry that starts more than an hour into its payload is silent, because decoding up to there
    /// takes long.
    package struct MovieSound: SoundSource {
        /// The maximum start time in a payload, in milliseconds.
        private static let latestStartTime = 3_600_000

        private let frameCount: Int
        private let frameRate: FrameRate
        private let sounds: [SoundEntity]
        private let audible: [AudioEntity]

        package var followsFrames: Bool { true }

        /// - Returns: nil without any sound: no entry of `audios` has a payload and a time range within the movie. Exports then have no sound.
        package init?(_ movie: VideoEntity) {
            self.init(frameCount: movie.frameCount, frameRate: movie.frameRate, audios: movie.audios, sounds: movie.sounds)
        }

        /// - Returns: nil without any sound.
        init?(_ animation: some PlayableAnimation) {
            self.init(
                frameCount: animation.frameCount, frameRate: animation.frameRate, audios: animation.audios, sounds: animation.sounds)
        }

        private init?(frameCount: Int, frameRate: FrameRate, audios: [AudioEntity], sounds: [SoundEntity]) {
            self.frameCount = frameCount
            self.frameRate = frameRate
            self.sounds = sounds
            audible = audios.filter {
                $0.soundIndex != nil && $0.startFrame < min($0.endFrame, frameCount) && $0.startTime <= MovieSound.latestStartTime
            }
            if audible.isEmpty { return nil }
        }

        /// - Throws: ``SVGAError/Kind/invalidFile``, ``SVGAError/Kind/file``, ``SVGAError/Kind/invalidRequest``,
        ///   ``SVGAError/Kind/cancelled``.
        package func makeTrack(speed: Double, seconds: Double) throws(SVGAError) -> any SoundTrack {
            let rate = Double(SoundForm.mixed.sampleRate) / (frameRate.framesPerSecond * speed)
            let wanted = min(Double(frameCount) * rate, (seconds * Double(SoundForm.mixed.sampleRate)).rounded(.up))
            guard speed > 0, wanted >= 0, wanted < 0x1p40 else { throw .timing(reason: "a sound cannot have this speed and length") }
            let mix = try MixedSound(sampleCount: Int(saturating: wanted.rounded()))
            for (index, audios) in Dictionary(grouping: audible, by: \.soundIndex).sorted(by: { ($0.key ?? 0) < ($1.key ?? 0) }) {
                let clips = audios.compactMap { audio -> MixedSound.Clip? in
                    // Start and end may be any number; the mix contains only its range.
                    let start = min((Double(max(0, audio.startFrame)) * rate).rounded(), 0x1p40)
                    let end = min((Double(min(audio.endFrame, frameCount)) * rate).rounded(), 0x1p40)
                    let range = (Int(saturating: start)..<Int(saturating: max(start, end))).clamped(to: 0..<mix.sampleCount)
                    guard !range.isEmpty else { return nil }
                    let offset = Double(max(0, audio.startTime)) * Double(SoundForm.mixed.sampleRate) / (1000 * speed)
                    return MixedSound.Clip(range: range, offset: Int(saturating: min(offset.rounded(), 0x1p40)))
                }
                guard !clips.isEmpty, let index, sounds.indices.contains(index) else { continue }
                let sound = sounds[index]
                try mix.add(SoundDecoder(SoundInput(payload: sound.bytes, name: sound.key), speed: speed), clips)
            }
            return mix
        }

        /// The MP3 that the whole movie plays from its start, at its original speed.
        package func unchanged(
            in timeline: ExportTimeline, frameRate: FrameRate
        ) throws(SVGAError) -> (bytes: [UInt8], mimeType: String)? {
            guard audible.count == 1, let audio = audible.first, let index = audio.soundIndex, sounds.indices.contains(index),
                audio.startFrame <= 0, audio.endFrame >= frameCount, audio.startTime <= 0,
                timeline.played == Array(0..<frameCount), timeline.playedRate == frameRate, timeline.repeats == 1
            else { return nil }
            let sound = sounds[index]
            // An unreadable payload is an error with its key, as when it is decoded.
            let input = try SoundInput(payload: sound.bytes, name: sound.key)
            return sound.format == .mp3 && input.decoder?.pointee.id == AV_CODEC_ID_MP3 ? (sound.bytes, "audio/mpeg") : nil
        }
    }

    /// A sound file under an output: from its start, cut at the output's end or padded with silence.
    ///
    /// Supports the formats of libav: MP3, M4A, WAV, Ogg, FLAC, or the sound of a video. 48 kHz stereo, like ``MovieSound``.
    package struct SoundFile: SoundSource {
        package let path: String

        package var followsFrames: Bool { false }

        /// ``makeTrack(speed:seconds:)`` opens the file.
        package init(path: String) { self.path = path }

        package func makeTrack(speed: Double, seconds: Double) throws(SVGAError) -> any SoundTrack {
            let wanted = (seconds * Double(SoundForm.mixed.sampleRate)).rounded()
            guard speed > 0, wanted >= 0, wanted < 0x1p40 else { throw .timing(reason: "a sound cannot have this speed and length") }
            let decoder = try SoundDecoder(SoundInput(path: path), speed: speed)
            let mix = try MixedSound(sampleCount: Int(saturating: wanted))
            if mix.sampleCount > 0 { try mix.add(decoder, [MixedSound.Clip(range: 0..<mix.sampleCount, offset: 0)]) }
            return mix
        }
    }
#endif
