#pragma once
// OpenSSL 3: digests, HMAC, scrypt, random, TLS. Its macros are functions here, as Swift imports no macros with
// arguments.
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <string.h>

static inline int openssl_set_versions(SSL_CTX *context, int lowest, int highest) {
    return SSL_CTX_set_min_proto_version(context, lowest) && SSL_CTX_set_max_proto_version(context, highest);
}
static inline void openssl_set_mode(SSL_CTX *context, long mode) { SSL_CTX_set_mode(context, mode); }
// No renegotiation, which is a way to have the server work for nothing; no compression, which tells of secrets; the
// server's order of ciphers, except that who prefers ChaCha20 has no AES in hardware and is right.
static inline void openssl_set_server_options(SSL_CTX *context) {
    SSL_CTX_set_options(
        context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE
                     | SSL_OP_PRIORITIZE_CHACHA);
}
static inline int openssl_set_groups(SSL_CTX *context, const char *groups) {
    return (int)SSL_CTX_set1_groups_list(context, groups);
}
static inline void openssl_set_session_cache(SSL_CTX *context, long mode) {
    SSL_CTX_set_session_cache_mode(context, mode);
}
static inline void openssl_set_server_name_callback(SSL_CTX *context, int (*call)(SSL *, int *, void *)) {
    SSL_CTX_set_tlsext_servername_callback(context, call);
}
static inline int openssl_set_server_name(SSL *connection, const char *name) {
    return (int)SSL_set_tlsext_host_name(connection, name);
}
static inline void openssl_clear_retry(BIO *end) { BIO_clear_retry_flags(end); }
static inline void openssl_set_retry_read(BIO *end) { BIO_set_retry_read(end); }

// The MAC of a session ticket: HMAC with SHA-256.
static inline int openssl_init_ticket_mac(EVP_MAC_CTX *mac, const unsigned char *key, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, (void *)key, count),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(mac, parameters);
}

// The DNS name at `index` of those that a certificate is for (RFC 5280 section 4.2.1.6), without its end; -1 behind the
// last one, 0 for what is no name, or too long for the room.
static inline int openssl_dns_name(const X509 *certificate, int index, char *room, int count) {
    GENERAL_NAMES *names = (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    int length = -1;
    if (names != NULL && index < sk_GENERAL_NAME_num(names)) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
        length = name->type == GEN_DNS ? ASN1_STRING_length(name->d.dNSName) : 0;
        if (length < 0 || length > count) length = 0;
        if (length > 0) memcpy(room, ASN1_STRING_get0_data(name->d.dNSName), (size_t)length);
    }
    GENERAL_NAMES_free(names);
    return length;
}
