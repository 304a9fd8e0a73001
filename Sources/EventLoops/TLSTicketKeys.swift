import COpenSSL
import Synchronization

/// The keys that session tickets are sealed with (RFC 5077, RFC 8446 section 4.6.1). A client that comes back shows its
/// ticket and saves half a handshake, and the server keeps no state for it.
///
/// A key opens the TLS 1.2 traffic of its sessions, so it lives in memory only, and not for long. It seals for
/// ``lifetime`` and opens for as long again. OpenSSL's own keys would never change.
final class TLSTicketKeys: Sendable {
    /// ms for which a key seals, and for which a ticket is good.
    static let lifetime: Int64 = 12 * 3_600_000

    struct Key {
        let name: [UInt8]
        let cipherKey: [UInt8]
        let macKey: [UInt8]
        /// When it was made, in ms of the loops' clock.
        let made: Int64

        init(now: Int64) {
            name = Key.random(16)
            cipherKey = Key.random(32)
            macKey = Key.random(32)
            made = now
        }

        static func random(_ count: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            // Without randomness there are no secrets: that is no state in which to go on.
            precondition(RAND_priv_bytes(&bytes, Int32(count)) == 1, "OpenSSL has no randomness")
            return bytes
        }
    }

    /// The youngest first; two at most.
    private let keys = Mutex<[Key]>([])

    /// The key to seal with.
    func sealing(now: Int64) -> Key {
        keys.withLock { keys in
            if let first = keys.first, now - first.made < TLSTicketKeys.lifetime { return first }
            let key = Key(now: now)
            keys = [key] + keys.prefix(1)
            return key
        }
    }

    /// The key of that name, and whether a ticket under it should be replaced. Nil if it is unknown or too old.
    func opening(_ name: UnsafeBufferPointer<UInt8>, now: Int64) -> (key: Key, isOld: Bool)? {
        keys.withLock { keys in
            guard let key = keys.first(where: { $0.name.elementsEqual(name) }) else { return nil }
            let age = now - key.made
            guard age < 2 * TLSTicketKeys.lifetime else { return nil }
            return (key, age >= TLSTicketKeys.lifetime)
        }
    }

    /// Prepares OpenSSL's ciphers to seal a ticket (`seals`) or to open one. Returns what the callback of
    /// `SSL_CTX_set_tlsext_ticket_key_evp_cb` must return: 1 to go on, or 2 to go on and issue a new ticket. 0 stands
    /// for a ticket that cannot be opened, -1 for a failure of OpenSSL.
    func prepare(
        name: UnsafeMutablePointer<UInt8>, iv: UnsafeMutablePointer<UInt8>, cipher: OpaquePointer, mac: OpaquePointer,
        seals: Bool, now: Int64
    ) -> Int32 {
        let key: Key
        var isOld = false
        if seals {
            key = sealing(now: now)
            name.update(from: key.name, count: key.name.count)
            guard RAND_bytes(iv, EVP_CIPHER_get_iv_length(EVP_aes_256_cbc())) == 1 else { return -1 }
        } else {
            guard let found = opening(UnsafeBufferPointer(start: name, count: 16), now: now) else { return 0 }
            (key, isOld) = found
        }
        let isReady =
            EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), nil, key.cipherKey, iv, seals ? 1 : 0) == 1
            && openssl_init_ticket_mac(mac, key.macKey, key.macKey.count) == 1
        guard isReady else { return -1 }
        return isOld ? 2 : 1
    }
}
