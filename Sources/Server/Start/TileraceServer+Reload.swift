import Telemetry

extension TileraceServer {
    /// Reads again the certificates and keys of TLS, the keys of session tokens and the server's password. Takes what
    /// can be taken of `reading`, the settings as they are now. Nobody is disconnected, but everybody where a key of
    /// session tokens is gone; what cannot be used is refused, with a line in the log.
    ///
    /// Settings are taken all or none: with a fault in them, or in a certificate that they name, all that was in force
    /// stays. What is read at the start only is named in the log.
    package func reload(_ reading: SettingsReading? = nil) {
        reloadSecrets()
        guard let reading else {
            reloadCertificates()
            return
        }
        guard reading.faults.isEmpty else {
            for fault in reading.faults { logger.error("setting_refused", ["text": .text(fault.description)]) }
            refuse(reading.faults.count)
            reloadCertificates()
            return
        }
        let change = SettingsReload(of: reading, over: configuration, speaksTLS: isSecure)
        if !change.waiting.isEmpty {
            logger.warning(
                "settings_need_a_restart", ["settings": .text(change.waiting.joined(separator: ", "))])
        }
        guard reloadCertificates(of: change.configuration) else { return refuse(1) }
        guard !change.taken.isEmpty else { return }
        take(change.configuration)
        logger.info("settings_read_again", ["settings": .text(change.taken.joined(separator: ", "))])
    }

    private func refuse(_ faults: Int) {
        logger.error(
            "settings_not_read_again", ["faults": .number(faults), "instead": "the old ones stay in force"])
    }
}
