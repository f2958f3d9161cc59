// One entry of the table in Page.c: the file whose path SVGA_FILE names.
{
    SVGA_FILE, (const unsigned char[]){
#embed SVGA_FILE
    }, sizeof(const unsigned char[]){
#embed SVGA_FILE
    }
},
#undef SVGA_FILE
