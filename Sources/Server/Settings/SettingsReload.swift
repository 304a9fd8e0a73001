/// The outcome of settings that were read again while a server serves.
struct SettingsReload: Sendable {
    /// Settings that are taken now.
    private(set) var taken: [String] = []
    /// Settings that differ from what is in force, and are taken at the next start.
    private(set) var waiting: [String] = []
    /// The settings in force from now on.
    private(set) var configuration: ServerConfiguration

    /// Compares. `speaksTLS`: whether the server serves HTTPS; whether it does is settled at the start.
    init(of reading: SettingsReading, over before: ServerConfiguration, speaksTLS: Bool) {
        configuration = before
        let beginsOrEndsTLS = speaksTLS == reading.configuration.tlsCertificates.isEmpty
        for setting in ServerConfiguration.table {
            let text = setting.text(reading.configuration)
            guard text != setting.text(before) else { continue }
            let isOfTLS = ["tls-certificate", "tls-key"].contains(setting.name)
            guard setting.isReadAgain, !(isOfTLS && beginsOrEndsTLS), setting.take(text, &configuration) else {
                waiting.append(setting.name)
                continue
            }
            taken.append(setting.name)
        }
    }
}
