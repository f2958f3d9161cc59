#if Expressions
    import SVGALottie
    import SVGAModel
    import SVGAPixels
    import TestSupport
    import Testing

    @Suite("Expressions") struct ExpressionTests {
        private static let moving = #""a":1,"k":[{"t":0,"s":[0,0]},{"t":4,"s":[8,0]}]"#

        /// The horizontal position of a layer whose position has an expression.
        private func x(_ expression: String, at frame: Double = 5, value: String = #""k":[1,2]"#, more: String = "") throws -> Double {
            try LottieText.x(#"{\#(value),"x":"var $bm_rt;\n\#(expression)"}"#, at: frame)
        }

        private func notes(_ layer: String, limits: ReadLimits = .default) throws -> [Diagnostic] {
            try LottieComposition(bytes: LottieText.file(layer), limits: limits).notes
        }

        @Test("time is in seconds of the composition, and value is the property's own")
        func time() throws {
            #expect(try x("$bm_rt = [time * 10, 0];", at: 7) == 7)
            #expect(try x("$bm_rt = sum(value, [3, 0]);") == 4)
            #expect(try x("$bm_rt = [value[0] + 1, 0];", at: 2, value: Self.moving) == 5)
        }

        @Test("values between frames are between those of the frames")
        func between() throws {
            #expect((try x("$bm_rt = [time * 10, 0];", at: 2.5) - 2.5).magnitude < 1e-9)
        }

        @Test("the exporter's operators work on numbers and lists")
        func operators() throws {
            for (text, result) in [
                ("sum([1, 2], [3, 4])", 4.0), ("sub([5, 2], [3, 4])", 2), ("mul([3, 1], 2)", 6), ("div([9, 1], 3)", 3),
                ("sum([1, 2], 5)", 6), ("[mod(7, 4), 0]", 3), ("$bm_neg([-4, 0])", 4), ("[clamp(9, 1, 5), 0]", 5),
                ("[length([3, 4]), 0]", 5), ("normalize([0.5, 0])", 1), ("[degreesToRadians(180), 0]", Double.pi),
            ] {
                #expect((try x("$bm_rt = \(text);") - result).magnitude < 1e-9, "\(text)")
            }
        }

        @Test("linear and ease go from one value to the other and stop at their ends")
        func interpolation() throws {
            #expect(try x("$bm_rt = linear(time, 0, 1, [0, 0], [10, 0]);", at: 3) == 3)
            #expect(try x("$bm_rt = linear(time, 0, 0.2, [0, 0], [10, 0]);", at: 9) == 10)
            #expect(try x("$bm_rt = [ease(time, 0, 1, 0, 10), 0];", at: 0) == 0)
            #expect((try x("$bm_rt = [ease(time, 0, 1, 0, 10), 0];", at: 5) - 5).magnitude < 0.1)
            #expect(try x("$bm_rt = [easeIn(time, 0, 1, 0, 10), 0];", at: 3) < 3)
            #expect(try x("$bm_rt = [easeOut(time, 0, 1, 0, 10), 0];", at: 3) > 3)
        }

        @Test("keyframes have times and values, and the nearest is found")
        func keyframes() throws {
            #expect(try x("$bm_rt = [numKeys, 0];", value: Self.moving) == 2)
            #expect(try x("$bm_rt = [key(2).value[0] + key(2).time + key(1)[0], 0];", value: Self.moving) == 8.4)
            #expect(try x("$bm_rt = [nearestKey(time).index, 0];", at: 3, value: Self.moving) == 2)
            #expect(try x("$bm_rt = valueAtTime(0.2);", at: 9, value: Self.moving) == 4)
            #expect((try x("$bm_rt = velocityAtTime(0.2);", at: 9, value: Self.moving) - 20).magnitude < 1e-6)
        }

        @Test(
            "a loop may be part of an expression",
            arguments: [("loopOut('cycle')", 2.0), ("loopOut('pingpong')", 6), ("loopOut('offset')", 10)])
        func loops(text: String, result: Double) throws {
            #expect((try x("$bm_rt = sum(\(text), [0, 0]);", at: 5, value: Self.moving) - result).magnitude < 1e-9)
        }

        @Test("a layer's place includes its parents, also if no expression has asked for them before")
        func parents() throws {
            let child = LottieText.layer(type: 3, ks: #""p":{"k":[3,0]}"#, more: #""ind":7,"parent":8"#)
            let parent = LottieText.layer(type: 3, ks: #""p":{"k":[10,0]},"s":{"k":[200,200]}"#, more: #""ind":8"#)
            let layer = LottieText.solid(
                "#ff0000", ks: #""p":{"k":[0,0],"x":"var $bm_rt; $bm_rt = thisComp.layer(7).toComp([1, 0]);"}"#)
            #expect(try LottieText.evaluator(LottieText.file(layer, child, parent)).frameState(at: 0).layers[0].transform.tx == 18)
        }

        @Test(
            "the expression of a path has the methods of a path, and may return vertices and tangents from the origin",
            arguments: [
                ("var p = thisProperty.points(); p[1] = [9, 3]; $bm_rt = createPath(p, thisProperty.inTangents(), [], false);", 3.0),
                ("$bm_rt = thisProperty;", 10), ("$bm_rt = {v: [[0, 1], [5, 7]], i: [[0, 1], [5, 7]], o: [[0, 1], [5, 7]]};", 7),
            ])
        func outlines(expression: String, y: Double) throws {
            let path = #"{"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[0,10],[20,10]],"c":false}"#
            let shape = #"{"ty":"sh","ks":{"k":\#(path),"x":"var $bm_rt; \#(expression)"}}"#
            let bytes = LottieText.file(LottieText.shapes("\(shape),\(LottieText.stroke)"))
            let frameState = try LottieText.evaluator(bytes).frameState(at: 2)
            #expect(frameState.paints().first?.path.coordinates.last.map(Double.init) == y)
            #expect(try LottieComposition(bytes: bytes).notes.isEmpty)
        }

        @Test(
            "an expression that lottie-web evaluates differently has a note",
            arguments: [
                ("$bm_rt = wiggle(1, 5);", "is random: lottie-web draws other values in each run"),
                ("$bm_rt = [comp('Main').width, 0];", "names a composition without a name, which lottie-web cannot draw"),
                ("hidden = 3; $bm_rt = [hidden, 0];", "sets a variable that it does not declare, which lottie-web cannot draw"),
                (
                    "$bm_rt = loopInDuration('cycle', 1);",
                    "repeats keyframes as in After Effects; lottie-web draws other values"
                ),
                ("var a = 1, b; b = 2; function f(c) { c = 3; return c; } $bm_rt = [a + b + f(1), 0];", nil),
            ] as [(String, String?)])
        func differences(expression: String, note: String?) throws {
            let layer = LottieText.solid("#ff0000", ks: #""p":{"k":[1,2],"x":"var $bm_rt; \#(expression)"}"#)
            #expect(try notes(layer).map(\.message) == (note.map { ["the expression of Position \($0)"] } ?? []))
        }

        @Test("a composition with a name in the file has no note")
        func namedComposition() throws {
            let layer = LottieText.solid("#f00", ks: #""p":{"k":[1,2],"x":"var $bm_rt; $bm_rt = [comp('Main').width, 0];"}"#)
            #expect(try LottieComposition(bytes: LottieText.file(layer, more: #""nm":"Main","#)).notes.isEmpty)
        }

        @Test("properties of other layers have their values of the same frame, after their own expressions")
        func layers() throws {
            let source = LottieText.layer(
                type: 3, ks: #""p":{"k":[0,0],"x":"var $bm_rt; $bm_rt = [time * 10, 0];"},"o":{"k":40}"#, more: #""ind":7"#)
            for text in [
                "thisComp.layer(7).transform.position", "thisComp.layer(7)('Transform')('Position')", "thisComp.layer('layer').position",
            ] {
                let target = LottieText.solid("#fff", ks: #""p":{"k":[0,0],"x":"var $bm_rt; $bm_rt = \#(text);"}"#, more: #""ind":8"#)
                let evaluator = try LottieText.evaluator(LottieText.file(source, target))
                #expect(evaluator.frameState(at: 6).layers[0].transform.tx == 6, "\(text)")
            }
        }

        @Test("effects give the values of their controls, with and without keyframes")
        func effects() throws {
            let slider = #"{"ty":5,"nm":"Speed","mn":"ADBE Slider Control","ix":1,"ef":[{"ty":0,"nm":"Slider","ix":1,"v":{"k":9}}]}"#
            let text = #""p":{"k":[0,0],"x":"var $bm_rt; $bm_rt = [effect('Speed')('Slider') + effect(1)(1), 0];"}"#
            let layer = LottieText.solid("#fff", ks: text, more: #""ef":[\#(slider)]"#)
            #expect(try LottieText.evaluator(LottieText.file(layer)).frameState(at: 0).layers[0].transform.tx == 18)
            #expect(try notes(layer).isEmpty)
        }

        @Test("contents of shape layers are found by names and numbers, from the layer and from the property's own groups")
        func shapes() throws {
            let group =
                #"{"ty":"gr","nm":"Box","ix":1,"it":[\#(LottieText.square),"#
                + #"{"ty":"fl","nm":"Fill 1","c":{"k":[0,1,0,1]},"o":{"k":40}},{"ty":"tr","p":{"k":[3,0],"ix":2},"o":{"k":100}}]}"#
            for (text, result) in [
                ("content('Box').content('Fill 1').opacity", 40.0), ("content('Box').transform.position[0]", 3),
                ("thisLayer(2)('Box')(2)('Fill 1')('Opacity')", 40), ("content(1).content(1).size[0]", 10),
            ] {
                let layer = LottieText.shapes(group, ks: #""p":{"k":[0,0],"x":"var $bm_rt; $bm_rt = [\#(text), 0];"}"#)
                #expect(try LottieText.evaluator(LottieText.file(layer)).frameState(at: 0).layers[0].transform.tx == result, "\(text)")
            }
            let size =
                #"{"ty":"rc","nm":"R","p":{"k":[10,10],"x":"var $bm_rt; $bm_rt = sum(thisProperty.propertyGroup(1)(2), value);"},"#
                + #""s":{"k":[6,4],"ix":2},"r":{"k":0}}"#
            let layer = LottieText.shapes(#"{"ty":"gr","nm":"G","it":[\#(size),\#(LottieText.red),{"ty":"tr"}]}"#)
            let bounds = try LottieText.evaluator(LottieText.file(layer)).frameState(at: 0).paints()[0].path.bounds
            #expect(bounds?.x == 13 && bounds?.y == 12)
        }

        @Test("a path may be that of another shape, or be made")
        func paths() throws {
            let first = #"{"ty":"sh","nm":"P","ks":{"k":{"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[0,10],[20,10]],"c":false}}}"#
            func end(_ text: String) throws -> Double? {
                let second = #"{"ty":"sh","nm":"Q","ks":{"k":{"i":[],"o":[],"v":[],"c":false},"x":"var $bm_rt; $bm_rt = \#(text);"}}"#
                let layer = LottieText.shapes(first + "," + second + "," + LottieText.stroke)
                return try LottieText.evaluator(LottieText.file(layer)).frameState(at: 3).paints()[0].path.bounds?.maxX
            }
            #expect(try end("content('P').path") == 20)
            #expect(try end("createPath([[0, 0], [30, 0]], [], [], false)") == 30)
            #expect(try end("createPath([[0, 0], [10 + time * 100, 0]], [], [], false)") == 40)
        }

        @Test("paths that an expression makes may take turns with those of another shape, which moves")
        func pathsInTurn() throws {
            let keys = [(0, 10), (10, 30)].map { time, y in
                #"{"t":\#(time),"s":[{"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[0,\#(y)],[20,\#(y)]],"c":false}]}"#
            }
            let first = #"{"ty":"sh","nm":"P","ks":{"a":1,"k":[\#(keys.joined(separator: ","))]}}"#
            func bottom(_ text: String, at frame: Double) throws -> Double? {
                let second = #"{"ty":"sh","nm":"Q","ks":{"k":{"i":[],"o":[],"v":[],"c":false},"x":"var $bm_rt; $bm_rt = \#(text);"}}"#
                let third = #"{"ty":"sh","nm":"R","ks":{"k":{"i":[],"o":[],"v":[],"c":false},"x":"var $bm_rt; $bm_rt = \#(shift);"}}"#
                let group = #"{"ty":"gr","it":[\#(third),\#(LottieText.stroke),{"ty":"tr"}]}"#
                let layer = LottieText.shapes(first + "," + second + "," + group)
                return try LottieText.evaluator(LottieText.file(layer)).frameState(at: frame).paints()[0].path.bounds?.maxY
            }
            let shift = "createPath(content('Q').path.points(), [], [], false)"
            let turns = "time < 0.35 ? content('P').path : createPath([[0, 50], [1, 50 + time]], [], [], false)"
            #expect(try bottom(turns, at: 2) == 14)
            #expect(try bottom(turns, at: 5) == 50.5)
            #expect(try bottom("content('P').path", at: 2) == 14)
            #expect(try bottom("content('P').path", at: 5) == 20)
        }

        @Test("a long file needs steps for some of its frames only, and a note names an expression that needs too many at one")
        func steps() throws {
            let key = #"{"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[0,10],[20,10]],"c":false}"#
            let first = #"{"ty":"sh","nm":"P","ks":{"a":1,"k":[{"t":0,"s":[\#(key)]},{"t":2000,"s":[\#(key)]}]}}"#
            func notes(_ text: String) throws -> Int {
                let second = #"{"ty":"sh","nm":"Q","ks":{"k":\#(key),"x":"var $bm_rt; $bm_rt = \#(text);"}}"#
                var limits = ReadLimits.default
                limits.expressionSteps = 1000
                let layer = LottieText.shapes(first + "," + second, more: #""ip":0,"op":2000,"st":0"#)
                let file = String(decoding: LottieText.file(layer), as: UTF8.self)
                let bytes = Array(file.replacing(#""op":10,"w""#, with: #""op":2000,"w""#).utf8)
                return try LottieComposition(bytes: bytes, limits: limits).notes.count
            }
            #expect(try notes("content('P').path") == 0)
            #expect(try notes("createPath([[0, 0], [time, 0]], [], [], false)") == 0)
            #expect(try notes("(function () { for (var i = 0; i < 2000; i += 1) {} return content('P').path; }())") == 1)
        }

        @Test("a text is what its expression returns, from the frame on at which it changes")
        func texts() throws {
            let document = #"{"t":0,"s":{"t":"a","f":"F","s":10,"fc":[0,0,0]}}"#
            let layer = LottieText.layer(
                type: 5, more: #""t":{"d":{"k":[\#(document)],"x":"var $bm_rt; $bm_rt = 'n' + Math.floor(time * 5);"},"a":[],"p":{}}"#)
            let composition = try LottieComposition(bytes: LottieText.file(layer))
            #expect(!composition.notes.contains { $0.message.contains("expression") })
        }

        @Test("names that an expression assigns without declaring them are its own")
        func undeclared() throws { #expect(try x("speed2 = 3; $bm_rt = [speed2 * 2, 0];") == 6) }

        @Test("hidden layers take no steps from visible ones, and their children still follow them")
        func hidden() throws {
            // Heavy at frames 3 and 8, which are not evaluated when the file is read.
            let end = "var end = Math.round(time * 10) % 5 === 3 ? 39000 : 1;"
            let heavy = end + " for (var i = 0; i < end; i += 1) {} var $bm_rt = [time * 10, 0];"
            func ks(_ text: String) -> String { ##""p":{"k":[1,2],"x":"\##(text)"}"## }
            let shown = LottieText.solid("#fff", ks: ks(heavy), more: #""ind":1"#)
            let hidden = LottieText.solid("#fff", ks: ks(heavy), more: #""ind":2,"hd":true"#)
            let late = LottieText.solid("#fff", ks: ks(heavy), more: #""ind":3,"ip":8,"op":10,"st":0"#)
            let child = LottieText.solid("#fff", ks: #""p":{"k":[5,0]}"#, more: #""ind":4,"parent":2"#)
            let evaluator = try LottieText.evaluator(LottieText.file(shown, late))
            #expect(evaluator.frameState(at: 3).layers.map(\.transform.tx) == [3])
            // Both are visible, and exceed the limit together: the file's own values are drawn.
            #expect(evaluator.frameState(at: 8).layers.map(\.transform.tx) == [1, 1])
            let followed = try LottieText.evaluator(LottieText.file(hidden, child))
            #expect(followed.frameState(at: 3).layers.map(\.transform.tx) == [8])
        }

        @Test("a value does not depend on the frames that were evaluated before")
        func order() throws {
            let expression = "count = (typeof count === 'number' ? count : 0) + 1; $bm_rt = [count + time * 10 + random(), 0];"
            let bytes = LottieText.file(LottieText.solid("#fff", ks: ##""p":{"k":[1,2],"x":"var $bm_rt; \##(expression)"}"##))
            func values(_ frames: [Double]) throws -> [Double] {
                let evaluator = try LottieText.evaluator(bytes)
                return frames.map { evaluator.frameState(at: $0).layers[0].transform.tx }
            }
            let forward = try values([0, 1, 2, 3, 4, 5])
            #expect(try values([5, 4, 3, 2, 1, 0]) == forward.reversed())
            #expect(try values([3, 3, 1]) == [forward[3], forward[3], forward[1]])
            #expect((forward[4] - 5).magnitude <= 1)
        }

        @Test("an expression that fails at a frame has the plain value there")
        func failingFrame() throws {
            let expression = "if (time > 0.25 && time < 0.35) { nothing(); } $bm_rt = [time * 10, 0];"
            #expect(try [2.0, 3, 5].map { try x(expression, at: $0) } == [2, 1, 5])
        }

        @Test("chance is the same in every run, near the value, and differs between frames")
        func chance() throws {
            let values = try [1.0, 2, 3].map { try x("$bm_rt = wiggle(5, 4);", at: $0, value: #""k":[100,0]"#) }
            #expect(values.allSatisfy { ($0 - 100).magnitude <= 4 } && Set(values).count == 3)
            #expect(try x("$bm_rt = wiggle(5, 4);", at: 2, value: #""k":[100,0]"#) == values[1])
            #expect(try x("$bm_rt = [random(3, 5), 0];") == x("$bm_rt = [random(3, 5), 0];"))
        }

        @Test(
            "an expression that cannot be evaluated leaves the plain value and a note",
            arguments: [
                "$bm_rt = nothing;", "$bm_rt = [;", "throw new Error('x');", "$bm_rt = thisComp.layer('none').position;",
                "$bm_rt = undefined;",
                "$bm_rt = ['a'.replace(/a/, 'b').length, 0];", "$bm_rt = [`1`, 0];", "$bm_rt = [Date.now(), 0];",
                "$bm_rt = [new Function('return 1')(), 0];", "$bm_rt = [({ get a() { return 1; } }).a, 0];",
                "}); $bm_rt = [1, 0]; (function () {",
                "$svga_step = 1; $bm_rt = [3, 0];", "$bm_rt = [(function () { return this.$svga ? 7 : 8; })(), 0];",
            ])
        func failures(text: String) throws {
            let ks = ##""p":{"k":[1,2],"x":\##(JSONText(text))}"##
            let layer = LottieText.solid("#fff", ks: ks)
            #expect(try LottieText.evaluator(LottieText.file(layer)).frameState(at: 0).layers[0].transform.tx == 1)
            let note = try #require(try notes(layer).first)
            #expect(note.location == #"layer "layer""# && note.message.contains("expression of Position"))
        }

        @Test(
            "work without end is ended, in loops, calls, lists and texts, and other properties keep their plain values",
            arguments: [
                "while (true) {}", "for (;;) {}", "do {} while (true)", "for (var i = 0; i > -1; i++) ;",
                "function f() { f(); f(); } while (1) { try { f(); } catch (e) {} }",
                "while (true) { try { throw 1; } catch (e) { continue; } finally { continue; } }",
                "var a = []; a[4294967290] = 1; $bm_rt = [a.indexOf(2), 0];", "var s = 'aaaaaaaa'; while (true) { s += s; }",
                "var o = {}; for (var k in [1]) { while (true) { o[k] = 1; } }", "[1].forEach(function () { while (1); });",
                "var i = 0; while (i < 1 /* ' */) { } // '", "Array.prototype.slice.call({ length: 4294967295 });",
            ])
        func endless(text: String) throws {
            var limits = ReadLimits.default
            limits.expressionSteps = 20_000
            let layer = LottieText.solid("#fff", ks: ##""p":{"k":[1,2],"x":\##(JSONText(text + " $bm_rt = [5, 5];"))},"o":{"k":50}"##)
            let composition = try LottieComposition(bytes: LottieText.file(layer), limits: limits)
            #expect(composition.notes.count == 1)
            #expect(LottieEvaluator(composition).frameState(at: 0).layers[0].transform.tx == 1)
        }

        @Test("work without end at some frames leaves the plain value there, in any order of frames and after little work")
        func endlessLater() throws {
            let text = JSONText("if (time > 0.15 && time < 0.35) { while (true) {} } $bm_rt = [5, 5];")
            let layer = LottieText.solid("#fff", ks: ##""p":{"k":[1,2],"x":\##(text)}"##)
            let bytes = LottieText.file(layer)
            let expected = [5.0, 5, 1, 1, 5, 5, 5, 5, 5, 5]
            for order in [Array(0..<10), Array((0..<10).reversed()), [3, 3, 0, 3]] {
                let evaluator = LottieEvaluator(try LottieComposition(bytes: bytes))
                #expect(evaluator.notes.isEmpty)
                for frame in order { #expect(evaluator.frameState(at: Double(frame)).layers[0].transform.tx == expected[frame]) }
            }
            // 600 frames of them are drawn in a few seconds.
            let evaluator = LottieEvaluator(try LottieComposition(bytes: bytes))
            let seconds = threadSeconds { _ = evaluator.frameState(at: 3) }
            #expect(seconds < 0.1)
        }

        @Test("work of expressions counts where they are evaluated, once")
        func countedWork() throws {
            func work(_ text: String) throws -> [Int] {
                let layer = LottieText.solid("#fff", ks: ##""p":{"k":[1,2],"x":\##(JSONText(text + " $bm_rt = [time, 5];"))}"##)
                let evaluator = LottieEvaluator(try LottieComposition(bytes: LottieText.file(layer)))
                let reading = evaluator.takeExpressionWork()
                _ = evaluator.frameState(at: 3)
                _ = evaluator.frameState(at: 3)
                return [reading, evaluator.takeExpressionWork(), evaluator.takeExpressionWork()]
            }
            let (few, many) = (try work("for (var i = 0; i < 10; i++) {}"), try work("for (var i = 0; i < 10000; i++) {}"))
            #expect(few[0] > 0 && few[1] > 0 && few[2] == 0)
            #expect(many[0] > 3 * 10_000 * 1500 && many[1] > 10_000 * 1500 && many[1] > 10 * few[1] && many[2] == 0)
        }

        @Test("steps that take long end by their time, and count by it")
        func slowSteps() throws {
            let slow = "if (time > 0.15 && time < 0.35) { var s = 'ab'; while (true) { s = s + s; if (s.length > 1e6) { s = 'ab'; } } }"
            let layer = LottieText.solid("#fff", ks: ##""p":{"k":[1,2],"x":\##(JSONText(slow + " $bm_rt = [5, 5];"))}"##)
            let assets = (0..<20).map { #"{"id":"a\#($0)","layers":[\#(layer)]}"# }
            let calls = (0..<20).map { LottieText.layer(type: 0, more: #""refId":"a\#($0)","w":20,"h":20"#) }
            let bytes = LottieText.file(calls.joined(separator: ","), assets: assets.joined(separator: ","))
            let evaluator = LottieEvaluator(try LottieComposition(bytes: bytes))
            _ = evaluator.takeExpressionWork()
            let seconds = threadSeconds { _ = evaluator.frameState(at: 3) }
            #expect(seconds < 1.5)
            #expect(evaluator.takeExpressionWork() > 20 * 2000)
        }

        @Test("equal expressions have one program, and each its own layer and property")
        func shared() throws {
            let layers = ["a", "b"].map { name in
                let ks = #""p":{"k":[1,2],"x":"var $bm_rt; $bm_rt = [thisLayer.name === 'a' ? 3 : 7, time];"}"#
                return LottieText.solid("#fff", ks: ks).replacing(#""nm":"layer""#, with: #""nm":"\#(name)""#)
            }
            let state = try LottieText.evaluator(LottieText.file(layers[0], layers[1])).frameState(at: 5)
            #expect(state.layers.map(\.transform.tx) == [7, 3])
        }

        @Test("with a limit of 0 no expression is evaluated")
        func off() throws {
            var limits = ReadLimits.default
            limits.expressionSteps = 0
            let layer = LottieText.solid("#fff", ks: #""p":{"k":[1,2],"x":"var $bm_rt; $bm_rt = [5, 5];"}"#)
            #expect(try notes(layer, limits: limits).count == 1)
            #expect(try notes(layer).isEmpty)
        }

        /// A text as JSON, with its quotation marks.
        private struct JSONText: CustomStringConvertible {
            let description: String
            init(_ text: String) {
                let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
                description = "\"var $bm_rt; \(escaped)\""
            }
        }
    }
#endif
