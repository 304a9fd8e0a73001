/// The release that this program is.
package enum Release {
    /// The release's number, as in the topmost entry of `CHANGELOG.md` (Semantic Versioning 2.0.0).
    package static let version = "0.9.0"
}
