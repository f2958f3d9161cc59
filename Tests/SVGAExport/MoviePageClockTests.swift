import Foundation
import SVGAFormat
import SVGAModel
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAExport

/// The time of pages that draw the movie themselves, with a clock that a test moves.
@Suite struct MoviePageClockTests {
    private let folder = TemporaryFolder()

    private func openPage() async throws -> PlayedPage {
        let path = "\(folder.path)/\(UUID()).html"
        let scene = try SVGAScene(VideoEntity(path: TestFiles.sample("gift-mattes").path))
        _ = try await MoviePage(HTMLOptions(autoplay: false), compressSound: nil).export(
            scene, to: OutputDestination(path: path), options: ExportOptions(), sound: nil
        ) { _ in }
        let page = try PlayedPage()
        try await page.open(path)
        return page
    }

    @Test(.needs(Browser.program)) func `a speed that changes while it plays goes on from the same frame, and pausing stays at it`()
        async throws
    {
        let page = try await openPage()
        // With a clock that a test moves: 30 frames a second.
        let seen = try page.browser.value(
            """
            (() => {
              let now = 0, next = null;
              performance.now = () => now;
              globalThis.requestAnimationFrame = (tick) => { next = tick; return 1; };
              globalThis.cancelAnimationFrame = () => { next = null; };
              const { player } = svga, seen = [];
              const at = (time) => { now = time; next?.(time); seen.push(player.frame); };
              player.seek(0);
              player.play();
              at(1000);
              player.speed = 0.1;
              at(1000);
              at(1500);
              player.speed = 2;
              at(1600);
              player.pause();
              at(5000);
              player.play();
              next(4990);
              seen.push(player.frame);
              at(5500);
              return seen.join(" ") + " " + player.isPlaying;
            })()
            """)
        // 30; 5 hundredths of a second more are 1.5 frames; a tenth at speed 2 is 6.
        #expect(seen as? String == "30 30 31 37 37 37 67 true")
    }

    /// - Parameter script: what is done with `player`, of 90 frames at 30 a second, and `at(time)`, which moves the clock to a time in
    ///   milliseconds; `seen` is the answer.
    private func played(_ script: String) async throws -> String? {
        let page = try await openPage()
        return try page.browser.value(
            """
            (() => {
              let now = 0, waiting = new Map(), made = 0;
              performance.now = () => now;
              globalThis.requestAnimationFrame = (tick) => { waiting.set(made += 1, tick); return made; };
              globalThis.cancelAnimationFrame = (request) => { waiting.delete(request); };
              const { player } = svga, seen = [];
              const at = (time) => {
                now = time;
                const due = [...waiting.values()];
                waiting.clear();
                for (const tick of due) tick(time);
              };
              player.addEventListener("end", () => seen.push(`end ${now}`));
              player.seek(0);
              player.loops = 3;
              \(script)
              return seen.join(", ");
            })()
            """) as? String
    }

    @Test(.needs(Browser.program)) func `loops that are over before a pause count after it`() async throws {
        // Two loops, a pause in the third, and what is left of it.
        let seen = try await played(
            """
            player.play(); at(7000); player.pause(); at(60_000); player.play();
            at(61_900); seen.push(player.frame, player.isPlaying); at(62_100);
            """)
        #expect(seen == "87, true, end 62100")
    }

    @Test(.needs(Browser.program)) func `pauses in every loop, and at a loop's last frame, change no count`() async throws {
        let seen = try await played(
            """
            for (let time = 0; time < 20_000; time += 1000) { at(time); player.play(); at(time + 500); player.pause(); }
            """)
        // It plays half of the time: 9 s are over after 17.5.
        #expect(seen == "end 17500")
        let last = try await played(
            """
            player.play(); at(2980); player.pause(); player.play(); at(3100); seen.push(player.frame); at(8900); at(9100);
            """)
        #expect(last == "2, end 9100")
    }

    @Test(.needs(Browser.program)) func `after the end it plays all loops again, and from the frame that is sought or drawn`() async throws
    {
        let seen = try await played(
            """
            player.play(); at(9000); player.play(); at(17_900); seen.push(player.isPlaying); at(18_000);
            player.draw(30); player.play(); seen.push(player.frame); at(18_100); seen.push(player.frame); at(25_900); at(26_000);
            player.seek(89); player.play(); at(26_100); seen.push(player.frame);
            """)
        #expect(seen == "end 9000, true, end 18000, 30, 33, end 26000, 3")
    }

    @Test(.needs(Browser.program)) func `a listener that pauses it and plays it again leaves one clock`() async throws {
        let seen = try await played(
            """
            let frames = 0;
            player.addEventListener("frame", () => { frames += 1; player.pause(); player.play(); });
            player.play(); for (let time = 0; time < 1000; time += 100) at(time);
            seen.push(frames, waiting.size);
            """)
        #expect(seen == "9, 1")
    }
}
