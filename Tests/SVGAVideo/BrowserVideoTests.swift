#if Video
    import Foundation
    import SVGAExport
    import SVGARender
    import SVGAVideo
    import TestSupport
    import Testing

    @Suite struct BrowserVideoTests {
        @Test(.needs(Browser.program)) func `a browser shows the page through a WebM where the movie is transparent`() async throws {
            let folder = TemporaryFolder()
            let scene = try VideoFixtures.scene(frames: 3)
            try await Exporter.export(scene, to: VideoSink(path: "\(folder.path)/gift.webm", format: .webm))
            let page = """
                <body>waiting<script>
                const video = document.createElement('video');
                video.muted = true;
                video.onerror = () => { document.body.textContent = 'error: ' + video.error.message; };
                const draw = () => {
                    const canvas = document.createElement('canvas');
                    canvas.width = 64;
                    canvas.height = 48;
                    const context = canvas.getContext('2d');
                    context.fillStyle = '#00ff00';
                    context.fillRect(0, 0, 64, 48);
                    context.drawImage(video, 0, 0);
                    const pixel = (x, y) => Array.from(context.getImageData(x, y, 1, 1).data).join(' ');
                    document.body.textContent = '[' + [pixel(50, 4), pixel(50, 24)].join(',') + ']';
                };
                // Loaded is not yet decoded: only a frame that was shown can be drawn.
                video.requestVideoFrameCallback(draw);
                video.src = 'gift.webm';
                document.body.append(video);
                video.play();
                </script></body>
                """
            folder.write(Array(page.utf8), to: "page.html")
            // Virtual time goes on while a busy machine decodes: with more of it the video is shown in the end.
            var document = "waiting"
            for seconds in [10, 30, 90] where document.contains("waiting") {
                document = try Browser.document(ofPage: "\(folder.path)/page.html", milliseconds: 1000 * seconds)
            }
            let list = try #require(document.firstMatch(of: /\[([0-9 ,]+)\]/), "\(document)").output.1
            let pixels = list.split(separator: ",").map { $0.split(separator: " ").compactMap { Int($0) } }
            // Above the bar there is nothing but the page; the bar is 0.2, 0.5, 0.9 and opaque.
            for (pixel, expected) in zip(pixels, [[0, 255, 0, 255], [51, 128, 230, 255]]) {
                #expect(zip(pixel, expected).allSatisfy { abs($0 - $1) <= 10 }, "\(pixel) is not \(expected)")
            }
            #expect(pixels.count == 2)
        }
    }
#endif
