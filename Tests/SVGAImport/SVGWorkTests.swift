#if SVG
    import SVGAFormat
    import SVGAModel
    import TestSupport
    import Testing

    @testable import SVGAImport

    @Suite("Work of SVG imports")
    struct SVGWorkTests {
        private static func cost(_ content: String, side: Int = 100, paints: Bool = false) -> Int {
            var survey = SVGSurvey(Array("<svg width=\"\(side)\" height=\"\(side)\">\(content)</svg>".utf8))
            return survey.drawing(width: Double(side), height: Double(side), paints: paints, ImportWork(.default))
        }

        @Test
        func `a nested composition is counted for each use, level by level`() {
            func nested(_ levels: Int) -> String {
                let inner = (1..<levels).map { ##"<g id="a\##($0)"><use href="#a\##($0 - 1)"/><use href="#a\##($0 - 1)"/></g>"## }.joined()
                return ##"<defs><g id="a0"><rect width="9" height="9"/></g>\##(inner)</defs><use href="#a\##(levels - 1)"/>"##
            }
            let (four, five, twenty) = (Self.cost(nested(4)), Self.cost(nested(5)), Self.cost(nested(20)))
            #expect(Double(five) > 1.7 * Double(four) && Double(five) < 2.1 * Double(four))
            #expect(twenty > 30_000 * four / 8)
            #expect(throws: ImportError.self) {
                try SVGImport().run(Array("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">\(nested(22))</svg>".utf8))
            }
        }

        @Test
        func `references in a circle end`() {
            #expect(Self.cost(##"<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>"##) > 0)
        }

        @Test
        func `filters cost in proportion to the canvas and to how often they are used, also by a style sheet`() {
            let filter = ##"<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>"##
            let plain = Self.cost("<rect width=\"9\" height=\"9\"/>", side: 1000)
            let once = Self.cost(filter + ##"<rect filter="url(#f)"/>"##, side: 1000) - plain
            let twice = Self.cost(filter + ##"<rect filter="url(#f)"/><rect style="filter: url('#f')"/>"##, side: 1000) - plain
            let style = ##"<style>.a, rect.b { filter: url(#f) }</style>"##
            let styled = Self.cost(filter + style + ##"<rect class="a"/><rect class="b c"/>"##, side: 1000)
            #expect(once > 100_000_000 && Double(twice) > 1.9 * Double(once) && Double(styled) > 1.9 * Double(once))
            #expect(Self.cost(filter + ##"<rect filter="url(#f)"/>"##, side: 100) < once / 20)
        }

        @Test
        func `lines that may cross are counted in pairs, and separate lines are not`() {
            let crossing = (0..<2000).map { "L\($0 * 7919 % 97) \($0 * 104_729 % 89)" }.joined()
            let apart = (0..<2000).map { "M\($0 % 50 * 2) \($0 / 50 * 2)h1v1" }.joined()
            let (dense, sparse) = (Self.cost(#"<path d="M0 0\#(crossing)"/>"#), Self.cost(#"<path d="\#(apart)"/>"#))
            #expect(dense > 10 * sparse)
            #expect(Self.cost(#"<polygon points="0,0 \#(crossing.replacing("L", with: " "))"/>"#) > 10 * sparse)
        }

        @Test
        func `dashes, markers and letters are counted by their number`() {
            func dashed(_ length: Int) -> Int { Self.cost(#"<path d="M0 0H\#(length)" stroke="red" stroke-dasharray="1 1"/>"#) }
            #expect(dashed(20_000) - dashed(10_000) > 50_000_000)
            func marked(_ count: Int) -> Int {
                let line = (0..<count).map { "L\($0) \($0 % 3)" }.joined()
                return Self.cost(##"<marker id="m"><rect/><rect/></marker><path d="M0 0\##(line)" marker-mid="url(#m)"/>"##)
            }
            #expect(marked(2000) - marked(1000) > 1000 * 80_000)
            func written(_ count: Int) -> Int { Self.cost("<text>\(String(repeating: "a", count: count))</text>") }
            #expect(written(2000) - written(1000) > 10_000_000)
        }

        @Test
        func `a shape is as large as its units, its exponent, its styles and its nested transforms make it`() {
            func painted(_ content: String) -> Int {
                Self.cost(content, paints: true) - Self.cost(content, paints: false)
            }
            let whole = painted(##"<rect width="100" height="100"/>"##)
            #expect(whole == 40_000 && painted(##"<rect width="1" height="1"/>"##) < 100)
            for content in [
                ##"<rect width="10em" height="10em"/>"##, ##"<rect width="1e2" height="1.0e+2px"/>"##,
                ##"<rect width="1in" height="9in"/>"##, ##"<rect width="100% " height="100%"/>"##, ##"<circle r="1e+2"/>"##,
                ##"<ellipse rx="50"/>"##,
                ##"<rect style="width: 100px; height: 100px"/>"##, ##"<style>rect { width: 9999px; height: 1px }</style><rect/>"##,
                ##"<g transform="scale(10)"><g transform="scale(10)"><rect width="1" height="1"/></g></g>"##,
                ##"<rect transform="scale(10) scale(10)" width="1" height="1"/>"##,
                ##"<rect style="transform: scale(100)" width="1" height="1"/>"##,
                ##"<defs><rect id="a" width="1" height="1" transform="scale(10)"/></defs><use href="#a" transform="scale(10)"/>"##,
            ] {
                #expect(painted(content) >= whole * 9 / 10, "\(content)")
            }
        }

        @Test
        func `several rules of a style sheet for one class are counted together`() {
            let filter = ##"<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>"##
            func styled(_ rules: String) -> Int {
                Self.cost(filter + "<style>\(rules)</style>" + ##"<rect class="a" width="9" height="9"/>"##, side: 1000)
            }
            let once = styled(".a { filter: url(#f) }")
            #expect(styled(".a { filter: url(#f) } .a { opacity: 0.5 }") >= once)
            #expect(styled(".a { opacity: 0.5 }") < once / 2)
        }

        @Test
        func `markers of a style sheet are counted for each segment`() {
            func marked(_ count: Int) -> Int {
                let line = (0..<count).map { "L\($0) \($0 % 3)" }.joined()
                let style = "<style>path { marker-mid: url(#m) }</style>"
                return Self.cost(style + ##"<marker id="m"><rect/><rect/></marker><path d="M0 0\##(line)"/>"##)
            }
            #expect(marked(2000) - marked(1000) > 1000 * 80_000)
        }

        @Test
        func `comments, quoted signs and documents that break off are no elements`() {
            let rect = Self.cost("<rect/>")
            #expect(Self.cost("<!-- <rect/><rect/> --><rect/>") == rect)
            #expect(Self.cost("<rect title='<rect/>'/>") == rect)
            let text = Array(#"<!DOCTYPE svg [<!ENTITY a "<g/>">]><svg><rect id="a" d="M0 0L9"#.utf8)
            for cut in 0..<text.count { _ = SVGSurvey(Array(text.prefix(cut))) }
        }

        @Test
        func `operations of a script are stored once`() throws {
            let svg =
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99\" height=\"99\">"
                + (0..<300).map { "<rect x=\"\($0 % 90)\" y=\"\($0 / 9)\" width=\"9\" height=\"9\" fill=\"red\"/>" }.joined() + "</svg>"
            let work = ImportWork(.default)
            let made = try SVGImport(SVGImport.Options(), work).run(Array(svg.utf8))
            #expect(made.document.movie.sprites.count == 1)
            #expect(work.units < 100_000_000)
        }
    }
#endif
