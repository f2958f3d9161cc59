#if Video
    import Foundation
    import SVGAExport
    import SVGAModel
    import SVGAVideo
    import TestSupport
    import Testing

    /// Compressed sound in a real browser.
    @Suite struct SoundBrowserTests {
        @Test(.needs(Browser.program)) func `a browser decodes MP3 to the right length and start`() throws {
            // A click at 0.3 s of 1.25 s.
            var click = [Float](repeating: 0, count: 60000)
            click[14400] = 0.9
            let movie = SoundFixtures.movie(frames: 25, sounds: [SoundFixtures.wav(click)], audios: [SoundFixtures.clip(0, 0..<25)])
            let (bytes, type) = try CompressedSound.mp3(try #require(MovieSound(movie)).makeTrack(speed: 1, seconds: 1.25))
            let folder = TemporaryFolder()
            let page = """
                <body><script>
                // An open frame holds back the load event, which the browser's dump waits for.
                const frame = document.body.appendChild(document.createElement("iframe"));
                frame.contentDocument.open();
                function end(text) { document.body.append(text); frame.contentDocument.close(); }
                const bytes = Uint8Array.from(atob("\(Data(bytes).base64EncodedString())"), c => c.charCodeAt(0));
                const canPlay = new Audio().canPlayType("\(type)") !== "";
                new OfflineAudioContext(2, 48000, 48000).decodeAudioData(bytes.buffer).then(sound => {
                  const samples = sound.getChannelData(0);
                  let loudest = 0;
                  for (let i = 0; i < samples.length; i++) if (Math.abs(samples[i]) > Math.abs(samples[loudest])) loudest = i;
                  end(["found", sound.length, sound.numberOfChannels, loudest, canPlay].join(" "));
                }, error => end("found " + error));
                </script></body>
                """
            folder.write(Array(page.utf8), to: "page.html")
            let dump = try Tool.run(
                Browser.program,
                [
                    "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile", "--dump-dom",
                    "file://\(folder.path)/page.html",
                ])
            let text = String(decoding: try #require(dump), as: UTF8.self)
            let found = text.split(whereSeparator: { " <>\n".contains($0) }).drop { $0 != "found" }.dropFirst().prefix(4)
            // Length, channels, the click's position, whether it plays: exact, because this browser uses the tag.
            #expect(found.joined(separator: " ") == "60000 2 14400 true")
        }
    }
#endif
