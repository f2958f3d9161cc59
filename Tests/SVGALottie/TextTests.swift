import SVGALottie
import SVGAModel
import SVGAPixels
import SVGARender
import TestSupport
import Testing

/// Texts whose letters are bars, 2 points wide and 8 high at a font size of 10, 1 point after the start of an advance of 5 points.
@Suite struct TextTests {
    /// Selects all letters of a text animator.
    private static let all = #""t":0,"b":1,"sh":1,"r":1,"a":{"k":100}"#

    private static func file(
        _ text: String, document: String = "", animator: String = "", selector: String = all, groups: String = #""g":1,"a":{"k":[0,0]}"#,
        more: String = "", version: String = "5.5.0", position: String = "[2,12]"
    ) -> [UInt8] {
        let bar = #"{"ty":"gr","it":[{"ty":"rc","p":{"k":[20,-40]},"s":{"k":[20,80]},"r":{"k":0}}]}"#
        let glyphs = ["I", "J"].map { letter in
            #"{"ch":"\#(letter)","size":20,"style":"Regular","w":50,"fFamily":"F","data":{"shapes":[\#(bar)]}}"#
        }
        let space = #"{"ch":" ","size":20,"style":"Regular","w":50,"fFamily":"F","data":{}}"#
        let font =
            #""fonts":{"list":[{"fName":"F-Regular","fFamily":"F","fStyle":"Regular","ascent":75}]},"chars":[\#((glyphs + [space]).joined(separator: ","))],"#
        let rest = document.isEmpty ? "" : "," + document
        let source = #"{"k":[{"t":0,"s":{"s":10,"f":"F-Regular","t":"\#(text)","j":0,"tr":0,"lh":6,"fc":[1,0,0]\#(rest)}}]}"#
        let animators = animator.isEmpty ? "" : #"{"s":{\#(selector)},"a":{\#(animator)}}"#
        let layer = LottieText.layer(
            type: 5, ks: #""p":{"k":\#(position)}"#,
            more: #""t":{"d":\#(source),"a":[\#(animators)],"m":{\#(groups)}\#(more)"#
                + (more.contains("masksProperties") ? "" : "}"))
        let file = String(decoding: LottieText.file(layer, more: font), as: UTF8.self)
        return Array(file.replacing(#""v":"5.5.0""#, with: #""v":"\#(version)""#).utf8)
    }

    /// Two letters of an installed font.
    private static func letters(family: String) throws -> LottieAnimation {
        let source = #"{"k":[{"t":0,"s":{"s":14,"f":"F","t":"Il","tr":0,"fc":[1,0,0]}}]}"#
        let layer = LottieText.layer(type: 5, ks: #""p":{"k":[2,14]}"#, more: #""t":{"d":\#(source),"a":[]}"#)
        return try LottieAnimation(bytes: LottieText.file(layer, more: #""fonts":{"list":[{"fName":"F","fFamily":"\#(family)"}]},"#))
    }

    private static func ink(_ bytes: [UInt8]) throws -> [Int]? { try LottieText.frame(bytes).inkBox }

    @Test
    func `a line after the first is one line height and one point lower, as in lottie-web`() throws {
        #expect(try Self.ink(Self.file("I")) == [3, 4, 2, 8])
        #expect(try Self.ink(Self.file(#"\r I"#)) == [8, 11, 2, 8])
    }

    @Test
    func `upright letters of an installed font stand on whole pixels, as in Chromium on Linux`() throws {
        func frame(_ y: Double, rotation: Double = 0) throws -> Pixmap {
            let source = #"{"k":[{"t":0,"s":{"s":14,"f":"F","t":"Ie","tr":0,"fc":[1,0,0]}}]}"#
            let layer = LottieText.layer(
                type: 5, ks: #""p":{"k":[2,\#(y)]},"r":{"k":\#(rotation)}"#, more: #""t":{"d":\#(source),"a":[]}"#)
            return try LottieText.frame(LottieText.file(layer, more: #""fonts":{"list":[{"fName":"F","fFamily":"DejaVu Sans"}]},"#))
        }
        let whole = try frame(16)
        #expect(whole.inkBox != nil)
        #expect(try frame(15.7) == whole && frame(16.4) == whole)
        #expect(try frame(16.6) != whole)
        #expect(try frame(16, rotation: 5) != frame(16.4, rotation: 5))
    }

    @Test(arguments: [
        ("monospace", "Courier New"), ("Monospace", "Courier New"), ("serif", "Times New Roman"), ("sans-serif", "Arial"),
        ("system-ui", "Sans"),
    ])
    func `a generic family is drawn as the one that Chromium takes for it, without a note about a missing font`(
        generic: String, family: String
    ) throws {
        let drawn = try Self.letters(family: generic)
        #expect(try drawn.pixmap(frame: 0) == Self.letters(family: family).pixmap(frame: 0))
        #expect(drawn.textRemarks.allSatisfy { $0.remarks.substitution == nil })
    }

    @Test
    func `generic families are different fonts`() throws {
        let frames = try ["monospace", "sans-serif", "serif"].map { try Self.letters(family: $0).pixmap(frame: 0) }
        #expect(frames[0] != frames[1] && frames[0] != frames[2] && frames[1] != frames[2])
    }

    @Test(arguments: [
        (#""sc":[0,0,1],"sw":4,"of":false"#, true), (#""sc":[0,0,1],"sw":4,"of":true"#, false), (#""sc":[0,0,1],"sw":4"#, false),
        (#""sc":[0,0,1],"sw":0,"of":false"#, false), (#""of":false"#, false),
    ])
    func `a stroke below the fill is drawn as in After Effects, with a note because lottie-web draws it above`(
        document: String, isBelow: Bool
    ) throws {
        let file = Self.file("I", document: document)
        let note = "the stroke of its text is drawn below the fill, as in After Effects; lottie-web draws it above"
        #expect(try LottieComposition(bytes: file).notes.map { "\($0.message)" } == (isBelow ? [note] : []))
        // The letter is two points wide, so the stroke of four covers all of it.
        if document.contains(#""sw":4"#) { #expect(try (LottieText.frame(file).pixel(3, 8) == .red) == isBelow) }
    }

    @Test(
        arguments: [
            ("J", 1, nil), ("j", 1, "its text is drawn in capitals, as in After Effects; lottie-web draws it as typed"),
            ("J", 2, "the small capitals of its text are drawn as lowercase letters"), ("J", 0, nil),
        ] as [(String, Int, String?)])
    func `capitals that lottie-web does not draw have a note`(text: String, caps: Int, note: String?) throws {
        let file = Self.file(text, document: #""ca":\#(caps)"#)
        #expect(try LottieComposition(bytes: file).notes.map { "\($0.message)" } == (note.map { [$0] } ?? []))
        #expect(try Self.ink(file) == [3, 4, 2, 8])
    }

    @Test(arguments: [("II", false, true), ("I", false, false), ("II", true, false)])
    func `a text of several letters without tracking has a note, because lottie-web draws them at one position`(
        text: String, hasTracking: Bool, isNoted: Bool
    ) throws {
        let file = String(decoding: Self.file(text), as: UTF8.self)
        let bytes = Array((hasTracking ? file : file.replacing(#""tr":0,"#, with: "")).utf8)
        let notes = try LottieComposition(bytes: bytes).notes.map { "\($0.message)" }
        #expect(notes == (isNoted ? ["its text has no tracking, which counts as 0; lottie-web draws all letters at one position"] : []))
    }

    @Test
    func `an animated stroke of a text without a stroke is one point wide, as in lottie-web`() throws {
        let frame = try LottieText.frame(Self.file("I", animator: #""sc":{"k":[0,0,1,1]}"#))
        // A bar of two points with half a point of the stroke on each side.
        #expect(frame.inkBox == [2, 3, 4, 10])
        #expect(try LottieText.frame(Self.file("I", animator: #""sc":{"k":[0,0,1,1]},"sw":{"k":4}"#)).inkBox == [1, 2, 6, 12])
    }

    @Test
    func `a centered line is measured without the tracking after its last letter and without the spaces at its end`() throws {
        // Two letters and a tracking of 2 points between them are 12 points wide.
        let document = #""j":2,"tr":200"#
        #expect(try Self.ink(Self.file("II  ", document: document, position: "[10,12]")) == [5, 4, 9, 8])
    }

    @Test
    func `a line that is wider than its box is broken at a space, which disappears, otherwise before the letter that does not fit`() throws
    {
        let box = #""sz":[12,20],"ps":[0,-12]"#
        // The first line stands at the ascent below the box's corner.
        let word = try LottieText.frame(Self.file("I II", document: box))
        #expect(word.inkBox == [3, 0, 7, 15])
        #expect(word.pixel(9, 3) == .clear && word.pixel(9, 12) == .red)
        let letters = try LottieText.frame(Self.file("III", document: box))
        #expect(letters.pixel(9, 3) == .red && letters.pixel(4, 12) == .red && letters.pixel(9, 12) == .clear)
    }

    @Test(
        "a range selector covers letters, letters without spaces, words or lines",
        arguments: [(1, 0, 255), (2, 0, 255), (3, 0, 255), (4, 128, 128)])
    func units(unit: Int, first: Int, last: Int) throws {
        // The first half: of three letters with a space, of two without, of two words, or half of one line.
        let selector = #""t":0,"b":\#(unit),"sh":1,"r":1,"a":{"k":100},"s":{"k":0},"e":{"k":50}"#
        let frame = try LottieText.frame(Self.file("I J", animator: #""o":{"k":0}"#, selector: selector))
        #expect(abs(Int(frame.pixel(4, 8).alpha) - first) <= 1 && abs(Int(frame.pixel(14, 8).alpha) - last) <= 1)
    }

    @Test
    func `letters turn around the middle of their group's baseline: a letter, a word or a line`() throws {
        func ink(_ groups: String) throws -> [Int]? {
            let animator = #""r":{"k":90}"#
            return try Self.ink(Self.file("IJ", animator: animator, groups: groups, position: "[2,10]"))
        }
        #expect(try ink(#""g":1,"a":{"k":[0,0]}"#) == [4, 8, 14, 3])
        #expect(try ink(#""g":2,"a":{"k":[0,0]}"#) == [7, 6, 8, 7])
        #expect(try ink(#""g":3,"a":{"k":[0,0]}"#) == [7, 6, 8, 7])
        // The anchor point is 30 % of the group's half width to the right.
        #expect(try ink(#""g":2,"a":{"k":[30,0]}"#) != [7, 6, 8, 7])
    }

    @Test
    func `a letter that turns around a vertical axis becomes narrower`() throws {
        let frame = try LottieText.frame(Self.file("I", animator: #""ry":{"k":60},"s":{"k":[400,100]}"#))
        // Four times as wide, and half of it.
        #expect(frame.inkBox == [1, 4, 5, 8])
    }

    @Test
    func `animated tracking spreads the letters of a centered line to both sides`() throws {
        #expect(try Self.ink(Self.file("II", document: #""j":2"#, position: "[10,12]")) == [6, 4, 7, 8])
        #expect(try Self.ink(Self.file("II", document: #""j":2"#, animator: #""t":{"k":4}"#, position: "[10,12]")) == [4, 4, 11, 8])
    }

    @Test
    func `hue, saturation and brightness of an animator change the fill`() throws {
        let frame = try LottieText.frame(Self.file("I", animator: #""fh":{"k":120}"#))
        #expect(frame.pixel(4, 8) == .green)
        let dark = try LottieText.frame(Self.file("I", animator: #""fb":{"k":-100}"#))
        #expect(dark.pixel(4, 8).red == 0)
    }

    @Test
    func `letters stand on a path and turn with it`() throws {
        // Straight down at x = 10.
        let line = #"{"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[10,2],[10,18]],"c":false}"#
        let path =
            #","p":{"m":0,"f":{"k":0},"l":{"k":0},"a":{"k":0},"p":{"k":PERPENDICULAR},"r":{"k":0}}},"masksProperties":[{"mode":"n","pt":{"k":\#(line)},"o":{"k":100}}]"#
        func ink(_ perpendicular: String) throws -> [Int]? {
            try Self.ink(Self.file("II", more: path.replacing("PERPENDICULAR", with: perpendicular), position: "[0,0]"))
        }
        // The bars lie to the right of the path, one below the other.
        #expect(try ink("1") == [10, 3, 8, 7])
        #expect(try ink("0") == [8, 0, 3, 10])
    }

    @Test
    func `outlines of an exporter before version 4.8 are not drawn, with a note, and the text can be replaced`() throws {
        var animation = try LottieAnimation(bytes: Self.file("I", version: "4.6.3"))
        #expect(try animation.pixmap(frame: 0).inkBox == nil)
        #expect(animation.notes.map(\.message) == ["its text is not drawn: the letters' outlines were exported before version 4.8"])
        animation.setText("X", for: "layer")
        #expect(try animation.pixmap(frame: 0).inkBox != nil)
    }

    @Test
    func `justified text and an unknown path have notes`() throws {
        let justified = try LottieAnimation(bytes: Self.file("I", document: #""j":3"#))
        #expect(justified.notes.map(\.message) == ["its justified text is aligned left"])
        let path = try LottieAnimation(bytes: Self.file("I", more: #","p":{"m":4}"#))
        #expect(path.notes.map(\.message) == ["its text is drawn straight: its path, mask 4, does not exist"])
    }

    #if Expressions
        private static func selector(_ expression: String, unit: Int = 1) -> String {
            #""t":1,"b":\#(unit),"x":"var $bm_rt; \#(expression)""#
        }

        /// The alpha of the three letters of "I J", of which the second one is a space.
        private static func alphas(_ selector: String, at frame: Int = 0, text: String = "I J") throws -> [Int] {
            let bytes = file(text, animator: #""o":{"k":0}"#, selector: selector)
            let picture = try LottieAnimation(bytes: bytes).pixmap(frame: frame)
            return [4, 9, 14].map { Int(picture.pixel($0, 8).alpha) }
        }

        @Test
        func `an expression selects each letter, word or line by its number`() throws {
            #expect(try Self.alphas(Self.selector("$bm_rt = textIndex == 3 ? selectorValue : 0;")) == [255, 0, 0])
            #expect(try Self.alphas(Self.selector("$bm_rt = textIndex == 2 ? 100 : 0;", unit: 2)) == [255, 0, 0])
            #expect(try Self.alphas(Self.selector("$bm_rt = textIndex == 1 ? 100 : 0;", unit: 3)) == [0, 0, 255])
            #expect(try Self.alphas(Self.selector("$bm_rt = textTotal == 1 ? 100 : 0;", unit: 4)) == [0, 0, 0])
            #expect(try Self.alphas(Self.selector("$bm_rt = [textTotal * 10 - 30, 0, 0];")) == [255, 0, 255])
            // The opacity of a letter that is selected half: 1 + (0 × 0.5 − 1) × 0.5.
            #expect(try Self.alphas(Self.selector("$bm_rt = 50;")).map { ($0 + 1) / 64 } == [2, 0, 2])
        }

        @Test
        func `an expression of a selector sees the time of each frame, in any order of frames`() throws {
            let selector = Self.selector("$bm_rt = time * 10 >= textIndex ? 100 : 0;")
            for frame in [5, 0, 2, 5, 1] {
                #expect(try Self.alphas(selector, at: frame) == [frame >= 1 ? 0 : 255, 0, frame >= 3 ? 0 : 255])
            }
        }

        @Test
        func `a note tells that lottie-web cannot draw the expression of a selector, and one that fails is not drawn`() throws {
            func notes(_ selector: String) throws -> [String] {
                let bytes = Self.file("I", animator: #""o":{"k":0}"#, selector: selector)
                return try LottieComposition(bytes: bytes).notes.map { "\($0.message)" }
            }
            let drawn = "a text selector with an expression is drawn as in After Effects; lottie-web 5.13 cannot draw the file"
            #expect(try notes(Self.selector("$bm_rt = textIndex;")) == [drawn])
            for text in ["$bm_rt = nothing;", "while (true) {}", "$bm_rt = 'a';", "$bm_rt = ["] {
                #expect(try notes(Self.selector(text)) == ["a text animator with an expression or wiggly selector is not drawn"])
                #expect(try Self.alphas(Self.selector(text)) == [255, 0, 255])
            }
        }

        @Test
        func `an expression of a selector that needs too many steps at a frame selects nothing there`() throws {
            let selector = Self.selector("if (time > 0.15 && time < 0.25) { while (true) {} } $bm_rt = 100;")
            #expect(try [1, 2, 3].map { try Self.alphas(selector, at: $0)[0] } == [0, 255, 0])
        }
    #endif
}
