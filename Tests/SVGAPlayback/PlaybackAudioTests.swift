import SVGAModel
import SVGAPlayback
import Testing

@Suite struct PlaybackAudioTests {
    private func sound(_ start: Int, _ end: Int, startTime: Int = 0, soundIndex: Int? = 0) -> AudioEntity {
        AudioEntity(audioKey: "a", soundIndex: soundIndex, startFrame: start, endFrame: end, startTime: startTime, totalTime: 5000)
    }

    private func playback(_ audios: AudioEntity...) -> Playback { Playback.shown(frames: 10, audios: audios) }

    @Test("a sound starts with its first frame, that many milliseconds into the payload, and stops before its end frame")
    func span() {
        var playback = playback(sound(2, 5, startTime: 250))
        playback.loops = 1
        playback.start(at: .zero)
        #expect(playback.advance(to: .milliseconds(199)).audio == [])
        #expect(playback.advance(to: .milliseconds(200)).audio == [.start(audio: 0, payloadTime: .milliseconds(250), rate: 1)])
        #expect(playback.advance(to: .milliseconds(499)).audio == [])
        #expect(playback.advance(to: .milliseconds(500)).audio == [.stop(audio: 0)])
    }

    @Test("a late tick starts the sound where it would be by then")
    func late() {
        var playback = playback(sound(2, 8))
        playback.start(at: .zero)
        #expect(playback.advance(to: .milliseconds(333)).audio == [.start(audio: 0, payloadTime: .milliseconds(133), rate: 1)])
    }

    @Test("a pause stops the sound and going on starts it in the middle")
    func pause() {
        var playback = playback(sound(0, 10))
        #expect(playback.start(at: .zero).audio == [.start(audio: 0, payloadTime: .zero, rate: 1)])
        #expect(playback.pause(at: .milliseconds(420)).audio == [.stop(audio: 0)])
        #expect(playback.start(at: .seconds(5)).audio == [.start(audio: 0, payloadTime: .milliseconds(420), rate: 1)])
    }

    @Test("a sound that continues over the loop is sought back")
    func loop() {
        var playback = playback(sound(0, 10))
        playback.start(at: .zero)
        #expect(playback.advance(to: .milliseconds(1005)).audio == [.seek(audio: 0, payloadTime: .milliseconds(5))])
    }

