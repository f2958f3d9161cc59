import SVGAModel
import Testing

@testable import SVGACommand
@testable import SVGATasks

@Suite("Answers of a terminal")
struct PlayInputTests {
    private func probe(_ answers: String) -> TerminalProbe {
        var input = TerminalInput()
        var probe = TerminalProbe()
        for event in input.read(Array(answers.utf8)) { probe.store(event) }
        return probe
    }

    @Test(
        "a terminal that supports pictures is detected",
        arguments: [
            ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c", true, false), ("\u{1B}[?62;4;22c", false, true),
            ("\u{1B}[?64;1;2c", false, false), ("\u{1B}_Gi=31;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?6c", false, false),
            ("\u{1B}_Gi=32;OK\u{1B}\\\u{1B}[?62;14c", false, false),
        ])
    func pictures(answers: String, hasKitty: Bool, hasSixel: Bool) {
        let probe = probe(answers)
        #expect(probe.isComplete && probe.hasKitty == hasKitty && probe.hasSixel == hasSixel)
    }

    @Test("the background and the sizes in pixels are understood, whichever way they end")
    func sizes() {
        let probe = probe("\u{1B}]11;rgb:ffff/8080/0000\u{7}\u{1B}[6;21;9t\u{1B}[4;1050;900t\u{1B}[?1;2c")
        #expect(probe.background == SVGAColor(red: 1, green: Double(0x8080) / 0xFFFF, blue: 0))
        #expect(probe.cell?.width == 9 && probe.cell?.height == 21)
        #expect(probe.windowPixels?.width == 900 && probe.windowPixels?.height == 1050)
        #expect(self.probe("\u{1B}]11;rgb:1/f/0\u{1B}\\").background == SVGAColor(red: 1 / 15, green: 1, blue: 0))
    }

    @Test(
        "answers that make no sense are passed over",
        arguments: [
            "\u{1B}]11;rgb:zz/0/0\u{7}", "\u{1B}]11;rgb:-1/0/0\u{7}", "\u{1B}]11;rgb:1/2\u{7}", "\u{1B}[6;0;0t",
            "\u{1B}[6;99999999999999999999;9t", "\u{1B}[6;-5;9t",
            "\u{1B}[4;t", "\u{1B}_G\u{1B}\\", "\u{1B}P1+r\u{1B}\\", "\u{1B}[c", "plain",
        ])
    func nonsense(answer: String) {
        let probe = probe(answer)
        #expect(!probe.hasKitty && !probe.hasSixel && !probe.isComplete && probe.background == nil && probe.cell == nil)
    }

    @Test("keys and answers are distinguished, even byte by byte")
    func pieces() {
        var input = TerminalInput()
        let text = "q \u{1B}[C\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[1;2D,\u{1B}OH\u{1B}[6~ä."
        let events = text.utf8.flatMap { input.read([$0]) }
        #expect(
            events == [
                .key(.character("q")), .key(.space), .key(.right), .string("_", "Gi=31;OK"), .key(.pageUp), .key(.character(",")),
                .key(.home),
                .key(.pageDown), .key(.character(".")),
            ])
        #expect(!input.isIncomplete)
    }

    @Test("an ESC is the key only where nothing follows it, and an answer that is late is no key")
    func escape() {
        var input = TerminalInput()
        #expect(input.read([0x1B]).isEmpty && input.isIncomplete)
        #expect(input.pause() == [.key(.escape)] && !input.isIncomplete)
        #expect(input.read(Array("\u{1B}_Gi=31;O".utf8)).isEmpty && input.pause().isEmpty)
        #expect(input.read(Array("K\u{1B}\\".utf8)) == [.string("_", "Gi=31;OK")])
    }

    @Test("an answer without an end is given up")
    func endless() {
        var input = TerminalInput()
        #expect(input.read(Array("\u{1B}]11;".utf8) + [UInt8](repeating: 0x41, count: 5000)).isEmpty)
        #expect(input.read(Array("q".utf8)) == [.key(.character("q"))])
    }

    // MARK: Sizes

    private func layout(_ canvas: (Int, Int), _ size: TerminalSize, cell: (Int, Int) = (10, 20), scale: Double = 1) -> PlayLayout {
        PlayLayout(canvas: (canvas.0, canvas.1), in: size, cell: (cell.0, cell.1), scale: scale, hasStatus: true)
    }

    @Test("the picture fills what the status leaves, keeps its aspect, and stands in the middle")
    func fits() {
        let layout = layout((750, 750), TerminalSize(columns: 80, rows: 24))
        #expect(layout.width == 460 && layout.height == 460 && layout.column == 18 && layout.row == 1 && layout.statusRow == 24)
        let wide = self.layout((1600, 100), TerminalSize(columns: 80, rows: 24))
        #expect(wide.width == 800 && wide.height == 50 && wide.column == 1 && wide.row == 11)
    }

    @Test("it is enlarged only where that is asked for")
    func enlarged() {
        let size = TerminalSize(columns: 500, rows: 201)
        #expect(layout((100, 50), size).width == 100)
        #expect(layout((100, 50), size, scale: 3).width == 300)
        #expect(layout((100, 50), size, scale: 1000).width == 5000)
    }

    @Test("a window of one character has a picture of it and no status")
    func tiny() {
        let layout = layout((750, 1334), TerminalSize(columns: 1, rows: 1))
        #expect(layout.statusRow == nil && layout.column == 1 && layout.row == 1 && layout.width == 10 && layout.height == 17)
        let blocks = self.layout((750, 1334), TerminalSize(columns: 1, rows: 1), cell: (1, 2))
        #expect(blocks.width == 1 && blocks.height == 1)
    }

    @Test("the size of a character comes from the window, else from answers, else it is 10 by 20")
    func cells() {
        var size = TerminalSize(columns: 100, rows: 50, widthPixels: 900, heightPixels: 1050)
        let answered = probe("\u{1B}[6;30;15t")
        #expect(size.cell(answered) == (9, 21))
        size.widthPixels = 0
        #expect(size.cell(answered) == (15, 30))
        #expect(size.cell(probe("\u{1B}[4;1000;800t")) == (8, 20))
        #expect(size.cell(TerminalProbe()) == (10, 20))
    }
}
