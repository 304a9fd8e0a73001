#include "CICU.h"

#include <pthread.h>
#include <unicode/uspoof.h>

// ICU never changes what it has read, and any thread may use it. It stays for the life of the program.
static const USpoofChecker *checker;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_checker(void) {
    UErrorCode status = U_ZERO_ERROR;
    const USpoofChecker *opened = uspoof_open(&status);
    if (U_SUCCESS(status)) checker = opened;
}

int icu_skeleton(const char *text, int length, char *skeleton, int capacity) {
    pthread_once(&once, open_checker);
    if (!checker) return -1;
    UErrorCode status = U_ZERO_ERROR;
    int written = uspoof_getSkeletonUTF8(checker, 0, text, length, skeleton, capacity, &status);
    return U_SUCCESS(status) && written <= capacity ? written : -1;
}
