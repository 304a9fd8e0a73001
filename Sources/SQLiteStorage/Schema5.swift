/// Version 5 of the schema: names that the server's operator has given. Released, so never edited.
enum Schema5 {
    /// - `name_reset_until` is the instant (ms) before which the player takes no other name than the one that the
    ///   operator gave, or NULL.
    static let sql = "ALTER TABLE players ADD COLUMN name_reset_until INTEGER;"
}
