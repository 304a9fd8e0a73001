import Foundation
import TestKit
import Testing

@testable import EventLoops

@Suite struct TLSErrorTests {
    private let certificate: TestCertificate

    init() throws { certificate = try TestCertificate() }

    private func text(_ files: TLSKeyPairFiles) -> String? {
        do throws(TLSError) {
            _ = try TLSCredentials(reading: [files], protocols: [])
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("Every fault names the file and the reason")
    func everyFaultNamesTheFileAndTheReason() throws {
        let (cert, key) = (certificate.certificate, certificate.key)
        #expect(text(certificate.files) == nil)
        #expect(
            text(TLSKeyPairFiles(certificate: "/nowhere/c.pem", key: key))
                == "/nowhere/c.pem: No such file or directory")
        #expect(text(TLSKeyPairFiles(certificate: cert, key: "/nowhere")) == "/nowhere: No such file or directory")
        #expect(
            text(TLSKeyPairFiles(certificate: key, key: key))
                == "\(key): no certificate that can be used (no start line)")
        #expect(
            text(TLSKeyPairFiles(certificate: cert, key: cert))?.hasPrefix("\(cert): no private key that can be used")
                == true)
        let other = try TestCertificate(kind: .rsa)
        for stranger in [other, try TestCertificate()] {
            #expect(
                text(TLSKeyPairFiles(certificate: cert, key: stranger.key))
                    == "\(stranger.key): not the key of the certificate in \(cert)")
        }
        let locked = try TestCertificate(passPhrase: "secret")
        #expect(
            text(locked.files)
                == "\(locked.key): the key is encrypted; a server needs one without a pass phrase")
    }

    @Test("One file with both certificate and key is accepted")
    func aFileWithBothWillDo() throws {
        let both = certificate.certificate + ".both"
        try
            (Data(contentsOf: URL(fileURLWithPath: certificate.certificate))
            + Data(contentsOf: URL(fileURLWithPath: certificate.key))).write(to: URL(fileURLWithPath: both))
        #expect(text(TLSKeyPairFiles(certificate: both, key: both)) == nil)
    }

    @Test("Terms give the remaining validity of each certificate")
    func termsSayHowLongACertificateIsGood() throws {
        let certificates = [
            certificate, try TestCertificate(from: -7_200, until: -3_600),
            try TestCertificate(from: 3_600, until: 7_200),
        ]
        let terms = try TLSCredentials(reading: certificates.map(\.files), protocols: []).terms
        #expect(terms.map(\.file) == certificates.map(\.certificate))
        for (term, expected) in zip(terms, [90 * 86_400, -3_600, 7_200]) {
            #expect(abs(term.secondsLeft - expected) < 60)
        }
        #expect(terms.map { $0.secondsLeft < 0 } == [false, true, false])
        #expect(terms.map(\.isEarly) == [false, false, true])
    }
}
