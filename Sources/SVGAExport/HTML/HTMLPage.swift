import SVGAModel
import SVGASupport

/// The parts of the page around the frames and the sound.
struct HTMLPage {
    let plan: ExportPlan
    let options: HTMLOptions
    /// The key frame interval of a page of baked frames, see ``HTMLFrameEncoder``; nil: the page draws the movie itself.
    var keyInterval: Int?

    /// Escapes text for HTML: a movie's name may contain anything, such as `<script>`.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\u{0}"..."\u{1F}", "\u{7F}": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Everything before the frames or the movie's data.
    var start: String {
        let title = HTMLPage.escaped(options.title)
        let count = plan.frames.count
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="color-scheme" content="light dark">
            <meta name="generator" content="svga">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <title>\(title)</title>
            <style>
            \(HTMLPage.style)
            </style>
            </head>
            <body>
            <header>
            <h1>\(title)</h1>
            <p>\(plan.widthPixels) × \(plan.heightPixels)<span>\(count) frames</span><span>\(rateText) fps</span></p>
            </header>
            <main id="stage" data-background="checks">
            <canvas id="canvas" width="\(plan.widthPixels)" height="\(plan.heightPixels)" role="img" aria-label="\(title)"></canvas>
            <noscript>This page plays with JavaScript only.</noscript>
            </main>
            \(HTMLPage.controls(lastFrame: count - 1))
            <script type="application/json" id="movie">
            {"frames":\(count),"rate":[\(plan.frameRate.numerator),\(plan.frameRate.denominator)],"loops":\(plan.loops),\
            "keyInterval":\(keyInterval ?? 0),"autoplay":\(options.autoplay)}
            </script>
            \(keyInterval == nil ? "<script type=\"text/plain\" id=\"data\">" : "<script type=\"application/json\" id=\"patches\">\n[")

            """
    }

    /// Everything between the frames and the sound.
    var middle: String { (keyInterval == nil ? "" : "\n]") + "\n</script>\n<script type=\"application/json\" id=\"soundFile\">\n" }

    /// Everything after the sound. The player is a separate script, so the page's own names are in a block.
    var end: [UInt8] {
        let (player, pictures) =
            keyInterval == nil ? (HTMLPage.player, HTMLPage.moviePictures) : ("", HTMLPage.bakedPictures)
        let script = "{\n\(pictures)\n\(HTMLPage.script)\n}\n</script>\n</body>\n</html>\n"
        return Array(("\n</script>\n<script type=\"module\">\n" + player + script).utf8)
    }

    /// The page's Content Security Policy. The page loads nothing; pictures that scripts set come from its own memory.
    private var policy: String {
        let all = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
        return keyInterval == nil ? all + "; img-src data: blob:" : all
    }

    private var rateText: String {
        let hundredths = Int(saturating: (100 * plan.frameRate.framesPerSecond).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100)"
            + (fraction == 0 ? "" : fraction % 10 == 0 ? ".\(fraction / 10)" : fraction < 10 ? ".0\(fraction)" : ".\(fraction)")
    }

    private static func controls(lastFrame: Int) -> String {
        """
        <section id="controls" aria-label="Player">
        <div class="scrub">
        <input type="range" id="scrubber" min="0" max="\(lastFrame)" value="0" step="1" aria-label="Frame">
        </div>
        <div class="bar">
        <div class="group">
        <button id="back" aria-label="One frame back" title="One frame back (←)">\(icon("M15 6l-6 6 6 6"))</button>
        <button id="play" class="main" aria-label="Play" title="Play or pause (space)">\
        \(icon("M8 5.5v13l10.5-6.5z", "whenPaused", isFilled: true))\(icon("M8.5 6v12M15.5 6v12", "whenPlaying"))</button>
        <button id="forward" aria-label="One frame forward" title="One frame forward (→)">\(icon("M9 6l6 6-6 6"))</button>
        </div>
        <p id="readout"><span>Frame</span> <b id="number">0</b> <span>/ \(lastFrame)</span></p>
        <div class="group end">
        <select id="speed" aria-label="Speed" title="Speed">
        <option value="0.1">0.1×</option><option value="0.25">0.25×</option><option value="0.5">0.5×</option>
        <option value="1" selected>1×</option><option value="2">2×</option>
        </select>
        <select id="zoom" aria-label="Zoom" title="Zoom (+ and −, 0 fits)">
        <option value="0" selected>Fit</option><option value="0.5">50%</option><option value="1">100%</option>
        <option value="2">200%</option><option value="4">400%</option><option id="ownZoom" hidden></option>
        </select>
        <button id="repeat" aria-label="Repeat" title="Repeat (L)" aria-pressed="true">\
        \(icon("M17 3.5l3 3-3 3M20 6.5H8a4 4 0 0 0-4 4v1M7 20.5l-3-3 3-3M4 17.5h12a4 4 0 0 0 4-4v-1"))</button>
        <button id="sound" aria-label="Sound" title="Sound (M)" aria-pressed="false" hidden>\
        \(icon("M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z", isFilled: true))\
        \(icon("M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11", "whenOn"))\(icon("M16 9.5l5 5M21 9.5l-5 5", "whenOff"))</button>
        <fieldset id="backgrounds"><legend>Background</legend>
        \(background("checks", "Checks", isChecked: true))\(background("page", "None"))\(background("white", "White"))\
        \(background("black", "Black"))</fieldset>
        </div>
        </div>
        </section>
        """
    }

    private static func icon(_ path: String, _ name: String = "", isFilled: Bool = false) -> String {
        let kind = [isFilled ? "filled" : "", name].filter { !$0.isEmpty }.joined(separator: " ")
        return "<svg viewBox=\"0 0 24 24\" aria-hidden=\"true\" class=\"\(kind)\"><path d=\"\(path)\"/></svg>"
    }

    private static func background(_ value: String, _ name: String, isChecked: Bool = false) -> String {
        "<label title=\"\(name) (B)\"><input type=\"radio\" name=\"background\" value=\"\(value)\" aria-label=\"\(name)\""
            + "\(isChecked ? " checked" : "")><i class=\"\(value)\"></i></label>"
    }
}
