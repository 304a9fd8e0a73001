import WebSockets

/// The compression of two ends of a WebSocket, chosen by a byte.
enum Compression {
    /// Bits 0 and 1: who refers to earlier messages; bits 2–4: the windows, 8 to 15.
    static func settings(_ variant: UInt8, maximumRatio: Int = 50) -> DeflateSettings {
        var settings = DeflateSettings()
        settings.sendsWithContext = variant & 1 == 0
        settings.receivesWithContext = variant & 2 == 0
        let window = WindowBits.all[Int(variant >> 2 & 7)]
        (settings.sendWindow, settings.receiveWindow) = (window, window)
        // So that the bounds are met by short inputs.
        settings.threshold = 4
        settings.ratioStep = 512
        settings.maximumRatio = maximumRatio
        return settings
    }
}
