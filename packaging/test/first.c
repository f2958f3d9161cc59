/* What a program in C needs to begin: the header and the library, as pkg-config says. */
#include <stdio.h>
#include <svga.h>

int main(void) {
    puts(SVGA_VERSION);
    return 0;
}
