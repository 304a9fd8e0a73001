#pragma once

// Which names look alike, by ICU (Unicode Technical Standard 39).
//
// A target of its own in C, and not a module map over ICU's headers: the toolchain's Foundation brings declarations of another
// version of ICU along, and ICU renames its functions with every version by macros, which Swift does not see.

/// Writes the confusable skeleton of a text of `length` bytes of UTF-8: texts that look alike have equal ones. Answers its length
/// in bytes; -1 if it has more than `capacity`, or ICU's data cannot be read.
int icu_skeleton(const char *text, int length, char *skeleton, int capacity);
