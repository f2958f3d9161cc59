// One entry of the table in Page.c: the file whose path SVGA_FILE names, without the folder in front of it.
{
    &SVGA_FILE[sizeof "page"], (const unsigned char[]){
#embed SVGA_FILE
    }, sizeof(const unsigned char[]){
#embed SVGA_FILE
    }
},
#undef SVGA_FILE
