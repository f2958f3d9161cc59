/*
 * libsvga: SVGA animations in C, and in every language that calls C.
 *
 * A movie is read once and shared. A scene is a movie with pictures and texts put into it, at a size; it draws frames into memory of yours
 * and exports them as pictures, animations or video.
 *
 *     svga_error *error = NULL;
 *     svga_movie *movie = svga_movie_open("gift.svga", NULL, &error);
 *     svga_scene *scene = svga_scene_new(movie, "{\"size\": \"300x0\"}", &error);
 *     svga_scene_set_text(scene, "name", users_name, &error);
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
 *   A value by key may have its parts as an object, where every character of a file's name counts: {"file": "a,b.png", "fit": "cover",
 *   "mask": "circle"}, {"text": "Ann"}, {"size": 24}. A whole number may be written as 2000000000, 2e9 or "2g".
 *   Texts from users belong into svga_scene_set_text, not into options that are put together by hand: a quotation mark would end them.
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
 *   Calls share no state but the fonts of files, which the process keeps. All functions may be called from several threads at once, with the
 *   same movie and the same scene too; only freeing must come last. Each call sees a scene as it was set at one moment. Work that takes long
 *   has a function that starts it as an svga_job, which can be waited for by parts and cancelled. A process that forks has to go on with the
 *   library in one of the two alone, or to call exec in its child.
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
#define SVGA_VERSION "0.3.0"
/** The version of the library that is loaded, as `MAJOR.MINOR.PATCH`. Valid for ever. */
const char *svga_version(void);

/* Errors ---------------------------------------------------------------------------------------------------------------------------- */

/** Why a function failed. */
typedef struct svga_error svga_error;

/** What went wrong: the exit codes of the command `svga`. There are no others. */
typedef enum svga_code {
    /**
     * The player of the option "player" does not show the frame that is asked for, or the result would show worse in a public player than the
     * movie does.
     */
    SVGA_FINDINGS = 1,
    /** The arguments or options are wrong, or do not fit this movie: an unknown key, a frame that it does not have. */
    SVGA_USAGE = 2,
    /** A file cannot be read, or is not such a file. */
    SVGA_INPUT = 3,
    /** A limit of size, memory or time. */
    SVGA_LIMIT = 4,
    /** The output cannot be written or encoded. */
    SVGA_OUTPUT = 5,
    /** It was cancelled: by ::svga_job_cancel or by the progress function. */
    SVGA_CANCELLED = 130
} svga_code;

/** One of ::svga_code. */
int32_t svga_error_code(const svga_error *error);
/** One line: what is wrong, where, and what to do about it. Valid until the error is freed. */
const char *svga_error_message(const svga_error *error);
void svga_error_free(svga_error *error);
/**
 * The language of the messages of later errors, in all threads: "en", the default, or "zh".
 *
 * @return  false if it is another language.
 */
