import SVGAFormat
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import Testing

@testable import SVGAImport

#if SVG
    /// The estimate of an SVG's cost before librsvg draws it, which must not be too low.
    @Suite("Estimates of SVG imports")
    struct SVGSurveyTests {
        private static func page(_ content: String, attributes: String = "", before: String = "") -> [UInt8] {
            let names = ##"xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="100" height="100""##
            return Array("\(before)<svg \(names) \(attributes)>\(content)</svg>".utf8)
        }

        private static func cost(_ content: String, attributes: String = "", side: Double = 100, paints: Bool = false) -> Int {
            var survey = SVGSurvey(page(content, attributes: attributes))
            return survey.drawing(width: side, height: side, paints: paints, ImportWork(.default))
        }

        /// The cost of painting the pixels, without that of the operations.
        private static func painted(_ content: String, attributes: String = "") -> Int {
            cost(content, attributes: attributes, paints: true) - cost(content, attributes: attributes)
        }

        /// The cost of painting each pixel of the canvas once.
        private static let canvas = painted(##"<rect width="100" height="100"/>"##)

        private static let pattern = ##"<pattern id="p" width="9" height="9"><rect width="5" height="5"/></pattern>"##

        private static func isLimited(_ bytes: [UInt8]) -> Bool {
            do throws(ImportError) {
                _ = try SVGImport().run(bytes)
                return false
            } catch {
                if case .limit = error { return true }
                return false
            }
        }

        // MARK: - Inheritance

        @Test(
            "a pattern costs as much for each shape that inherits it",
            arguments: [
                ##"<g fill="url(#p)">SHAPES</g>"##, ##"<g style="stroke: url(#p)">SHAPES</g>"##,
                ##"<g fill="url(#p)"><g><g>SHAPES</g></g></g>"##,
                ##"<g fill="url(#p)"><use href="#s"/></g><defs><g id="s">SHAPES</g></defs>"##,
                ##"<style>g { fill: url(#p) }</style><g>SHAPES</g>"##, ##"<style>.a { FILL: URL("#p") }</style><g class="a">SHAPES</g>"##,
                ##"<style>.a { f\69 ll: url(\23 p) }</style><g class="a">SHAPES</g>"##,
                ##"<style>.a { x: "}"; /* ' */ fill: url(#p) }</style><g class="a">SHAPES</g>"##,
                ##"<style>.a { x: {y}; fill: url(#p) }</style><g class="a">SHAPES</g>"##,
                ##"<style>g:not(.b, .c) { fill: url(#p) }</style><g>SHAPES</g>"##, ##"<g fill="url(&#35;p)">SHAPES</g>"##,
            ])
        func inheritedPattern(content: String) {
            func cost(_ count: Int) -> Int {
                let shapes = String(repeating: ##"<rect width="1" height="1"/>"##, count: count)
                return Self.cost(Self.pattern + content.replacing("SHAPES", with: shapes), side: 1000)
            }
            let tile = SVGSurvey.Cost.layerPixel * 1_000_000
            #expect(cost(40) - cost(20) >= 20 * tile)
        }

        @Test func `a pattern inside an element inherits that element's fill`() {
            func cost(_ count: Int) -> Int {
                let shapes = String(repeating: ##"<rect width="1" height="1"/>"##, count: count)
                let inner = ##"<pattern id="q" width="9" height="9">\##(shapes)</pattern>"##
                return Self.cost(
                    Self.pattern + ##"<g fill="url(#p)">\##(inner)</g><rect fill="url(#q)" width="9" height="9"/>"##, side: 1000)
            }
            #expect(cost(40) - cost(20) >= 20 * SVGSurvey.Cost.layerPixel * 1_000_000)
        }

        @Test func `markers are counted for each vertex of the shapes that inherit them`() {
            func cost(_ count: Int) -> Int {
                let line = (0..<count).map { "L\($0) \($0 % 3)" }.joined()
                return Self.cost(##"<marker id="m"><rect/><rect/></marker><g marker-mid="url(#m)"><path d="M0 0\##(line)"/></g>"##)
            }
            #expect(cost(2000) - cost(1000) > 1000 * 2 * SVGSurvey.Cost.drawn)
        }

        @Test(
            "references are counted in each spelling",
            arguments: [##"x:href="#a""##, ##"href="&#35;a""##, ##"href="&#x23;a""##, ##"href=" #a""##])
        func spelling(reference: String) {
            let shapes = String(repeating: ##"<rect width="1" height="1"/>"##, count: 100)
            let plain = Self.cost("<defs><g id=\"a\">\(shapes)</g></defs>")
            #expect(Self.cost("<defs><g id=\"a\">\(shapes)</g></defs><use \(reference)/>") >= plain + 100 * SVGSurvey.Cost.drawn)
        }

        @Test func `elements that use each other in circles are too much work`() {
            let uses = (0..<4).map { "<use href=\"#a\($0)\"/>" }.joined()
            let groups = (0..<4).map { "<g id=\"a\($0)\">\(uses)<rect width=\"9\" height=\"9\"/></g>" }.joined()
            #expect(Self.isLimited(Self.page(groups)))
        }

        // MARK: - Sizes

        @Test(
            "a shape is as large as its nested viewports make it",
            arguments: [
                ##"<svg viewBox="0 0 10 10"><svg viewBox="0 0 1 1"><rect width="1" height="1"/></svg></svg>"##,
                ##"<svg width="900" height="900" viewBox="0 0 9 9"><svg width="90" height="90" viewBox="0 0 9 9">SMALL</svg></svg>"##,
                ##"<symbol id="s" viewBox="0 0 1 1"><rect width="1" height="1"/></symbol><use href="#s"/>"##,
                ##"<symbol id="s" viewBox="0 0 9 9"><rect width="1" height="1"/></symbol><use href="#s" width="900" height="900"/>"##,
                ##"<symbol id="s" viewBox="0 0 9 9"><use href="#t" width="90" height="90"/></symbol>"##
                    + ##"<symbol id="t" viewBox="0 0 9 9">SMALL</symbol><use href="#s" width="90" height="90"/>"##,
                ##"<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>"##,
            ])
        func nestedViewports(content: String) {
            #expect(
                Self.painted(content.replacing("SMALL", with: ##"<rect width="1" height="1"/>"##) + ##"<g clip-path="url(#c)"/>"##)
                    >= Self.canvas)
        }

        @Test func `the viewport of the document is not that of its parts`() {
            let shape = ##"<rect width="1" height="1"/>"##
            #expect(Self.painted(shape, attributes: ##"viewBox="0 0 1 1""##) == Self.canvas)
            let inner = ##"<svg viewBox="0 0 1000 1000">\##(shape)</svg>"##
            #expect(Self.painted(inner, attributes: ##"viewBox="0 0 1000 1000""##) < Self.canvas / 100)
        }

        @Test(
            "strokes and large letters are painted pixels",
            arguments: [
                ##"<line x2="100" stroke="red" stroke-width="100"/>"##, ##"<path d="M0 50H100" stroke="red" stroke-width="1in"/>"##,
                ##"<rect y="50" width="100" height="0" stroke="red" stroke-width="100"/>"##, ##"<text font-size="100">a</text>"##,
                ##"<g font-size="10"><g font-size="10em"><text>a</text></g></g>"##,
                ##"<g style="font: bold 100px Sans"><text>a</text></g>"##,
                ##"<style>text { font-size: 100px }</style><text>a</text>"##,
                ##"<defs><text id="a">a</text></defs><g font-size="100"><use href="#a"/></g>"##,
            ])
        func strokesAndLetters(content: String) { #expect(Self.painted(content) >= Self.canvas * 8 / 10) }

        @Test func `letters of one text are counted in pairs`() {
            func cost(_ count: Int) -> Int { Self.cost("<text>\(String(repeating: "a", count: count))</text>") }
            #expect(cost(8000) > 3 * cost(4000))
            #expect(Self.isLimited(Self.page("<text>\(String(repeating: "a", count: 20_000))</text>")))
        }

        @Test func `dashes of lines and boxes are counted`() {
            func cost(_ size: Int) -> Int { Self.cost(##"<rect width="\##(size)" height="1" stroke="red" stroke-dasharray="1"/>"##) }
            #expect(cost(2000) - cost(1000) >= 2000 * SVGSurvey.Cost.dash)
        }

        @Test func `the radius of a morphology grows with the transforms around its references`() {
            let filter = ##"<filter id="f"><feMorphology radius="1"/></filter>"##
            let plain = Self.cost(filter + ##"<rect filter="url(#f)"/>"##)
            #expect(Self.cost(filter + ##"<g transform="scale(10)"><rect filter="url(#f)"/></g>"##) > 20 * plain)
        }

        // MARK: - What librsvg aborts the process for

        @Test(
            "texts whose letters and size exceed what Pango can measure are a limit",
            arguments: [
                ##"<text font-size="1e9">a</text>"##, ##"<text font-size="100000">Hello World</text>"##,
                ##"<g font-size="100em"><g font-size="100em"><g font-size="100em"><text>a</text></g></g></g>"##,
                ##"<g style="font: 1e9px Sans"><text>a</text></g>"##, ##"<text style="font-size: 1e9%">a</text>"##,
                ##"<style>.a { font-size: 1e9px }</style><text font-size="1" class="a">a</text>"##,
                ##"<defs><text id="a" font-size="1000em">a</text></defs><g font-size="1e5"><use href="#a"/></g>"##,
                ##"<text font-size="&#49;e9">a</text>"##,
            ])
        func hugeText(content: String) { #expect(Self.isLimited(Self.page(content))) }

        @Test(
            "a document type and an encoding hide nothing from the estimate",
            arguments: [
                ##"<!DOCTYPE svg [<!ENTITY big "1e9">]>"##, ##"<!DOCTYPE svg [<!-- ' --><!ENTITY big "&huge;"><!ENTITY huge '1e9'>]>"##,
            ])
        func documentType(before: String) {
            #expect(Self.isLimited(Self.page(##"<text font-size="&big;">a</text>"##, before: before)))
            #expect(throws: ImportError.self) {
                try SVGImport().run(Self.page(##"+ADw-text font-size="1e9"+AD4-a"##, before: "<?xml version='1.0' encoding='UTF-7'?>"))
            }
        }

        @Test func `entities are replaced before a document is read`() throws {
            let entities = ##"<!ENTITY side "50"><!ENTITY box '<rect width="&side;" height="9"/>'>"##
            let before = ##"<?xml version="1.0" encoding="utf-8"?><!DOCTYPE svg [\##(entities)]>"##
            let made = try SVGImport().run(Self.page("&box;", before: before)).document
            let plain = try SVGImport().run(Self.page(##"<rect width="50" height="9"/>"##)).document
            #expect(made.movie.sprites == plain.movie.sprites && made.movie.sprites.count == 1)
        }

        // MARK: - Ids and embedded SVGs

        @Test(arguments: ["#a { marker: url(#m) }", "path#a { marker: url(#m) }", "#a.b { MARKER-MID: url('#m') }"])
        func `a rule for an id applies to the element with the id`(rule: String) {
            let marker = ##"<marker id="m" markerWidth="3" markerHeight="3"><rect width="9" height="9"/></marker>"##
            let paths = String(repeating: ##"<path d="M0 0L9 9L20 30L5 5Z"/>"##, count: 50)
            func cost(_ rule: String, _ id: String) -> Int {
                Self.cost("<style>\(rule)</style>\(marker)<path id=\"\(id)\" d=\"M0 0L9 9L20 30L5 5Z\"/>\(paths)")
            }
            let (some, none) = (cost(rule, "a"), cost(rule, "b"))
            #expect(some > none, "its markers are counted")
            #expect(cost("* { marker: url(#m) }", "a") > none + 20 * (some - none), "the other paths have none")
        }

        private static func embedded(_ content: String, attributes: String = ##"width="20" height="20""##, before: String = "") -> String {
            let svg = ##"\##(before)<svg xmlns="http://www.w3.org/2000/svg" \##(attributes)>\##(content)</svg>"##
            return ##"<image width="50" height="50" href="data:image/svg+xml;base64,\##(Base64.encoded(Array(svg.utf8)))"/>"##
        }

        @Test func `an embedded SVG with a size is drawn`() throws {
            let box = ##"viewBox="0 0 20 20""##
            for attributes in [##"width="20" height="20""##, box, ##"width="100%" height="100%" "## + box] {
                let content = Self.embedded(##"<rect width="20" height="20" fill="#f00"/>"##, attributes: attributes)
                let movie = try SVGImport().run(Self.page(content)).document
                let picture = try SVGAScene(movie.videoEntity()).pixmap(frame: 0)
                #expect(Array(picture.pixels[(4 * (25 * picture.width + 25))...].prefix(4)) == [255, 0, 0, 255], "\(attributes)")
            }
        }

        @Test func `the content of an embedded SVG is counted for each drawing`() {
            func cost(_ rects: Int, uses: Int) -> Int {
                let image = Self.embedded(String(repeating: ##"<rect width="1" height="1"/>"##, count: rects))
                let all = String(repeating: ##"<use href="#i"/>"##, count: uses)
                return Self.cost(image.replacing("<image", with: ##"<image id="i""##) + all)
            }
            let one = cost(2000, uses: 0) - cost(1000, uses: 0)
            #expect(one >= 1000 * SVGSurvey.Cost.drawn)
            #expect(cost(2000, uses: 3) - cost(1000, uses: 3) >= 4 * one)
            let within = Self.embedded(Self.embedded(String(repeating: ##"<rect width="1" height="1"/>"##, count: 2000)))
            #expect(Self.cost(within) >= 2000 * SVGSurvey.Cost.drawn)
        }

        @Test func `pixels and texts of an embedded SVG have the limits of the file`() {
            #expect(SVGSurvey(Self.page(Self.embedded("", attributes: ##"width="9000" height="9000""##))).embeddedPixels >= 81_000_000)
            #expect(Self.isLimited(Self.page(Self.embedded("", attributes: ##"width="9000" height="9000""##))))
            #expect(Self.isLimited(Self.page(Self.embedded(##"<text font-size="100000">aaaaaa</text>"##))))
            #expect(Self.isLimited(Self.page(Self.embedded(##"<filter id="f"><feConvolveMatrix order="99"/></filter>"##))))
        }

        @Test func `entities of an embedded SVG are refused, because librsvg expands them`() {
            let content = Self.embedded("&a;", before: ##"<!DOCTYPE svg [<!ENTITY a "x">]>"##)
            #expect(SVGSurvey(Self.page(content)).hasUnknownImage)
            #expect(!SVGSurvey(Self.page(Self.embedded("", before: "<!DOCTYPE svg>"))).hasUnknownImage)
        }

        @Test func `an image that is an SVG without a size or of another type is refused, in each spelling of its address`() {
            for address in [
                "data:image/svg+xml;base64,PHN2Zy8+", "DATA:image/svg+xml;base64,PHN2Zy8+", "data:image/png;base64,PHN2Zy8+",
                "data:image/svg+xml,%3Csvg/%3E", "&#100;ata:image/svg+xml,%3Csvg/%3E",
            ] {
                #expect(throws: ImportError.self) {
                    try SVGImport().run(Self.page("<image href=\"\(address)\" width=\"9\" height=\"9\"/>"))
                }
            }
        }

        @Test func `pixels of an embedded image are counted, however its address is written`() {
            let gif = "GIF89a%FF%FF%FF%FF%00%00%00"
            for address in [
                "data:image/gif,\(gif)", "data:image/gif;BASE64,R0lGODlh/////wAAAA==", "data:;base64,R0lGODlh%2F%2F%2F%2F%2FwAAAA==",
            ] {
                #expect(SVGSurvey(Self.page("<image href=\"\(address)\"/>")).embeddedPixels == 65_535 * 65_535, "\(address)")
            }
        }
    }
#endif
