#if Expressions
    import Foundation
    import SVGAModel
    import SVGASupport
    import TestSupport
    import Testing

    @testable import SVGALottie

    @Suite("Scripts without the engine") struct ScriptTests {
        /// The values of all expressions of a file at some frames.
        private struct Values: Equatable {
            var numbers: [[Double]?] = []
            var isDirect = false
        }

        private static func values(_ bytes: [UInt8], isDirect: Bool, frames count: Int = 12) throws -> Values? {
            var rules = JSONLimits()
            (rules.depth, rules.values, rules.isLenient) = (160, 10_000_000, true)
            let tape = try JSONTape(parsing: bytes, limits: rules)
            let limits = ReadLimits.default
            guard let evaluator = ExpressionEvaluator(tape, limits: limits, isDirect: isDirect) else { return nil }
            var values = Values()
            for (composition, frames) in evaluator.frames.enumerated() {
                let own = evaluator.sites.indices.filter { evaluator.sites[$0].composition == composition }
                let step = max(1, ((frames.end - frames.first) / Double(count)).rounded(.down))
                for frame in stride(from: frames.first, to: frames.end, by: step) where !own.isEmpty {
                    values.numbers += evaluator.values(of: own, at: frame, maximumSteps: 40_000)
                }
            }
            values.isDirect = evaluator.direct != nil
            return values
        }

        /// The values of both ways are equal.
        /// - Returns: whether the engine was not needed.
        @discardableResult
        private static func compare(_ bytes: [UInt8], _ name: Comment) throws -> Bool {
            guard let engine = try values(bytes, isDirect: false) else { return false }
            let direct = try #require(try values(bytes, isDirect: true), name)
            #expect(direct.numbers.count == engine.numbers.count, name)
            let differences = zip(direct.numbers, engine.numbers).enumerated().filter { _, pair in pair.0 != pair.1 }
            if let first = differences.first {
                Issue.record("\(name): \(differences.count), \(first.offset): \(first.element.0 ?? []) \(first.element.1 ?? [])")
            }
            return direct.isDirect
        }

        private static let moving = #""a":1,"k":[{"t":0,"s":[0,0]},{"t":4,"s":[8,6]},{"t":7,"s":[3,1]}]"#
        private static let turning = #""a":1,"k":[{"t":1,"s":[10]},{"t":6,"s":[70]}],"ix":10"#

        /// A file with what expressions reach, and an expression of the position and one of the rotation.
        private static func file(_ position: String, _ rotation: String) -> [UInt8] {
            let parent = LottieText.layer(
                type: 3, ks: #""p":{"k":[10,5],"ix":2},"s":{"k":[200,50,100]},"r":{\#(turning)},"sk":{"k":20},"a":{"k":[1,2]}"#,
                more: #""ind":8"#)
            let slider = #"{"ty":5,"nm":"Speed","mn":"ADBE Slider Control","ix":1,"ef":[{"ty":0,"nm":"Slider","ix":1,"v":{\#(turning)}}]}"#
            let control = #"{"ty":5,"nm":"Layer","ix":2,"ef":[{"ty":10,"nm":"Layer","ix":1,"v":{"k":8}}]}"#
            let path = #"{"ty":"sh","nm":"Path 1","ix":1,"ks":{"k":{"i":[[0,0],[0,0]],"o":[[0,0],[0,0]],"v":[[0,1],[2,1]],"c":false}}}"#
            let size = #"{"ty":"rc","nm":"Box","ix":2,"p":{"k":[1,1],"ix":3},"s":{\#(moving),"ix":2},"r":{"k":4,"ix":4}}"#
            let inner = #"{"ty":"tr","p":{"k":[3,4],"ix":2},"a":{"k":[0,0]},"s":{"k":[100,100],"ix":3},"r":{"k":15,"ix":6},"o":{"k":50}}"#
            let group = #"{"ty":"gr","nm":"Group 1","ix":1,"cix":2,"np":3,"it":[\#(path),\#(size),\#(LottieText.red),\#(inner)]}"#
            let ks = #""p":{\#(moving),"x":\#(JSONValue.string(position).text(.compact))},"a":{"k":[2,3]},"s":{"k":[50,50]}"#
            let turn = #""r":{\#(turning),"x":\#(JSONValue.string(rotation).text(.compact))},"o":{"k":40,"ix":11}"#
            return LottieText.file(
                LottieText.shapes(group, ks: ks + "," + turn, more: #""ind":7,"parent":8,"ef":[\#(slider),\#(control)]"#), parent,
                more: #""nm":"Main","#)
        }

        @Test(
            "has the same values as the engine, for positions and rotations",
            arguments: [
                "value", "[time * 10, 0]", "time * 3", "sum(value, [3, 0])", "sum(value, 3)", "sub(3, value)", "mul(value, 2)",
                "div(value, 4)",
                "mul(2, value)", "div(6, [1, 2])", "$bm_neg(value)", "mod(7, 4)", "-7 % 4", "clamp(time, 0.2, 0.5)", "clamp(value, 1, 2)",
                "length([3, 4])", "length(value, [1, 1])", "normalize([3, 4])", "degreesToRadians(180)", "radiansToDegrees(1)",
                "linear(time, 0, 1, 5, 10)", "linear(time, 5, 9)", "linear(time, 1, 0, [1, 2], [3, 5])", "ease(time, 0, 1, 0, 10)",
                "easeIn(time, 0.2, 0.7, [0, 1], [10, 3])", "easeOut(time, 2, 8)", "numKeys", "key(1).value", "key(2).time", "key(2)[0]",
                "key(2)[1]", "key(9)", "key(0).time", "key(1)[0].length", "nearestKey(time).index", "nearestKey(time).time",
                "valueAtTime(time - 0.1)", "velocityAtTime(0.2)", "speedAtTime(0.2)", "velocity", "speed", "thisProperty.velocity",
                "thisProperty.value", "thisProperty.key(1).value", "thisProperty.propertyIndex", "propertyIndex", "loopOut('cycle')",
                "loopOut('pingpong', 1)", "loopOut('offset')", "loopOut('continue')", "loopIn('cycle')", "loopInDuration('offset', 0.2)",
                "loopOutDuration('pingpong', 0.3)", "loopOut('nothing')", "wiggle(5, 4)", "wiggle(2, 30, 3)", "width", "height", "index",
                "inPoint", "outPoint", "startTime", "hasParent ? 3 : 4", "parent.rotation", "parent.transform.position", "active ? 1 : 2",
                "thisLayer.name.length", "thisLayer.name === 'layer' ? 1 : 2", "thisLayer.index", "thisLayer.opacity", "opacity", "scale",
                "scale[0] + scale[1]", "anchorPoint", "position", "rotation", "transform.position", "transform.rotation / 2",
                "transform('Scale')", "transform(11)", "thisLayer(6)(2)", "thisLayer('Transform')('ADBE Scale')", "thisComp.width",
                "thisComp.frameDuration", "thisComp.duration", "thisComp.numLayers", "thisComp.layer(8).position",
                "thisComp.layer(8).index",
                "thisComp.layer('none').position", "thisComp('layer').rotation", "comp('Main').layer(8).scale", "comp('x').layer(8).scale",
                "effect('Speed')('Slider')", "effect(1)(1)", "effect('Speed')(1) + 1", "effect('Speed')('none')", "effect('none')(1)",
                "thisLayer(4)('Speed')(1)", "effect('Layer')('Layer').transform.rotation", "effect('Speed').numProperties",
                "content('Group 1').content('Box').size", "content('Group 1').transform.rotation", "content('Group 1').content(2)(2)",
                "content('Group 1').content('Box').roundness", "content(1).content(2)('Size')",
                "thisLayer(2)(1)(2)(2)('ADBE Vector Rect Size')",
                "content('Group 1').content('Fill 1').opacity", "content('none').content(1)", "content('Group 1').propertyIndex",
                "content('Group 1').content('Box').propertyGroup(1).propertyIndex", "thisProperty.propertyGroup(1)(10)",
                "thisProperty.propertyGroup(1)('Rotation')", "content('Group 1')(2).numProperties",
                "content('Group 1')('ADBE Vectors Group')(1)",
                "toComp([1, 2])", "fromComp([1, 2])", "toWorld(anchorPoint, 0.3)", "toWorldVec([1, 2, 3])", "fromWorldVec([3, 1])",
                "parent.toComp([0, 0])", "thisComp.layer(7).fromWorld([4, 5])", "framesToTime(5)", "timeToFrames()", "timeToFrames(2, 5)",
                "Math.sin(time) + Math.PI", "Math.abs([-1, 2])", "Math.max(1, time, 0.3)", "Math.min(1, value)", "Math.round(-2.5)",
                "Math.round(time * 10) / 3", "Math.pow(2, time)", "Math.atan2(1, time)", "Math.exp(-time) * Math.sqrt(2)",
                "Math.floor([1.5, 2])",
                "isNaN(value) ? 1 : 2", "nothing", "typeof nothing === 'undefined' ? 5 : 6", "typeof value === 'number' ? 1 : 2",
                "typeof position === 'object' ? 1 : 2", "value + 1", "value[0] + value[1]", "'a' === 'b' ? 1 : 2", "1 == true ? 4 : 2",
                "null == undefined ? 1 : 2", "rotation == rotation[0] ? 3 : 4", "!value ? 1 : 2", "value && 3", "0 || [4, 5]", "(1, 2)",
                "value.value", "rotation.value + 1", "undefined", "null", "true", "[1]", "[1, 2, 3]", "[NaN, 2]", "[[7], 3]", "[]", "1 / 0",
                "eval('thisLayer.parent').hasParent ? 1 : 2", "eval(['thisLayer'][0]).hasParent ? 1 : 2", "eval('name')", "Math.random()",
                "random(3, 5)", "[1, 2].concat([3])", "smooth(0.2, 5)", "thisLayer.effect('Speed')('Slider').value",
                "effect('Speed')(1).key(2).time",
                "position.valueAtTime(0.3)", "parent.rotation.valueAtTime(0.3)", "parent.rotation.numKeys", "value.length", "-value",
                "mask(1)", "mask('x').maskOpacity", "thisComp.layer(thisLayer, 1).index", "name.length", "$bm_sum(1, 2)", "sum('a', 1)",
                "sub('7', 1)", "Number('3')", "parseInt('7', 10)", "[0x10, 1e1]", "time >= 0.3 ? 1 : time > 0.2 ? 2 : 3", "+value[0]",
            ])
        func expressions(text: String) throws {
            let statement = "var $bm_rt;\n$bm_rt = \(text);"
            try ScriptTests.compare(ScriptTests.file(statement, statement), "\(text)")
        }

        @Test(
            "has the same values as the engine, with statements",
            arguments: [
                "var a = 1, b; b = a + 1; a += b; b *= 3; a -= 0.5; b /= 2; a %= 2; $bm_rt = [a, b];",
                "var i, s = 0; for (i = 0; i < 5; i++) { if (i == 3) continue; s += i; } $bm_rt = [s, i];",
                "var n = 4; while (n > 0) { n--; if (n === 2) break; } do { n += 2 } while (n < 9); $bm_rt = [n, --n];",
                "function f(a, b) { if (b === undefined) { return a * 2; } return a + b; } $bm_rt = [f(3), f(3, 4)];",
                "$bm_rt = [twice(4), k]; var k = 3; function twice(x) { return x * 2 * (k ? 1 : 2); }",
                "var f = function (x) { return x < 1 ? 1 : x * f(x - 1); }; $bm_rt = [f(5), 0];",
                "function outer() { var c = 0; function add() { c += 2; return c; } add(); add(); return c; } $bm_rt = [outer(), outer()];",
                "var list = [1, 2]; list[2] = 4; list[0] = list[1] + list[2]; $bm_rt = [list[0], list.length];",
                "try { nothing(); $bm_rt = 1; } catch (e) { $bm_rt = [5, 6]; }",
                "try { $bm_rt = thisComp.layer('none').position; } catch (e) { $bm_rt = value; }",
                "try { try { key(99); } catch (a) { null.x; } } catch (b) { $bm_rt = [7, 8]; }",
                "try { throw 1; } catch (e) { $bm_rt = e; }", "try { x(); } catch (e) { $bm_rt = e.message.length; }",
                "hidden = 3; other = hidden + 1; $bm_rt = [hidden, other];", "function f() { found = 4; } f(); $bm_rt = [found, 1];",
                "time = 3; $bm_rt = [time, 0];", "var time = 3; $bm_rt = [time, 0];", "value = 3; $bm_rt = [1, 2];",
                "index = 3; $bm_rt = [index, 2];",
                "var $bm_rt = 3\n$bm_rt = $bm_rt + 1", "$bm_rt = 1 // comment\n/* other */ $bm_rt += 2",
                "var a = 1\nvar b = 2\n$bm_rt = [a, b]",
                "if (time > 0.3) $bm_rt = 1; else if (time > 0.2) $bm_rt = 2; else { $bm_rt = 3; }", "if (time > 0.3) $bm_rt = 4;",
                "var s = 'thisLayer', n = 0; while (eval([s][0]).hasParent) { s += '.parent'; n += eval([s][0]).rotation; } $bm_rt = [n, n];",
                "var n = 0; if (numKeys > 0) { n = nearestKey(time).index; if (key(n).time > time) { n--; } } $bm_rt = [n, 0];",
                "while (true) {} $bm_rt = 1;", "function f() { f(); } f(); $bm_rt = 1;",
                "var s = 'a'; while (true) { s += s; } $bm_rt = 1;",
                "switch (1) { case 1: $bm_rt = [3, 4]; }",
                "var a = 0; switch (numKeys) { case 1: a = 1; break; case 3: a = 3; default: a += 5; } $bm_rt = [a, 'a::b::'.split('::').length];",
                "switch ('2') { case 2: $bm_rt = 1; break; default: $bm_rt = 2; case 3: $bm_rt += 4; break; case 4: $bm_rt = 9; }",
                "function f(x) { switch (x) { case 1: return 5; break; default: return null; } } $bm_rt = [f(1) || 2, f(3) || 7];",
                "$bm_rt = 'ab::c'.split('::')[0] === 'ab' ? 3 : 4; while (true) { switch (1) { case 1: break; } break; }",
                "var o = { a: 3 }; $bm_rt = [o.a, 1];", "$bm_rt = [/a/.test('a') ? 1 : 2, 0];",
                "$bm_rt = new Array(3).length;", "return 3;", "break;",
                "var s = 0; for (var i = 0; i < 900; i++) { s = [s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s][0] + 1; } $bm_rt = s;",
                "$bm_rt = [1, 2",
                "var f = thisProperty.valueAtTime; $bm_rt = f(0.2);",
                "var t = Math.sin; $bm_rt = [t(1), 0];", "for (var k in [1, 2]) { $bm_rt = [3, k]; }", "a = [1]; a[0] = a; $bm_rt = 3;",
                "var a = []; for (var i = 0; i < 3; i += 1) { a[i] = function () { return i; }; } $bm_rt = [a[0](), a[2]()];",
            ])
        func statements(text: String) throws {
            let statement = text.contains("var $bm_rt") ? text : "var $bm_rt;\n" + text
            try ScriptTests.compare(ScriptTests.file(statement, statement), "\(text)")
        }

        @Test("has the same values as the engine, where expressions need each other")
        func references() throws {
            for (position, rotation) in [
                ("$bm_rt = [rotation, transform.rotation * 2];", "$bm_rt = time * 10;"),
                ("$bm_rt = [rotation, 1];", "$bm_rt = position[0] + 1;"), ("$bm_rt = mul(position, 2);", "$bm_rt = rotation + 1;"),
                ("$bm_rt = thisComp.layer(7).toComp([1, 1]);", "$bm_rt = thisComp.layer(7).position[1];"),
            ] { try ScriptTests.compare(ScriptTests.file("var $bm_rt; " + position, "var $bm_rt; " + rotation), "\(position)") }
        }

        @Test("frequent expressions need no engine")
        func direct() throws {
            let frequent = [
                "$bm_rt = comp('Main').layer('layer').transform.opacity;", "$bm_rt = wiggle(10, 4);", "$bm_rt = div(mul(index, 360), 6);",
                "$bm_rt = effect('Speed')('Slider');", "$bm_rt = thisComp.layer(8).toComp([0, 0]);",
                "try { $bm_rt = nothing(); } catch (e) { $bm_rt = value; }",
            ]
            for text in frequent {
                #expect(try ScriptTests.compare(ScriptTests.file("var $bm_rt; " + text, "var $bm_rt; " + text), "\(text)"), "\(text)")
            }
            #expect(try !ScriptTests.compare(ScriptTests.file("var $bm_rt; $bm_rt = random(2);", "var $bm_rt; $bm_rt = 1;"), "random"))
        }

        private static let shared: [URL] = ["lottie", "lottie-2"].flatMap { name in
            let folder = TestFiles.root.deletingLastPathComponent().appendingPathComponent("shared/" + name)
            let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
            return files.filter { $0.pathExtension == "json" }
        }

        @Test("has the same values as the engine, in files of others", .enabled(if: !shared.isEmpty, "no Lottie files beside the package"))
        func files() throws {
            var direct: [String] = []
            for url in ScriptTests.shared where try ScriptTests.compare([UInt8](Data(contentsOf: url)), "\(url.lastPathComponent)") {
                direct.append(url.lastPathComponent)
            }
            #expect(direct.count > 8, "\(direct)")
        }
    }
#endif
