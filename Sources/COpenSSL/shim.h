#pragma once
// OpenSSL 3: digests, HMAC, scrypt, random (and, later, TLS).
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
