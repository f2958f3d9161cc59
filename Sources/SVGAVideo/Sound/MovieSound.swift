import SVGASupport

#if Video
    import CLibAV
    package import SVGAExport
    package import SVGAModel
    import SVGARender

    /// The sound of a movie or any other animation: its audios, placed to the sample and mixed (Rules of rendering, section 7), as stereo of 48 kHz.
    ///
    /// Each sounds from `startFrame/fps` until `endFrame/fps`, starting `startTime` ms into its payload; where several sound at once
    /// they are added up and cut off at full scale. MP3, AAC (bare or in MP4), WAV, Ogg (Vorbis, Opus, FLAC) and FLAC are decoded; what an
    /// encoder put before the sound, and says so, is skipped. The pitch changes with the speed.
    ///
    /// The mix is made in a nameless file in `TMPDIR` (or `/tmp`), 23 MB a minute of what is not silent and at most 4 GB, so that memory
    /// does not grow with the length.
    ///
    /// A payload that cannot be decoded at all is an error with its key: an export without the sound that somebody expects would be
    /// worse, and an option leaves the sound out. A payload that breaks off sounds as far as it goes. An
    /// entry that starts more than an hour into its payload is not heard, because decoding up to there would take long.
    package struct MovieSound: SoundSource {
        /// How far into a payload a sound may start, in milliseconds.
        private static let latestStartTime = 3_600_000

        private let frameCount: Int
        private let frameRate: FrameRate
        private let sounds: [SoundEntity]
        private let audible: [AudioEntity]

        package var followsFrames: Bool { true }

        /// - Returns: nil where nothing is to be heard: no entry of `audios` has a payload and a time within the movie. Exports then have
        ///   no sound at all.
        package init?(_ movie: VideoEntity) {
            self.init(frameCount: movie.frameCount, frameRate: movie.frameRate, audios: movie.audios, sounds: movie.sounds)
        }

        /// - Returns: nil where nothing is to be heard.
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

        /// - Throws: ``ExportError/sound(_:reason:)``, ``ExportError/file(path:reason:)``, ``ExportError/timing(reason:)``,
        ///   ``ExportError/cancelled``.
        package func makeTrack(speed: Double, seconds: Double) throws(ExportError) -> any SoundTrack {
            let rate = Double(SoundForm.mixed.sampleRate) / (frameRate.framesPerSecond * speed)
            let wanted = min(Double(frameCount) * rate, (seconds * Double(SoundForm.mixed.sampleRate)).rounded(.up))
            guard speed > 0, wanted >= 0, wanted < 0x1p40 else { throw .timing(reason: "there is no sound of that speed and length") }
            let mix = try MixedSound(sampleCount: Int(saturating: wanted.rounded()))
            for (index, audios) in Dictionary(grouping: audible, by: \.soundIndex).sorted(by: { ($0.key ?? 0) < ($1.key ?? 0) }) {
                let clips = audios.compactMap { audio -> MixedSound.Clip? in
                    // Start and end may be any number; what is outside of the mix is not heard.
                    let start = min((Double(max(0, audio.startFrame)) * rate).rounded(), 0x1p40)
                    let end = min((Double(min(audio.endFrame, frameCount)) * rate).rounded(), 0x1p40)
                    let place = (Int(saturating: start)..<Int(saturating: max(start, end))).clamped(to: 0..<mix.sampleCount)
                    guard !place.isEmpty else { return nil }
                    let offset = Double(max(0, audio.startTime)) * Double(SoundForm.mixed.sampleRate) / (1000 * speed)
                    return MixedSound.Clip(place: place, offset: Int(saturating: min(offset.rounded(), 0x1p40)))
                }
                guard !clips.isEmpty, let index, sounds.indices.contains(index) else { continue }
                let sound = sounds[index]
                try mix.add(SoundDecoder(SoundInput(payload: sound.bytes, name: sound.key), speed: speed), clips)
            }
            return mix
        }

        /// An MP3 that the whole movie plays from its start, at its own speed.
        package func unchanged(
            in timeline: ExportTimeline, frameRate: FrameRate
        ) throws(ExportError) -> (bytes: [UInt8], mimeType: String)? {
            guard audible.count == 1, let audio = audible.first, let index = audio.soundIndex, sounds.indices.contains(index),
                audio.startFrame <= 0, audio.endFrame >= frameCount, audio.startTime <= 0,
                timeline.played == Array(0..<frameCount), timeline.playedRate == frameRate, timeline.repeats == 1
            else { return nil }
            let sound = sounds[index]
            // What cannot be read is an error with its key, as where it is decoded.
            let input = try SoundInput(payload: sound.bytes, name: sound.key)
            return sound.format == .mp3 && input.decoder?.pointee.id == AV_CODEC_ID_MP3 ? (sound.bytes, "audio/mpeg") : nil
        }
    }

    /// A file of sound laid under an output as it is: from its start, cut off at the output's end or followed by silence.
    ///
    /// Whatever libav reads: MP3, M4A, WAV, Ogg, FLAC, or the sound of a film. Stereo of 48 kHz, as ``MovieSound``.
    package struct SoundFile: SoundSource {
        package let path: String

        package var followsFrames: Bool { false }

        /// The file is opened by ``makeTrack(speed:seconds:)``.
        package init(path: String) { self.path = path }

        package func makeTrack(speed: Double, seconds: Double) throws(ExportError) -> any SoundTrack {
            let wanted = (seconds * Double(SoundForm.mixed.sampleRate)).rounded()
            guard speed > 0, wanted >= 0, wanted < 0x1p40 else { throw .timing(reason: "there is no sound of that speed and length") }
            let decoder = try SoundDecoder(SoundInput(path: path), speed: speed)
            let mix = try MixedSound(sampleCount: Int(saturating: wanted))
            if mix.sampleCount > 0 { try mix.add(decoder, [MixedSound.Clip(place: 0..<mix.sampleCount, offset: 0)]) }
            return mix
        }
    }
#endif
