import Clients

/// The owner of a guest, which hears of its progress. Called on the guest's loop.
protocol GuestHost: AnyObject {
    var figures: LoadFigures { get set }
    /// A message of so many bytes came.
    func counted(_ bytes: Int)
    /// The guest plays or watches from now on.
    func ready(_ guest: Guest)
    /// The server does not make a session for it.
    func refused(_ guest: Guest, status: Int)
    /// The server refused something on its way to its room.
    func refused(_ guest: Guest, code: String)
    /// Its connection ended without our wish.
    func lost(_ guest: Guest, _ end: ClientEnd)
    /// Ends the load, which cannot go on.
    func fail(_ reason: String)
}
