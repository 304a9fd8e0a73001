#pragma once

#include <stdint.h>

// Which names look alike, and which scripts they are written in, by ICU (Unicode Technical Standard 39).
//
// A target of its own in C, and not a module map over ICU's headers: the toolchain's Foundation brings declarations of
// another version of ICU along, and ICU renames its functions with every version by macros, which Swift does not see.

/// Writes the confusable skeleton of a text of `length` bytes of UTF-8: texts that look alike have equal ones. Answers
/// its length in bytes; -1 if it has more than `capacity`, or ICU's data cannot be read.
int icu_skeleton(const char *text, int length, char *skeleton, int capacity);

/// Whether a text of `length` bytes of UTF-8 mixes scripts that no language writes together: more than one script,
/// unless it is Latin, Han and one of what stands beside Han (the level "highly restrictive"). -1 if ICU's data cannot
/// be read.
int icu_mixes_scripts(const char *text, int length);

/// The script of a character, as a number of ICU's; -1 if it has none of its own, as digits and marks have not.
int icu_script(uint32_t character);

/// Whether a character takes the script of the one before it, as accents do.
int icu_is_inherited(uint32_t character);

/// The number by which ICU knows a script of four letters: `Latn`.
int icu_script_named(const char *name);

/// Whether a character belongs to a script in which nobody writes today, of the excluded ones of Unicode Standard Annex
/// 31, or is Braille, which is not read by eye.
int icu_is_historic(uint32_t character);

/// Whether a character is one that Unicode recommends for identifiers ("allowed" of Unicode Technical Standard 39).
int icu_is_recommended(uint32_t character);

/// Whether a character joins another one before or behind it in writing, as Arabic letters do.
int icu_joins(uint32_t character);
