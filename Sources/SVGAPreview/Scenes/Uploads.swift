/// The files that were dropped on the page, in a private folder that goes with the process.
final class Uploads: Sendable {
    let limitBytes = 64 << 20
}
