/*
 * Puts a photo and a name into a gift, draws a frame and exports the whole as an animated WebP.
 *
 *     cc samples/c/gift.c -o gift $(pkg-config --cflags --libs libsvga)
 *     ./gift samples/gift.svga samples/photo.jpg Ann gift.webp
 *
 * `make libsvga` prints the two lines for a library that is not installed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <svga.h>

/* Prints the error, and returns the exit code that the command svga would have. */
static int failed(svga_error *error) {
    fprintf(stderr, "gift: %s\n", svga_error_message(error));
    int code = svga_error_code(error);
    svga_error_free(error);
    return code;
}

static bool show(void *context, int32_t done, int32_t total) {
    (void)context;
    fprintf(stderr, "\r%d of %d frames", (int)done, (int)total);
    return true;
}

static unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    unsigned char *bytes = NULL;
    long end = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (end > 0 && fseek(file, 0, SEEK_SET) == 0) bytes = malloc((size_t)end);
    *size = bytes ? fread(bytes, 1, (size_t)end, file) : 0;
    fclose(file);
    return bytes;
}

int main(int count, char **words) {
    if (count < 5 || count > 6) {
        fprintf(stderr, "usage: gift MOVIE PHOTO NAME OUT [FRAMES]\n");
        return 2;
    }
    svga_error *error = NULL;
    int code = 0;
    unsigned char *pixels = NULL;
    svga_scene *scene = NULL;
    svga_data *hit = NULL;

    size_t size = 0;
    unsigned char *photo = read_file(words[2], &size);
    svga_movie *movie = svga_movie_open(words[1], NULL, &error);
    if (!movie) goto end;
    printf("%s: %d frames of %d x %d, %g a second\n", words[1], (int)svga_movie_frames(movie), (int)svga_movie_width(movie),
           (int)svga_movie_height(movie), svga_movie_fps(movie));

    scene = svga_scene_new(movie, NULL, &error);
    if (!scene) goto end;
    if (!svga_scene_set_option(scene, "size", NULL, "300x0", &error)) goto end;
    if (!svga_scene_set_option(scene, "quality", NULL, "80", &error)) goto end;
    if (count == 6 && !svga_scene_set_option(scene, "frames", NULL, words[5], &error)) goto end;
    if (!svga_scene_set_option(scene, "text-style", "name", "color:#ffe9a8,weight:700", &error)) goto end;
    if (!svga_scene_set_image_from_memory(scene, "user1", photo, size, "fit=cover,mask=circle", &error)) goto end;
    /* A user's name may contain any characters. */
    if (!svga_scene_set_text(scene, "name", words[3], &error)) goto end;

    int32_t width = 0, height = 0;
    if (!svga_scene_size(scene, &width, &height, &error)) goto end;
    size_t bytes = (size_t)width * (size_t)height * 4;
    pixels = malloc(bytes);
    if (!pixels) goto end;
    int32_t frame = svga_movie_frames(movie) * 3 / 4;
    if (!svga_scene_render(scene, frame, SVGA_RGBA, pixels, bytes, 0, &error)) goto end;
    unsigned char *middle = pixels + 4 * ((size_t)(height / 2) * (size_t)width + (size_t)width / 2);
    printf("frame %d: the pixel in its middle is #%02x%02x%02x%02x\n", (int)frame, middle[0], middle[1], middle[2], middle[3]);

    hit = svga_scene_hit(scene, 60, 375, 300, &error);
    if (!hit) goto end;
    printf("%s", svga_data_bytes(hit));

    if (!svga_scene_export(scene, words[4], NULL, show, NULL, &error)) goto end;
    fprintf(stderr, "\n");
    printf("made %s with libsvga %s\n", words[4], svga_version());

end:
    if (error) code = failed(error);
    free(pixels);
    free(photo);
    svga_data_free(hit);
    svga_scene_free(scene);
    svga_movie_free(movie);
    return code;
}
