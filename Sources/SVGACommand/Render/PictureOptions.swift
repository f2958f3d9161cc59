import SVGARender

/// What of the picture is drawn, and how; the rarer part of `svga render`'s options.
struct PictureOptions: Sendable {
    var crop: CropArgument?
    var only: String?
    var filter = RenderOptions.Filter.bilinear

    static let group = ParameterGroup<PictureOptions>(
        "Picture", summary: "--crop --only --filter (svga help picture)",
        [
            .option(\.crop, "--crop", placeholder: "x,y,w,h", help: "only this part of the canvas, in points"),
            .option(\.only, "--only", placeholder: "KEY", help: "only the sprites of this key"),
            .option(\.filter, "--filter", placeholder: "FILTER", help: "bilinear as players do, or best when shrinking a lot"),
        ])
}

extension RenderOptions.Filter: ExpressibleByArgument {}

/// How the work is done and shown.
struct WorkOptions: Sendable {
    var threads: PositiveCount?
    var progress = ProgressReporter.Mode.auto

    static let group = ParameterGroup<WorkOptions>(
        "Work", summary: "--threads --progress (svga help work)",
        [
            .option(\.threads, "--threads", placeholder: "N", help: "default: one for each processor"),
            .option(\.progress, "--progress", placeholder: "MODE", help: "auto (on a terminal), json (a line each) or none"),
        ])
}
