import SVGALottie
import SVGAModel
import SVGAPixels
import TestSupport
import Testing

@Suite struct ShapeTests {
    private func paints(_ shapes: String) throws -> [PaintState] {
        try LottieText.evaluator(LottieText.file(LottieText.shapes(shapes))).frameState(at: 0).paints()
    }

    @Test("a fill takes the paths above it, in groups too, and is named after its groups")
    func fills() throws {
        let group = #"{"ty":"gr","nm":"Group 1","it":[\#(LottieText.square),\#(LottieText.red),{"ty":"tr","p":{"k":[3,4]}}]}"#
        let paints = try paints("\(group),\(LottieText.line)")
        #expect(paints.map(\.name) == ["Group 1.Fill 1"])
        #expect(paints.first?.transform == .translation(x: 3, y: 4))
        #expect(paints.first?.path.bounds.map { [$0.x, $0.y, $0.width, $0.height] } == [5, 5, 10, 10])
    }

    @Test("a path stays the same value while only its group moves")
    func stablePaths() throws {
        let move = #"{"a":1,"k":[{"t":0,"s":[0,0],"i":{"x":1,"y":1},"o":{"x":0,"y":0}},{"t":9,"s":[9,0]}]}"#
        let group = #"{"ty":"gr","it":[\#(LottieText.square),\#(LottieText.red),{"ty":"tr","p":\#(move)}]}"#
        let evaluator = try LottieText.evaluator(LottieText.file(LottieText.shapes(group)))
        let (first, later) = (evaluator.frameState(at: 0).paints(), evaluator.frameState(at: 6.5).paints())
        #expect(first[0].path == later[0].path && first[0].transform != later[0].transform)
    }

    @Test("a trim leaves a part of a path, across its start with an offset, and a row of paths in sequence")
    func trims() throws {
        func trim(_ start: Int, _ end: Int, _ offset: Int, _ mode: Int) -> String {
            #"{"ty":"tm","s":{"k":\#(start)},"e":{"k":\#(end)},"o":{"k":\#(offset)},"m":\#(mode)}"#
        }
        let half = try paints("\(LottieText.line),\(trim(25, 75, 0, 1)),\(LottieText.stroke)")
        #expect(half.first?.path.coordinates == [5, 10, 15, 10])
        // From 80 % over the end to 20 %: a part at each end of an open path.
        let around = try paints("\(LottieText.line),\(trim(0, 40, 288, 1)),\(LottieText.stroke)")
        #expect(around.first?.path.coordinates.map { $0.rounded() } == [16, 10, 20, 10, 0, 10, 4, 10])
        let row = try paints("\(LottieText.line),\(LottieText.line),\(trim(0, 75, 0, 2)),\(LottieText.stroke)")
        // The upper one is complete; of the lower one, which is drawn first, half is left.
        #expect(row.first?.path.coordinates == [0, 10, 10, 10, 0, 10, 20, 10])
    }

