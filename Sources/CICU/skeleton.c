#include "CICU.h"

#include <pthread.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>

// ICU never changes what it has read, and any thread may use it. They stay for the life of the program.
static const USpoofChecker *checker;
static const USpoofChecker *scripts;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_checkers(void) {
    UErrorCode status = U_ZERO_ERROR;
    const USpoofChecker *opened = uspoof_open(&status);
    if (U_SUCCESS(status)) checker = opened;
    status = U_ZERO_ERROR;
    USpoofChecker *restricted = uspoof_open(&status);
    if (U_FAILURE(status)) return;
    uspoof_setChecks(restricted, USPOOF_RESTRICTION_LEVEL, &status);
    uspoof_setRestrictionLevel(restricted, USPOOF_HIGHLY_RESTRICTIVE);
    if (U_SUCCESS(status)) scripts = restricted;
}

int icu_skeleton(const char *text, int length, char *skeleton, int capacity) {
    pthread_once(&once, open_checkers);
    if (!checker) return -1;
    UErrorCode status = U_ZERO_ERROR;
    int written = uspoof_getSkeletonUTF8(checker, 0, text, length, skeleton, capacity, &status);
    return U_SUCCESS(status) && written <= capacity ? written : -1;
}

int icu_is_recommended(uint32_t character) {
    UErrorCode status = U_ZERO_ERROR;
    const USet *recommended = uspoof_getRecommendedSet(&status);
    return U_SUCCESS(status) && uset_contains(recommended, (UChar32)character);
}

int icu_mixes_scripts(const char *text, int length) {
    pthread_once(&once, open_checkers);
    if (!scripts) return -1;
    UErrorCode status = U_ZERO_ERROR;
    int found = uspoof_check2UTF8(scripts, text, length, NULL, &status);
    return U_SUCCESS(status) ? (found & USPOOF_RESTRICTION_LEVEL) != 0 : -1;
}
