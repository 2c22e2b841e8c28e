/* bcryptprimitives.dll as far as Rust's standard library needs it, for versions of Wine that have none (8.0). */
#include <stddef.h>

__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *bytes, unsigned long length); /* RtlGenRandom */

__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *bytes, size_t length) {
    while (length > 0) {
        unsigned long some = length < 65536 ? (unsigned long)length : 65536;
        if (!SystemFunction036(bytes, some))
            return 0;
        bytes += some;
        length -= some;
    }
    return 1;
}