bool svga_set_language(const char *language);

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
 *
 * Options of `svga render`, written by make options:
 *   "allow": string; with "strict": permit warnings, such as SVGA403,SVGA404
 *   "allow-missing": boolean; ignore keys that the movie does not have
 *   "alpha": string; mp4: add alpha beside the color: side-by-side or stacked
 *   "alpha-scale": number; scale of the alpha part, 0.5 (default) to 1
 *   "audio": string; keep the movie's sound (default), drop it, or use FILE
 *   "audio-codec": string; mov: aac (default) or pcm (lossless)
 *   "background": string; #rgb, #rrggbb, #rrggbbaa or a name (default: none)
 *   "bounce": boolean; play forward, then backward, so that a loop does not jump
 *   "codec": string; mp4: h264 (default) or hevc; mov: prores (default) or qtrle
 *   "columns": integer; contact: frames per row
 *   "crop": string; draw only this part of the canvas, in points
 *   "dither": number; gif: 0–1, default 0.3; above 0.5 also dithers alpha
 *   "effort": integer; effort, 0 (fastest) to 6 (smallest), for most formats
 *   "every": integer; keep every Nth frame, and show it N times as long
 *   "filter": string; bilinear (like players) or best (default below half size)
 *   "font": string; a font for texts; each character uses the first that has it
 *   "format": string; format, if not OUT's extension; the help on encoding
 *   "fps": number or string; frames per second: 25, 29.97, 30000/1001 (default: the movie's)
 *   "frame": integer; render one frame, counted from 0
 *   "frames": integer or string; frames, such as 0,8,20-40,60-90:5 (default: all)
 *   "frames-baked": boolean; html: store every frame as a lossless image; much larger
 *   "hide": string; do not draw the sprites of this key
 *   "loop": integer; play N times, or endlessly for 0 (default: 0 if the format loops, else 1)
 *   "matte": string; gif: the color that soft edges blend into
 *   "max-canvas-pixels": integer or string; pixels of the output (16mi)
 *   "max-dashes": integer or string; dashes of one stroke (50000)
 *   "max-decoded-bytes": integer or string; bytes of all decoded images (384mi)
 *   "max-document-bytes": integer or string; bytes of memory for the protobuf or JSON document (128mi)
 *   "max-entries": integer or string; entries in a ZIP (10000)
 *   "max-frames": integer or string; frames of the movie (100000)
 *   "max-image-pixels": integer or string; pixels of one image (64mi)
 *   "max-images": integer or string; images and sounds (10000)
 *   "max-inflated-bytes": integer or string; decompressed bytes of all entries (96mi)
 *   "max-input-bytes": integer or string; size of the file in bytes (128mi)
 *   "max-key-bytes": integer or string; bytes of a key (65536)
 *   "max-memory": integer or string; bytes of memory for drawing and encoding (1gi)
 *   "max-path-segments": integer or string; segments of all distinct paths (4000000)
 *   "max-size": integer; sheet: maximum page side in pixels (default 4096)
 *   "max-sprite-frames": integer or string; frames of all sprites together (2000000)
 *   "max-sprites": integer or string; sprites (10000)
 *   "max-work": integer or string; work to draw a frame, in units of 0.2 ns of one core (8000000000)
 *   "no-system-fonts": boolean; use only "font": the same pixels on every machine
 *   "only": string; draw only the sprites of this key
 *   "player": string; draw like ios, android, web, web-lite or flutter
 *   "quality": integer; quality, 0 to 100; not for png, apng, y4m, rgba, sheet, wav
 *   "reverse": boolean; play backward
 *   "scale": number; pixels per point (default 1)
 *   "set-image": string; replace an image with a PNG, JPEG, WebP, GIF or BMP
 *   "set-text": string; draw a text on a sprite
 *   "set-value": string; Lottie: set a color or number: '**.Color=#f00'
 *   "size": integer or string; output size in pixels; 0 keeps the aspect ratio
 *   "speed": number; playback speed; 2 is twice as fast
 *   "strict": boolean; treat warnings as errors
 *   "target-size": number or string; maximum file size, such as 500k or 2m (k is 1000 bytes)
 *   "text-style": string; style of one text, or of all; see Styles below
 *   "threads": integer; number of threads (default: one per processor)
 *   "timeout": number; stop after S seconds, with exit code 4 and no partial file
 *   "vapx": string; with "alpha": a key that the app fills; repeatable
 *   "vars": string; all substitutions as JSON; - is standard input
 * End of the options.
 */
svga_scene *svga_scene_new(const svga_movie *movie, const char *options, svga_error **error);
void svga_scene_free(svga_scene *scene);

/** A scene with all that this one has at the moment; what is set in one of them does not change the other. NULL for NULL. */
svga_scene *svga_scene_copy(const svga_scene *scene);
/**
 * Options that make such a scene of its movie by ::svga_scene_new, as JSON; pictures that were set from memory are left out. NULL for NULL.
 */
svga_data *svga_scene_options(const svga_scene *scene);

/**
 * Adds options. A later value replaces an earlier one of the same option or key. A failure changes nothing. A thread that
 * draws at this moment still draws the earlier values. Files of "vars" are read now.
 */
bool svga_scene_set(svga_scene *scene, const char *options, svga_error **error);
/** Puts a text over the sprites of a key. Key and text may have every character. */
bool svga_scene_set_text(svga_scene *scene, const char *key, const char *text, svga_error **error);
/** Leaves out what has this key, or shows it again. */
bool svga_scene_set_hidden(svga_scene *scene, const char *key, bool hidden, svga_error **error);
/**
 * Puts a picture in place of the bitmaps of a key.
 *
 * @param key        May have every character.
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
 * Draws a frame into memory of the library: its size and its pixels are of one moment, whatever other threads set. Rows from the top, without
 * padding.
 *
 * @param width, height  Where the size goes, in pixels; or NULL.
 */
svga_data *svga_scene_draw(
    svga_scene *scene, int32_t frame, svga_pixels format, int32_t *width, int32_t *height, svga_error **error);

/**
 * What is touched at a point of a frame, as JSON: what `svga hit --json` prints, whose "hit" is null where nothing is there.
 *
 * @param x, y  In points of the canvas, from its upper left corner.
 */
svga_data *svga_scene_hit(svga_scene *scene, int32_t frame, double x, double y, svga_error **error);

/**
 * The warnings about the texts and images of a scene, as a JSON list in the form of ::svga_job_notes: characters that no font has, texts that are
 * cut, images that are enlarged. With the option "strict", drawing a frame fails instead, with ::SVGA_OUTPUT.
 */
svga_data *svga_scene_notes(svga_scene *scene, svga_error **error);

/**
 * Told how far an export is, from a thread of the library, one call at a time. Return false to cancel it.
 * It may take its time, and call the library: only its own export waits for it.
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

/* Jobs ------------------------------------------------------------------------------------------------------------------------------- */

/**
 * Work that takes long, in threads of the library. A job keeps what it works on: the movie and the scene may be freed.
 *
 *     svga_job *job = svga_scene_export_start(scene, "gift.webp", NULL, false, &error);
 *     while (svga_job_wait(job, 50, &done, &total) != SVGA_JOB_ENDED)
 *         if (user_has_enough) svga_job_cancel(job);
 *     svga_job_result(job, NULL, NULL, &error);
 *     svga_job_free(job);
 */
typedef struct svga_job svga_job;

/** What ::svga_job_wait returns. */
typedef enum svga_job_state {
    /** Nothing new has come in the time. */
    SVGA_JOB_RUNNING = 0,
    /** The next frame is done. */
    SVGA_JOB_PROGRESS = 1,
    /** The work has ended: ::svga_job_result returns at once. */
    SVGA_JOB_ENDED = 2
} svga_job_state;

/** What ::svga_movie_start does: what the function of that name does. */
typedef enum svga_task { SVGA_DESCRIBE = 0, SVGA_VALIDATE = 1, SVGA_DIFF = 2, SVGA_OPTIMIZE = 3, SVGA_CONVERT = 4 } svga_task;

/**
 * Begins what ::svga_scene_export does, with the scene as it is set now.
 *
 * @param stepwise  After each frame the export waits until ::svga_job_wait has returned it and was called again.
 */
svga_job *svga_scene_export_start(const svga_scene *scene, const char *path, const char *options, bool stepwise, svga_error **error);
/** Begins what ::svga_scene_export_data does. */
svga_job *svga_scene_export_data_start(
    const svga_scene *scene, const char *format, const char *options, bool stepwise, svga_error **error);
/** Begins a task. @param other the movie that ::SVGA_DIFF compares with, else NULL. */
svga_job *svga_movie_start(
    const svga_movie *movie, svga_task task, const svga_movie *other, const char *options, svga_error **error);

/**
 * Waits until a frame is done or the work has ended, but not longer than so many milliseconds. For one thread at a time.
 *
 * @param done, total  Get the frames that are done, and of how many, with ::SVGA_JOB_PROGRESS; or NULL.
 */
svga_job_state svga_job_wait(svga_job *job, int32_t milliseconds, int32_t *done, int32_t *total);
/** Asks the work to end, with nothing half written. Returns at once; from any thread. The result is ::SVGA_CANCELLED, or what came before. */
void svga_job_cancel(svga_job *job);
/**
 * What has come of the work, after it has ended: waits for that. May be called again.
 *
 * @param data    Gets the bytes or the text; empty for an export to a file; or NULL.
 * @param report  Gets that of ::SVGA_OPTIMIZE; or NULL.
 */
bool svga_job_result(svga_job *job, svga_data **data, svga_data **report, svga_error **error);
/**
 * What a job remarks beside its result, as a JSON list after it has ended: waits for that. Each note is an object with a "message", one line in
 * English. A warning also has a "code", which never changes, and a "key" if it concerns one:
 * [{"code": "SVGA405", "key": "name", "message": "the text \"name\" is too long and is cut; …"}]. The option "strict" makes a warning an error, with
 * ::SVGA_OUTPUT; "allow" permits codes. The list is empty where there is nothing to say, and after a failure. NULL for NULL.
 */
svga_data *svga_job_notes(svga_job *job);
/** Frees a job. Work that still runs is cancelled and not waited for. */
void svga_job_free(svga_job *job);

#ifdef __cplusplus
}
#endif

#endif
