/*
 * libsvga: SVGA animations in C, and in every language that calls C.
 *
 * A movie is read once and shared. A scene is a movie with pictures and texts put into it, at a size; it draws frames into memory of yours
 * and exports them as pictures, animations or video.
 *
 *     svga_error *error = NULL;
 *     svga_movie *movie = svga_movie_open("gift.svga", NULL, &error);
 *     svga_scene *scene = svga_scene_new(movie, "{\"size\": \"300x0\", \"set-text\": {\"name\": \"Ann\"}}", &error);
 *     svga_scene_export(scene, "gift.webp", NULL, NULL, NULL, &error);
 *     svga_scene_free(scene);
 *     svga_movie_free(movie);
 *
 * Link with what `pkg-config --cflags --libs libsvga` prints.
 *
 * Options
 *   An object of JSON in UTF-8, or NULL for none. The names are those of the long options of the command that is named with the function,
 *   without dashes: `svga help render` lists them, with their meanings, units and limits. A switch takes true or false; an option that may
 *   be repeated takes a list; set-image, set-text, text-style and set-value take an object by key:
 *
 *     {"size": "300x0", "background": "#fff", "set-image": {"user1": "a.png,fit=cover,mask=circle"}, "set-text": {"name": "Ann"}}
 *
 *   Names of files are relative to the working directory of the process. A file "-" is refused: a library reads no standard input.
 *
 * Errors
 *   A function that can fail returns NULL or false, and puts an error where its last parameter points, which the caller frees. That
 *   parameter may be NULL. Where nothing fails, what it points to stays as it was. Strings from callers have to be UTF-8.
 *
 * Ownership
 *   What a function returns as a pointer to a movie, a scene, an error or data belongs to the caller, who frees it once with the function
 *   of its type. Freeing NULL does nothing. A scene keeps its movie: both may be freed in any order. Nothing of the caller's is kept: bytes
 *   and strings may be freed when the call returns.
 *
 * Threads
 *   There is no global state. All functions may be called from several threads at once, with the same movie and the same scene too; only
 *   freeing must come last. Each thread that draws from a scene takes an own canvas, which the scene keeps for the next one. A process
 *   that forks has to go on with it in one of the two alone, or to call exec in its child.
 *
 * Memory
 *   A movie is bounded by the same limits as in `svga`: "max-memory" and others, see `svga help limits`. A process that runs out of memory
 *   in spite of them is ended, as Swift does.
 */
#ifndef SVGA_H
#define SVGA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header. A library of the same major version has all of it. */
#define SVGA_VERSION "0.2.0"
/** The version of the library that is loaded, as `MAJOR.MINOR.PATCH`. Valid for ever. */
const char *svga_version(void);

/* Errors ---------------------------------------------------------------------------------------------------------------------------- */

/** Why a function failed. */
typedef struct svga_error svga_error;

/** What went wrong: the exit codes of the command `svga`. */
typedef enum svga_code {
    /** The arguments or options are wrong, or do not fit this movie: an unknown key, a frame that it does not have. */
    SVGA_USAGE = 2,
    /** A file cannot be read, or is no such file. */
    SVGA_INPUT = 3,
    /** A limit of size, memory or time. */
    SVGA_LIMIT = 4,
    /** The output cannot be written or encoded. */
    SVGA_OUTPUT = 5,
    /** The progress function has asked for it. */
    SVGA_CANCELLED = 130
} svga_code;

/** One of ::svga_code. */
int32_t svga_error_code(const svga_error *error);
/** One line in English: what is wrong, where, and what to do about it. Valid until the error is freed. */
const char *svga_error_message(const svga_error *error);
void svga_error_free(svga_error *error);

/* Data ------------------------------------------------------------------------------------------------------------------------------- */

/** Bytes that the library has made: a file or a text. */
typedef struct svga_data svga_data;

/** The bytes, and a zero after them, so that a text is a C string. Valid until the data is freed; never NULL. */
const char *svga_data_bytes(const svga_data *data);
/** How many they are, without the zero. */
size_t svga_data_size(const svga_data *data);
void svga_data_free(svga_data *data);

/* Movies ----------------------------------------------------------------------------------------------------------------------------- */

/** A movie that was read: an SVGA of any version, or a Lottie, which is drawn as it is. */
typedef struct svga_movie svga_movie;

/**
 * Reads a movie from a file.
 *
 * @param path     A file, of at most "max-input-bytes".
 * @param options  Limits and "strict", as `svga render` takes them, or NULL. They hold for all that is done with the movie.
 */
svga_movie *svga_movie_open(const char *path, const char *options, svga_error **error);
/** Reads a movie from memory. @param options as ::svga_movie_open takes them. */
svga_movie *svga_movie_read(const void *bytes, size_t size, const char *options, svga_error **error);
void svga_movie_free(svga_movie *movie);

/** How many frames it has, from 0 on. */
int32_t svga_movie_frames(const svga_movie *movie);
/** Frames a second. */
double svga_movie_fps(const svga_movie *movie);
/** The width of its canvas in points, which are pixels where no size is asked for. */
int32_t svga_movie_width(const svga_movie *movie);
/** The height of its canvas in points. */
int32_t svga_movie_height(const svga_movie *movie);
/** The bytes of the file as it was read. */
svga_data *svga_movie_bytes(const svga_movie *movie);