    @Test("a trim that keeps everything moves the start of a closed path with its offset, which a second trim reveals")
    func secondTrim() throws {
        func trim(_ end: Int, _ offset: Int) -> String { #"{"ty":"tm","s":{"k":0},"e":{"k":\#(end)},"o":{"k":\#(offset)},"m":1}"# }
        func coordinates(_ trims: String) throws -> [Float]? {
            try paints("\(LottieText.square),\(trims),\(LottieText.stroke)").first?.path.coordinates.map { $0.rounded() }
        }
        let half = try coordinates(trim(50, 180))
        #expect(half != (try coordinates(trim(50, 0))))
        #expect(try coordinates("\(trim(100, 180)),\(trim(50, 0))") == half)
        #expect(try coordinates("\(trim(100, 0)),\(trim(50, 180))") == half)
    }

    /// The points of lottie-web 5.13. The start of the rectangle, which the trim continues across, is a vertex twice.
    @Test("the zigzag of a trimmed outline has ridges where lottie-web has them")
    func zigzagAfterTrim() throws {
        let rectangle = #"{"ty":"rc","p":{"k":[14.6,-9.9]},"s":{"k":[90,80]},"r":{"k":0},"d":3}"#
        let trim = #"{"ty":"tm","s":{"k":7.68},"e":{"k":70},"o":{"k":-45.7},"m":1}"#
        let zigzag = #"{"ty":"zz","s":{"k":9.34},"r":{"k":4},"pt":{"k":1}}"#
        let shapes = "\(rectangle),\(trim),\(zigzag),\(LottieText.red)"
        let path = try #require(try LottieText.evaluator(LottieText.file(LottieText.shapes(shapes))).frameState(at: 0).paints().first?.path)
        let expected: [(Float, Float)] = [
            (66.842, -26.969), (50.26, -37.914), (68.94, -41.526), (50.26, -44.317), (68.94, -46.904), (50.26, -49.9), (50.26, -49.9),
            (68.94, -49.9), (50.26, -49.9), (68.94, -49.9), (59.6, -59.24), (41.6, -40.56), (23.6, -59.24),
        ]
        for (index, point) in expected.enumerated() {
            #expect((path.coordinates[2 * index] - point.0).magnitude < 0.002, "point \(index)")
            #expect((path.coordinates[2 * index + 1] - point.1).magnitude < 0.002, "point \(index)")
        }
    }

    @Test(
        "a note names a path modifier before a repeater, which lottie-web applies twice",
        arguments: [
            ("tm", "\"s\":{\"k\":0},\"e\":{\"k\":50},\"o\":{\"k\":0}", true), ("pb", "\"a\":{\"k\":30}", true),
            ("zz", "\"s\":{\"k\":3},\"r\":{\"k\":3},\"pt\":{\"k\":1}", true), ("op", "\"a\":{\"k\":3},\"lj\":1", true),
            ("rd", "\"r\":{\"k\":3}", false),
        ])
    func modifiersBeforeRepeaters(type: String, values: String, isNoted: Bool) throws {
        let (modifier, repeater) = (#"{"ty":"\#(type)",\#(values)}"#, #"{"ty":"rp","c":{"k":2},"o":{"k":0},"m":1,"tr":{"p":{"k":[5,0]}}}"#)
        func hasNote(_ shapes: String) throws -> Bool {
            try LottieComposition(bytes: LottieText.file(LottieText.shapes(shapes))).notes.contains {
                "\($0.message)" == "a path modifier before a repeater is applied once, as in After Effects; lottie-web applies it twice"
            }
        }
        let (square, red) = (LottieText.square, LottieText.red)
        #expect(try hasNote("\(square),\(modifier),\(red),\(repeater)") == isNoted)
        #expect(try !hasNote("\(square),\(red),\(repeater),\(modifier)"))
        #expect(try !hasNote(#"{"ty":"gr","it":[\#(square),\#(modifier),\#(red),{"ty":"tr"}]},\#(repeater)"#))
    }

    @Test("a note names a repeater of copies, which lottie-web draws otherwise, and no other repeater")
    func copiesOfCopies() throws {
        let repeater = #"{"ty":"rp","c":{"k":2},"o":{"k":0},"m":1,"tr":{"p":{"k":[5,0]}}}"#
        func notes(_ shapes: String) throws -> [String] {
            try LottieComposition(bytes: LottieText.file(LottieText.shapes(shapes))).notes.map { "\($0.location) \($0.message)" }
        }
        let square = "\(LottieText.square),\(LottieText.red)"
        let note = #"layer "layer" a repeater of copies is drawn as in After Effects; lottie-web draws other copies"#
        #expect(try notes("\(square),\(repeater),\(repeater)") == [note])
        #expect(try notes(#"{"ty":"gr","it":[\#(square),\#(repeater),{"ty":"tr"}]},\#(repeater)"#) == [note])
        #expect(
            try notes(#"{"ty":"gr","it":[\#(square),\#(repeater),{"ty":"tr"}]},{"ty":"gr","it":[\#(square),\#(repeater),{"ty":"tr"}]}"#)
                .isEmpty)
        let paints = try paints("\(square),\(repeater),\(repeater)")
        #expect(paints.count == 4)
    }

    @Test("a trim of one path after another ends its parts at the start of a closed outline")
    func sequentialParts() throws {
        // The gap is inside of the first of two squares of the same size.
        func parts(mode: Int) throws -> Int {
            let square = LottieText.square.replacing(#""ty":"rc""#, with: #""ty":"rc","d":1"#)
            let trim = #"{"ty":"tm","s":{"k":2},"e":{"k":98},"o":{"k":90},"m":\#(mode)}"#
            return try paints("\(square),\(square),\(trim),\(LottieText.red)")[0].path.verbs.count { $0 == .move }
        }
        #expect(try parts(mode: 1) == 2)
        #expect(try parts(mode: 2) == 3)
    }

    @Test("a note names a trim of one path after another outside of a repeater", arguments: [(1, false), (2, true)])
    func trimmedCopies(mode: Int, isNoted: Bool) throws {
        let repeater = #"{"ty":"rp","c":{"k":2},"o":{"k":0},"m":1,"tr":{"p":{"k":[5,0]}}}"#
        let group = #"{"ty":"gr","it":[\#(LottieText.square),\#(repeater)]}"#
        let trim = #"{"ty":"tm","s":{"k":0},"e":{"k":50},"o":{"k":0},"m":\#(mode)}"#
        let notes = try LottieComposition(bytes: LottieText.file(LottieText.shapes("\(group),\(trim),\(LottieText.red)"))).notes
        #expect(notes.map { "\($0.message)".hasPrefix("a trim of one path after another") } == (isNoted ? [true] : []))
    }

    @Test(
        "a note names a repeater whose copies all leave the place of the shapes, if a paint follows it",
        arguments: [("0", false), ("-1", false), ("-2", true), ("1", true), ("0.5", true), ("-0.5", true)])
    func offsetCopies(offset: String, isNoted: Bool) throws {
        let repeater = #"{"ty":"rp","c":{"k":2},"o":{"k":\#(offset)},"m":1,"tr":{"p":{"k":[5,0]}}}"#
        func hasNote(_ shapes: String) throws -> Bool {
            try LottieComposition(bytes: LottieText.file(LottieText.shapes(shapes))).notes.contains {
                "\($0.message)".hasPrefix("a fill or stroke after a repeater is drawn as in After Effects")
            }
        }
        #expect(try hasNote("\(LottieText.square),\(repeater),\(LottieText.red)") == isNoted)
        #expect(try hasNote(#"{"ty":"gr","it":[\#(LottieText.square),\#(repeater)]},\#(LottieText.red)"#) == isNoted)
        // Shapes that are there twice are not filled.
        let evenOdd = LottieText.red.replacing(#""ty":"fl""#, with: #""ty":"fl","r":2"#)
        #expect(try hasNote("\(LottieText.square),\(repeater),\(evenOdd)"))
        // lottie-web copies such paints, too.
        #expect(try !hasNote("\(LottieText.square),\(LottieText.red),\(repeater)"))
    }

    @Test(
        "a note names a repeater of whose copies lottie-web draws others",
        arguments: [("0", false), ("1", false), ("-1", false), ("-2", false), ("0.5", true), ("1.5", false), ("-0.5", true)])
    func otherCopies(offset: String, isNoted: Bool) throws {
        func hasNote(copies: String) throws -> Bool {
            let repeater = #"{"ty":"rp","c":{"k":\#(copies)},"o":{"k":\#(offset)},"m":1,"tr":{"p":{"k":[5,0]}}}"#
            let shapes = LottieText.shapes("\(LottieText.square),\(LottieText.red),\(repeater)")
            return try LottieComposition(bytes: LottieText.file(shapes)).notes.contains {
                "\($0.message)".hasPrefix("a repeater with a negative or fractional offset is drawn as in After Effects")
            }
        }
        #expect(try hasNote(copies: "2") == isNoted)
        // After the copy 0 comes another one.
        #expect(try hasNote(copies: "5") == (isNoted || offset.hasPrefix("-")))
        #expect(try hasNote(copies: #"[{"t":0,"s":[2]},{"t":5,"s":[5]}]"#) == (isNoted || offset.hasPrefix("-")))
    }

    @Test("a note names a repeater whose offset changes") func changingOffset() throws {
        let offset = #"{"a":1,"k":[{"t":0,"s":[0]},{"t":5,"s":[-1]}]}"#
        let repeater = #"{"ty":"rp","c":{"k":2},"o":\#(offset),"m":1,"tr":{"p":{"k":[5,0]}}}"#
        let shapes = LottieText.shapes("\(LottieText.square),\(repeater),\(LottieText.red)")
        #expect(try LottieComposition(bytes: LottieText.file(shapes)).notes.count == 2)
    }

    @Test("a repeater moves, turns and fades each copy more than the one before")
    func repeaters() throws {
        let repeater = #"{"ty":"rp","c":{"k":3},"o":{"k":0},"m":1,"tr":{"p":{"k":[5,0]},"so":{"k":100},"eo":{"k":0}}}"#
        let paints = try paints("\(LottieText.square),\(LottieText.red),\(repeater)")
        // The last copy has faded away, and the first lies on top.
        #expect(paints.map(\.transform.tx) == [5, 0])
        #expect(paints.map(\.opacity) == [0.5, 1])
    }

    @Test("round corners, polygons and stars have the vertices that they should")
    func outlines() throws {
        let round = try paints(#"\#(LottieText.square),{"ty":"rd","r":{"k":2}},\#(LottieText.red)"#)
        #expect(round.first?.path.verbs.count { $0 == .curve } == 4)
        let star = try paints(
            #"{"ty":"sr","sy":1,"p":{"k":[10,10]},"pt":{"k":5},"r":{"k":0},"ir":{"k":4},"or":{"k":8},"is":{"k":0},"os":{"k":0}},\#(LottieText.red)"#
        )
        #expect(star.first?.path.coordinates.prefix(2) == [10, 2])
        #expect(star.first?.path.verbs.count == 11)
    }

    @Test("a gradient has a stop at each offset of a color and of an alpha")
    func gradients() throws {
        let stops = #"{"p":2,"k":{"k":[0,1,0,0,1,0,0,1,0,1,0.5,0.5,1,1]}}"#
        let paints = try paints(
            #"\#(LottieText.square),{"ty":"gf","o":{"k":100},"t":1,"s":{"k":[5,0]},"e":{"k":[15,0]},"g":\#(stops)}"#)
        guard case .linear(_, _, _, _, let list) = paints.first?.paint else {
            Issue.record("no linear gradient")
            return
        }
        #expect(Set(list.map(\.offset)) == [0, 0.5, 1])
        #expect(list.first { $0.offset == 0.5 }?.color == SVGAColor(red: 0.5, green: 0, blue: 0.5, alpha: 0.5))
    }

    @Test
    func `alpha stops that are almost at the offsets of the colors belong to the colors, as in lottie-web`() throws {
        let stops = #"{"p":3,"k":{"k":[0,1,0,0,0.5,0,1,0,1,0,0,1,0,1,0.505,0.2,1,1]}}"#
        let paints = try paints(
            #"\#(LottieText.square),{"ty":"gs","o":{"k":100},"w":{"k":2},"t":1,"s":{"k":[5,0]},"e":{"k":[15,0]},"g":\#(stops)}"#)
        guard case .linear(_, _, _, _, let list) = paints.first?.paint else {
            Issue.record("no linear gradient")
            return
        }
        #expect(list.map(\.offset) == [0, 0.5, 1] && list.map(\.color.alpha) == [1, 0.2, 1])
        #expect(paints.first?.hasMaskRegion == false)
    }

    @Test
    func `two color stops at one offset stay a hard edge beside alpha stops`() throws {
        let stops = #"{"p":4,"k":{"k":[0,1,0,0,0.5,1,0,0,0.5,0,0,1,1,0,0,1,0,1,1,0.5]}}"#
        let paints = try paints(
            #"\#(LottieText.square),{"ty":"gf","o":{"k":100},"t":1,"s":{"k":[5,0]},"e":{"k":[15,0]},"g":\#(stops)}"#)
        guard case .linear(_, _, _, _, let list) = paints.first?.paint else {
            Issue.record("no linear gradient")
            return
        }
        let edge = list.filter { $0.offset == 0.5 }.map(\.color)
        #expect(edge.map(\.red) == [1, 0] && edge.map(\.blue) == [0, 1])
        #expect(edge.map(\.alpha) == [0.75, 0.75])
    }

    @Test
    func `two alpha stops at one offset stay a hard edge between colors`() throws {
        let stops = #"{"p":2,"k":{"k":[0,1,0,0,1,0,0,1,0,1,0.5,1,0.5,0,1,0]}}"#
        let paints = try paints(
            #"\#(LottieText.square),{"ty":"gf","o":{"k":100},"t":1,"s":{"k":[5,0]},"e":{"k":[15,0]},"g":\#(stops)}"#)
        guard case .linear(_, _, _, _, let list) = paints.first?.paint else {
            Issue.record("no linear gradient")
            return
        }
        #expect(list.filter { $0.offset == 0.5 }.map(\.color.alpha) == [1, 0])
    }

    @Test("colors of files before 4.1.9 are 0…255")
    func byteColors() throws {
        let fill = #"{"ty":"fl","c":{"k":[255,0,51,255]},"o":{"k":100}}"#
        var text = String(decoding: LottieText.file(LottieText.shapes("\(LottieText.square),\(fill)")), as: UTF8.self)
        text.replace("5.5.0", with: "4.1.8")
        let paints = try LottieText.evaluator(Array(text.utf8)).frameState(at: 0).paints()
        #expect(paints.first?.paint == .color(SVGAColor(red: 1, green: 0, blue: 0.2)))
    }

    @Test
    func `ridges of a straight line are evenly spaced, and its ends are moved along it, as in lottie-web`() throws {
        let zigzag = #"{"ty":"zz","s":{"k":2},"r":{"k":3},"pt":{"k":1}}"#
        let path = try #require(try paints("\(LottieText.line),\(zigzag),\(LottieText.stroke)").first?.path)
        #expect(stride(from: 0, to: path.coordinates.count, by: 2).map { path.coordinates[$0] } == [-2, 5, 10, 15, 18])
    }
}
