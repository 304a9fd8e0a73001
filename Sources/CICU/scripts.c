#include "CICU.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

int icu_script(uint32_t character) {
    UErrorCode status = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript((UChar32)character, &status);
    return U_SUCCESS(status) && script > USCRIPT_INHERITED ? (int)script : -1;
}

int icu_is_inherited(uint32_t character) {
    UErrorCode status = U_ZERO_ERROR;
    return uscript_getScript((UChar32)character, &status) == USCRIPT_INHERITED;
}

int icu_script_named(const char *name) { return u_getPropertyValueEnum(UCHAR_SCRIPT, name); }

int icu_is_historic(uint32_t character) {
    UErrorCode status = U_ZERO_ERROR;
    UScriptCode script = uscript_getScript((UChar32)character, &status);
    if (U_FAILURE(status) || script <= USCRIPT_INHERITED) return 0;
    return script == USCRIPT_BRAILLE || uscript_getUsage(script) == USCRIPT_USAGE_EXCLUDED;
}

int icu_joins(uint32_t character) {
    switch (u_getIntPropertyValue((UChar32)character, UCHAR_JOINING_TYPE)) {
    case U_JT_DUAL_JOINING:
    case U_JT_LEFT_JOINING:
    case U_JT_RIGHT_JOINING: return 1;
    default: return 0;
    }
}
