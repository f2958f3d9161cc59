/* What the files of this program share. */
#include <svga.h>

#define CHECK(condition) ((condition) ? (void)0 : (void)(failures++, fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition)))

extern int failures;

/* The code of an error, which is freed; 0 for none. */
int code(svga_error **error);
/* Whether both have the same bytes. */
bool same(const svga_data *a, const svga_data *b);
/* Frame 0 in RGBA. */
svga_data *drawn(svga_scene *scene);

void test_options(const svga_movie *movie, const char *path);
void test_batches(const svga_movie *movie, const char *path, const char *folder);
void test_callbacks(const svga_movie *movie);
void test_cancellation(const svga_movie *movie);
