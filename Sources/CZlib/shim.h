#pragma once
// zlib: raw DEFLATE (RFC 1951) for permessage-deflate.
#include <zlib.h>

// The initialisers are macros, which Swift does not see. Raw streams have no header and no checksum: their window is
// given as a negative number.
static inline int zlib_deflate_init(z_stream *stream, int level, int window_bits, int memory_level) {
    return deflateInit2(stream, level, Z_DEFLATED, -window_bits, memory_level, Z_DEFAULT_STRATEGY);
}
static inline int zlib_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, -window_bits);
}
