// Has OpenSSL last as long as the program under AddressSanitizer.
//
// At exit OpenSSL takes itself apart, while other threads go on. After that LeakSanitizer looks for leaks, which takes
// seconds. A thread that ends meanwhile leaves what OpenSSL kept for it, found as a leak that nobody made, and one that
// wants random numbers crashes. Linked into the tests, this asks for no such end, before anybody else has called
// OpenSSL.

#include <openssl/crypto.h>

// Not every program of the package has OpenSSL.
#pragma weak OPENSSL_init_crypto

__attribute__((constructor)) static void keep(void) {
    if (OPENSSL_init_crypto) OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