    @Test("steps seek, start and stop")
    func steps() {
        var playback = playback(sound(2, 6), sound(5, 9))
        playback.start(at: .zero)
        #expect(
            playback.step(to: .frame(3), andPlay: true, at: .zero).audio == [.start(audio: 0, payloadTime: .milliseconds(100), rate: 1)])
        #expect(
            playback.step(to: .frame(5), andPlay: true, at: .zero).audio == [
                .seek(audio: 0, payloadTime: .milliseconds(300)), .start(audio: 1, payloadTime: .zero, rate: 1),
            ])
        #expect(
            playback.step(to: .frame(8), andPlay: true, at: .zero).audio == [
                .stop(audio: 0), .seek(audio: 1, payloadTime: .milliseconds(300)),
            ])
        #expect(playback.step(to: .frame(8), andPlay: false, at: .zero).audio == [.stop(audio: 1)])
    }

    @Test("backwards is silent, in a run and in the way back of an autoreverse")
    func backwards() {
        var playback = playback(sound(0, 10))
        var events = playback.start(range: 0..<10, reverse: true, at: .zero)
        events += playback.advance(to: .milliseconds(900))
        #expect(events.audio == [])
        playback.autoreverses = true
        playback.start(at: .seconds(1))
        #expect(playback.advance(to: .milliseconds(2050)).audio == [.stop(audio: 0)])
        #expect(playback.advance(to: .milliseconds(3050)).audio == [.start(audio: 0, payloadTime: .milliseconds(50), rate: 1)])
    }

    @Test("at another speed the rate is reported, and the payload's time runs with the movie's")
    func speed() {
        var playback = playback(sound(0, 10))
        playback.start(at: .zero)
        #expect(playback.setSpeed(2, at: .milliseconds(100)).audio == [.rate(audio: 0, payloadTime: .milliseconds(100), rate: 2)])
        playback.pause(at: .milliseconds(200))
        #expect(playback.start(at: .seconds(1)).audio == [.start(audio: 0, payloadTime: .milliseconds(300), rate: 2)])
    }

    @Test("a negative speed is silent, and so is standing still; going forwards again starts it at its position")
    func negativeSpeed() {
        var playback = playback(sound(2, 9))
        playback.start(at: .zero)
        _ = playback.advance(to: .milliseconds(450))
        #expect(playback.setSpeed(-1, at: .milliseconds(450)) == [.audio(.stop(audio: 0))])
        #expect(playback.advance(to: .milliseconds(610)).audio == [])
        #expect(playback.setSpeed(1, at: .milliseconds(610)).audio == [.start(audio: 0, payloadTime: .milliseconds(90), rate: 1)])
        #expect(playback.setSpeed(0, at: .milliseconds(650)).audio == [.stop(audio: 0)])
        #expect(playback.setSpeed(2, at: .seconds(9)).audio == [.start(audio: 0, payloadTime: .milliseconds(130), rate: 2)])
    }

    @Test("a reverse run at a negative speed goes forwards and is audible")
    func twiceNegative() {
        var playback = playback(sound(0, 10))
        playback.setSpeed(-2, at: .zero)
        #expect(playback.start(range: 0..<10, reverse: true, at: .zero).audio == [.start(audio: 0, payloadTime: .zero, rate: 2)])
    }

    @Test("playing from one frame to another is audible forwards, and silent backwards or with a time function")
    func passages() {
        var playback = playback(sound(0, 10))
        let heard = playback.play(from: .frame(2), to: .frame(8), at: .zero)
        #expect(heard?.audio == [.start(audio: 0, payloadTime: .milliseconds(200), rate: 1)])
        #expect(playback.play(from: .frame(8), to: .frame(2), at: .zero)?.audio == [.stop(audio: 0)])
        #expect(playback.play(from: .frame(2), to: .frame(8), timeFunction: .easeIn, at: .zero)?.audio == [])
    }

    @Test("another animation silences the sounds and has its own")
    func exchange() {
        var playback = playback(sound(0, 10))
        playback.start(at: .zero)
        let events = playback.replace(with: Playback(frames: 4, fps: 10, audios: [sound(1, 3)]), at: .milliseconds(50))
        #expect(events == [.audio(.stop(audio: 0)), .stopped, .frame(0, percentage: 0.25)])
        playback.start(at: .milliseconds(50))
        #expect(playback.advance(to: .milliseconds(150)).audio == [.start(audio: 0, payloadTime: .zero, rate: 1)])
    }

    @Test("every end of a run silences it")
    func ends() {
        let stop = [AudioEvent.stop(audio: 0)]
        var playback = playback(sound(0, 10))
        playback.start(at: .zero)
        #expect(playback.stop(at: .zero).audio == stop)
        playback.start(at: .zero)
        #expect(playback.clear(at: .zero).audio == stop)
        playback.loops = 1
        playback.start(at: .zero)
        #expect(playback.advance(to: .seconds(2)).audio == stop)
        playback.start(at: .seconds(2))
        #expect(playback.play(to: .frame(0), at: .seconds(2))?.audio == stop)
    }

    @Test("a sound without payload has no events")
    func missing() {
        var playback = playback(sound(0, 10, soundIndex: nil))
        #expect(playback.start(at: .zero).audio == [])
    }

    @Test("volume and mute are reported when they change")
    func volume() {
        var playback = playback()
        #expect(playback.setVolume(0.5) == [.audio(.volume(0.5))])
        #expect(playback.setVolume(0.5) == [])
        #expect(playback.setVolume(7) == [.audio(.volume(1))])
        #expect(playback.setVolume(.nan) == [])
        #expect(playback.setMuted(true) == [.audio(.mute(true))])
        #expect(playback.setMuted(true) == [])
    }
}
