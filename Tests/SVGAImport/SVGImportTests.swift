import Foundation
import SVGAFormat
import SVGAImage
import SVGAModel
import SVGAPixels
import SVGARender
import SVGASupport
import TestSupport
import Testing

@testable import SVGAImport

#if SVG
    @Suite("SVG stills")
    struct SVGImportTests {
        static func run(_ svg: String, _ change: (inout SVGImport.Options) -> Void = { _ in }) throws -> Imported {
            var options = SVGImport.Options()
            change(&options)
            return try SVGImport(options).run(Array(svg.utf8))
        }

        static func page(_ content: String) -> String {
            ##"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="80"><defs><linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient><clipPath id="c"><circle cx="50" cy="40" r="30"/></clipPath></defs>"##
                + content + "</svg>"
        }

        /// The SSIM of what the movie shows with what librsvg draws.
        static func similarity(_ svg: String) throws -> (similarity: Double, notes: [Imported.Note]) {
            let made = try run(svg)
            let shown = try SVGAScene(made.document.videoEntity(), options: RenderOptions(background: .white)).pixmap(frame: 0)
            let still = try SVGStill(Array(svg.utf8))
            var drawn = try still.picture(width: shown.width, height: shown.height)
            // Premultiplied, so white lies behind with what is missing.
            for index in drawn.pixels.indices where index % 4 != 3 { drawn.pixels[index] += 255 - drawn.pixels[index | 3] }
            for index in drawn.pixels.indices where index % 4 == 3 { drawn.pixels[index] = 255 }
            return (StructuralSimilarity.compare(shown, drawn), made.rasterized)
        }

        @Test
        func `a picture in it, which Cairo writes about when it goes away, does no harm`() throws {
            let png = Base64.encoded(try Pixmap(width: 4, height: 4).pngData())
            let svg = Self.page(#"<image width="40" height="40" href="data:image/png;base64,\#(png)"/><rect width="9" height="9"/>"#)
            for _ in 0..<20 { #expect(try Self.run(svg).document.movie.sprites.count == 1) }
        }

        @Test(arguments: [
            ##"<filter id="f"><feFlood x="0" y="0" width="9" height="9"/><feTile/></filter><rect x="40" y="30" width="9" height="9" filter="url(#f)"/>"##,
            ##"<style>:lang(x-cn) { }</style><g xml:lang="en"/>"##,
        ])
        func `an SVG that makes librsvg abort does not end the process`(content: String) throws {
            for _ in 0..<2 {
                do throws(ImportError) {
                    _ = try SVGImport().run(Array(Self.page(content).utf8))
                } catch {
                    // Later versions of librsvg draw it.
                    guard case .broken(_, _, let reason) = error else { throw error }
                    #expect(reason == "librsvg fails on it")
                }
            }
        }

        @Test func `a line that is filled by the even-odd rule has no area, and its stroke remains`() throws {
            let content = ##"<g fill-rule="evenodd" transform="rotate(33)"><path d="M0 0H9V9H0Z"/><path stroke="#f00" d="M30 5v10"/></g>"##
            let movie = try Self.run(Self.page(content)).document.movie
            #expect(movie.sprites.count == 1 && movie.sprites[0].frames[0].shapes.count == 2)
        }

        @Test func `a picture has fewer pixels if more are too much work`() throws {
            let blurs = (0..<9).map { ##"<filter id="f\##($0)"><feGaussianBlur stdDeviation="2"/></filter>"## }.joined()
            let rects = (0..<9).map { ##"<rect x="9" y="9" width="30" height="30" filter="url(#f\##($0))"/>"## }.joined()
            func side(_ work: Int) throws -> Int {
                let movie = try Self.run(Self.page(blurs + rects)) { $0.limits.work = work }.document.movie
                return try #require(ImageDecoder.size(of: ImageEntity(key: "", format: .png, bytes: movie.images[0].bytes))).width
            }
            #expect(try side(.max) == 200)
            let reduced = try side(80_000_000)
            #expect(reduced >= 100 && reduced < 200)
        }

        static let shapes: [(String, String)] = [
            (
                "shapes",
                ##"<rect x="9" y="9" width="40" height="20" rx="6" fill="#c33"/><ellipse cx="70" cy="40" rx="20" ry="30" fill="#39f8"/>"##
            ),
            (
                "strokes",
                ##"<path d="M10 60C30 0 60 90 90 20" fill="none" stroke="#063" stroke-width="5" stroke-linecap="round" stroke-dasharray="9 7"/>"##
            ),
            (
                "transforms",
                ##"<g transform="translate(50 40) rotate(30) scale(2 .7)"><rect x="-15" y="-15" width="30" height="30" fill="#fc0" stroke="#333" stroke-width="4"/></g>"##
            ),
            ("even-odd", ##"<path fill-rule="evenodd" fill="#205" d="M10 10h60v60h-60zM20 20h40v40h-40zM30 30h20v20h-20z"/>"##),
            (
                "lines",
                ##"<path d="M9 20H90" stroke="#c00" stroke-width="9"/><line x1="30" y1="30" x2="30" y2="70" stroke="#04c" stroke-width="5"/>"##
            ),
            (
                "clip",
                ##"<g clip-path="url(#c)"><rect x="20" width="50" height="80" fill="#0a6"/><path d="M0 40h99" stroke="#fff" stroke-width="6"/></g>"##
            ),
            (
                "opacity",
                ##"<g opacity=".5"><rect x="9" y="9" width="50" height="40" fill="#f00"/><circle cx="60" cy="45" r="25" fill="#00f"/></g>"##
            ),
            ("text", ##"<text x="8" y="50" font-size="32" fill="#222">Gift</text>"##),
            (
                "use and CSS",
                ##"<style>.a{fill:#e0a;stroke:#222;stroke-width:2}</style><defs><path id="u" d="M0 0l18 6-6 18z"/></defs><use href="#u" class="a" x="12" y="9"/><use href="#u" class="a" transform="translate(60 30) scale(1.5)"/>"##
            ),
        ]

        @Test("content that SVGA has shapes for stays shapes and looks the same", arguments: shapes)
        func staysShapes(name: String, content: String) throws {
            let (similarity, notes) = try Self.similarity(Self.page(content))
            #expect(similarity > 0.99, "\(name)")
            #expect(notes.isEmpty, "\(name)")
        }

        @Test(
            "other content becomes a picture with a reason, and looks the same",
            arguments: [
                (
                    ##"<circle cx="50" cy="40" r="35" fill="url(#g)"/><rect width="9" height="9"/>"##,
                    "a gradient fills a path"
                ),
                (##"<path d="M9 40L90 50" fill="none" stroke="url(#g)" stroke-width="20"/>"##, "a stroke or a clipped part has a gradient"),
                (##"<path fill-rule="evenodd" fill="#205" d="M50 5L75 75L10 30H90L25 75Z"/>"##, "an even-odd fill intersects itself"),
                (
                    ##"<filter id="f"><feGaussianBlur stdDeviation="3"/></filter><rect x="20" y="20" width="50" height="40" filter="url(#f)"/>"##,
                    "the entire drawing becomes one image: it contains images, filters or masks"
                ),
            ])
        func becomesPicture(content: String, reason: String) throws {
            let (similarity, notes) = try Self.similarity(Self.page(content))
            #expect(similarity > 0.98 && notes == [Imported.Note(Message(verbatim: reason))])
        }

        @Test
        func `a clip path that is a trapezoid around the shape's box is kept`() throws {
            for path in ["M0 0H100V80H60Z", "M100 0V80H60L0 0Z", "M0 80L60 0H100V80Z", "M0 80V0H100L40 80Z"] {
                let clipped =
                    ##"<clipPath id="t"><path d="\##(path)"/></clipPath><rect width="100" height="80" fill="#c33" clip-path="url(#t)"/>"##
                #expect(try Self.similarity(Self.page(clipped)).similarity > 0.99, "\(path)")
            }
        }

        @Test
        func `a clip path that is a rectangle around the shape's box is dropped`() throws {
            let clipped = ##"<clipPath id="t"><path d="M0 0V80H100V0Z"/></clipPath><circle cx="50" cy="40" r="30" clip-path="url(#t)"/>"##
            let movie = try Self.run(Self.page(clipped)).document.videoEntity()
            #expect(movie.sprites.map { $0.frames[0].clipPath == nil } == [true])
        }

        @Test
        func `a group that becomes a picture has none of its shapes beside it`() throws {
            func box(_ x: Double) -> SVGDrawing.Area {
                var path = SVGAPath()
                for (index, corner) in [(x, 0.0), (x + 9, 0), (x + 9, 9), (x, 9)].enumerated() {
                    if index == 0 { path.move(x: corner.0, y: corner.1) } else { path.line(x: corner.0, y: corner.1) }
                }
                path.close()
                return SVGDrawing.Area(path: path, isEvenOdd: false)
            }
            let red = SVGDrawing.Operation(action: .fill(box(0)), source: .color(.black), clips: [])
            // A pattern, which cannot fade.
            let pattern = SVGDrawing.Operation(
                action: .fill(box(20)), source: .group(SVGDrawing(operations: [red]), x: 20, y: 0), clips: [])
            let group = SVGDrawing.Operation(
                action: .paint(alpha: 0.5), source: .group(SVGDrawing(operations: [red, pattern]), x: 0, y: 0), clips: [])
            let shapes = SVGShapes(SVGDrawing(operations: [group]), width: 50, height: 50, ImportWork(.default))
            let pictures = shapes.parts.map { if case .picture = $0 { true } else { false } }
            #expect(pictures == [true])
        }

        @Test("a still is shown for as many frames as are asked for, in the size that is")
        func lengthAndSize() throws {
            let movie = try Self.run(Self.page("<rect width='50' height='80'/>")) { options in
                (options.size, options.fps, options.frames) = (SVGASize(width: 200, height: 160), 30, 7)
            }.document.videoEntity()
            #expect(movie.frameCount == 7 && movie.fps == 30 && movie.viewBox == SVGASize(width: 200, height: 160))
            #expect(movie.sprites.map(\.imageKey) == ["svg-0.vector"] && movie.diagnostics.isEmpty)
            #expect(movie.sprites[0].frames[6].shapes[0].bounds == SVGARect(x: 0, y: 0, width: 100, height: 160))
        }

        @Test("files and servers that an SVG names are not read")
        func references() throws {
            let folder = try CreateFixtures.folder()
            let box = folder.path + "/box.png"
            folder.write(Array("TEXT".utf8), to: "words.txt")
            let head = "<!DOCTYPE svg [<!ENTITY words SYSTEM \"file://\(folder.path)/words.txt\">]>"
            for content in [
                "<image width='50' height='50' href='file://\(box)'/>", "<image width='50' height='50' href='\(box)'/>",
                "<image width='50' height='50' href='http://127.0.0.1:9/a.png'/>", "<text y='50' font-size='40'>&words;</text>",
                "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='file://\(folder.path)/words.txt' parse='text'/>",
            ] {
                guard let made = try? Self.run((content.contains("&") ? head : "") + Self.page(content)) else { continue }
                let shown = try SVGAScene(made.document.videoEntity()).pixmap(frame: 0)
                #expect(shown.pixels.allSatisfy { $0 == 0 }, "\(content)")
            }
        }

        @Test("a broken, endless or too large input is one line")
        func hostile() {
            let bombs = (1...40).map {
                "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);&e\($0 - 1);&e\($0 - 1);&e\($0 - 1);&e\($0 - 1);&e\($0 - 1);&e\($0 - 1);\">"
            }
            let uses = (1...60).map { "<g id='u\($0)'><use href='#u\($0 - 1)'/><use href='#u\($0 - 1)'/></g>" }
            // Without limits, the entities and the references take longer than anybody waits.
            for svg in [
                "", "no SVG", "<svg", "<svg xmlns='http://www.w3.org/2000/svg' width='1e9' height='1e9'/>",
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1e30 1e30'><rect width='1e30' height='1e30'/></svg>",
                "<!DOCTYPE svg [<!ENTITY e0 \"x\">\(bombs.joined())]>" + Self.page("<text>&e40;</text>"),
                Self.page("<defs><rect id='u0' width='1' height='1'/>\(uses.joined())</defs><use href='#u60'/>"),
                Self.page(String(repeating: "<g>", count: 5000) + String(repeating: "</g>", count: 5000)),
                Self.page("<rect width='NaN' height='5' transform='matrix(1e300 0 0 1e300 0 0)'/>"),
            ] {
                do {
                    _ = try Self.run(svg)
                } catch {
                    #expect(!"\(error)".contains("\n") && "\(error)".count < 400)
                }
            }
        }
    }
#endif