/** What is in it, as JSON: what `svga inspect --json` prints. */
svga_data *svga_movie_describe(const svga_movie *movie, svga_error **error);
/** What is wrong with it, as JSON: what `svga validate --json` prints. @param options such as {"player": "web,android"}, or NULL. */
svga_data *svga_movie_validate(const svga_movie *movie, const char *options, svga_error **error);
/** In what another movie differs, as JSON: what `svga diff --json` prints. @param options such as {"pixels": true}, or NULL. */
svga_data *svga_movie_diff(const svga_movie *movie, const svga_movie *other, const char *options, svga_error **error);
/**
 * A smaller movie that shows the same, as the bytes of its file: what `svga optimize` writes.
 *
 * @param options  Such as {"quality": 80}, or NULL.
 * @param report   Where what was done goes, as JSON: what `svga optimize --json` prints; or NULL.
 */
svga_data *svga_movie_optimize(const svga_movie *movie, const char *options, svga_data **report, svga_error **error);
/** The movie in another container, as the bytes of its file: what `svga convert` writes. @param options such as {"to": "2"}. */
svga_data *svga_movie_convert(const svga_movie *movie, const char *options, svga_error **error);

/* Scenes ----------------------------------------------------------------------------------------------------------------------------- */

/** A movie with pictures and texts in it, at a size. */
typedef struct svga_scene svga_scene;

/** What the four bytes of a pixel are, in their order in memory. */
typedef enum svga_pixels {
    /** Red, green, blue, alpha; not premultiplied: what PNG, PIL and most others take. */
    SVGA_RGBA = 0,
    /** Blue, green, red, alpha; not premultiplied. */
    SVGA_BGRA = 1,
    /** Red, green and blue are multiplied by alpha. */
    SVGA_PREMULTIPLIED_RGBA = 2,
    /** Cairo's ARGB32 on little-endian machines. */
    SVGA_PREMULTIPLIED_BGRA = 3
} svga_pixels;

/**
 * A scene of a movie, as large as the movie where the options do not say otherwise.
 *
 * @param options  Those of `svga render`, but for the output's name, or NULL: "size", "scale", "crop", "background", "only", "filter",
 *                 "set-image", "set-text", "text-style", "hide", "vars", "font" and all that only matters when it is exported.
 */
svga_scene *svga_scene_new(const svga_movie *movie, const char *options, svga_error **error);
void svga_scene_free(svga_scene *scene);

/** Adds options. What is set later wins. Whoever draws at this moment draws what was set before. */
bool svga_scene_set(svga_scene *scene, const char *options, svga_error **error);
/**
 * Puts a picture in place of the bitmaps of a key.
 *
 * @param bytes      A file in memory: PNG, JPEG, WebP, GIF or BMP.
 * @param placement  "fit=fill|contain|cover|none" and "mask=none|circle|original|round:R", with a comma between, or NULL.
 */
bool svga_scene_set_image(
    svga_scene *scene, const char *key, const void *bytes, size_t size, const char *placement, svga_error **error);
/**
 * Puts pixels in place of the bitmaps of a key.
 *
 * @param pixels  Rows from the top.
 * @param stride  Bytes from the start of a row to that of the next; 0: no padding.
 */
bool svga_scene_set_pixels(
    svga_scene *scene, const char *key, const void *pixels, int32_t width, int32_t height, size_t stride, svga_pixels format,
    const char *placement, svga_error **error);

/**
 * The size of the frames it draws, in pixels. Prepares the scene, if that has not been done: errors of what was set come here, or when the
 * first frame is drawn.
 */
bool svga_scene_size(svga_scene *scene, int32_t *width, int32_t *height, svga_error **error);

/**
 * Draws a frame into memory of yours.
 *
 * @param frame   0-based.
 * @param buffer  At least (height - 1) × stride + 4 × width bytes; all pixels are written, padding is left as it is.
 * @param size    How large the buffer is.
 * @param stride  Bytes from the start of a row to that of the next, at least 4 × width; 0: no padding.
 */
bool svga_scene_render(
    svga_scene *scene, int32_t frame, svga_pixels format, void *buffer, size_t size, size_t stride, svga_error **error);

/**
 * What is touched at a point of a frame, as JSON: what `svga hit --json` prints, whose "hit" is null where nothing is there.
 *
 * @param x, y  In points of the canvas, from its upper left corner.
 */
svga_data *svga_scene_hit(svga_scene *scene, int32_t frame, double x, double y, svga_error **error);

/**
 * Told how far an export is, from a thread of the library, one call at a time. Return false to cancel it.
 *
 * @param context  What was given with the function.
 * @param done     Frames that are done. An export that tries several sizes begins again from 0.
 * @param total    Of how many.
 */
typedef bool (*svga_progress)(void *context, int32_t done, int32_t total);

/**
 * Writes frames as a file: what `svga render` does. The file appears whole or not at all. It overwrites what is there.
 *
 * @param path      Its ending says the format; "a-%05d.png" and "frames/" are patterns, as with `svga render -o`.
 * @param options   More options for this export alone, such as {"frames": "0-30", "quality": 80, "threads": 1}, or NULL.
 * @param progress  Called now and then, or NULL.
 */
bool svga_scene_export(
    svga_scene *scene, const char *path, const char *options, svga_progress progress, void *context, svga_error **error);
/** The same into memory. @param format the ending of a file, such as "webp", "gif", "mp4" or "png", which takes one frame. */
svga_data *svga_scene_export_data(
    svga_scene *scene, const char *format, const char *options, svga_progress progress, void *context, svga_error **error);

#ifdef __cplusplus
}
#endif

#endif
