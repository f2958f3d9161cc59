/*
 * libsvga: SVGA animations in C, and in every language that can call C.
 *
 * A movie is read once and shared. A scene is a movie at one size with substituted images and texts. It draws frames into your memory, and
 * exports them as pictures, animations or video.
 *
 *     svga_error *error = NULL;
 *     svga_movie *movie = svga_movie_open("gift.svga", NULL, &error);
 *     svga_scene *scene = movie ? svga_scene_new(movie, NULL, &error) : NULL;
 *     if (scene && svga_scene_set_option(scene, "size", NULL, "300x0", &error) && svga_scene_set_text(scene, "name", users_name, &error))
 *         svga_scene_export(scene, "gift.webp", NULL, NULL, NULL, &error);
 *     if (error) fprintf(stderr, "%s\n", svga_error_message(error));
 *     svga_error_free(error);
 *     svga_scene_free(scene);
 *     svga_movie_free(movie);
 *
 * Compile and link with the flags of `pkg-config --cflags --libs libsvga`.
 *
 * Options
 *   A JSON object in UTF-8, or NULL for none. The names are the long options of the command that the function names, without dashes.
 *   `svga help render` lists them with their meanings, units and limits. A switch is true or false. A repeatable option is a list. set-image,
 *   set-text, text-style and set-value are objects with keys:
 *
 *     {"size": "300x0", "background": "#fff", "set-image": {"user1": "a.png,fit=cover,mask=circle"}, "set-text": {"name": "Ann"}}
 *
 *   The value of a key may also be an object of its parts, in which a file name may have any character: {"file": "a,b.png", "fit": "cover",
 *   "mask": "circle"}, {"text": "Ann"}, {"size": 24}. An integer may be written as 2000000000, 2e9 or "2g".
 *   You need not write JSON: ::svga_scene_set_option sets one option of a scene, and ::svga_options_set builds the object for any function.
 *   Pass texts from users to ::svga_scene_set_text or to one of these. Do not insert them into a JSON text: a quotation mark would end the string.
 *
 *   File names are relative to the working directory of the process. The file "-" is an error, because a library must not read standard input.
 *
 * Errors
 *   A function that fails returns NULL or false, and stores an error at the address in its last parameter. The caller frees the error. The
 *   parameter may be NULL. If the function succeeds, it stores nothing there. Strings from callers must be UTF-8.
 *
 * Notes
 *   Work can succeed with notes: a GIF leaves out frames, a conversion leaves out a sound. ::svga_job_notes returns the notes of a job, and
 *   ::svga_last_notes those of a function that waits for its result. ::svga_set_warning_handler passes all notes to a function at once.
 *
 * Ownership
 *   The caller owns each returned movie, scene, job, error or data, and frees it once with the function of its type. Freeing NULL does
 *   nothing. A scene retains its movie, so both may be freed in any order. The library copies bytes and strings of the caller, so they may be
 *   freed when the call returns.
 *
 * Threads
 *   All functions may be called from several threads at the same time, also with the same movie or scene. Only freeing must be the last call.
 *   Each call uses a consistent state of a scene. Calls share no state except font files, which stay loaded. Long work can be started as an
 *   svga_job, which reports progress and can be canceled from any thread. ::svga_scene_cancel cancels a call that waits in another thread.
 *   After a fork, only one of the two processes may use the library, unless the child calls exec.
 *
 * Callbacks
 *   A function of the caller receives the pointer `context` that was passed with it. Except for the warning handler, it is not called after the
 *   function of the library has returned, and one call at a time. It may call the library, also with the same scene. It must return: no longjmp
 *   and no C++ exception may leave it. Memory that it receives is valid until it returns.
 *
 * ABI
 *   The soname is libsvga.so.1, and ::SVGA_ABI is this number. It changes only if a compiled program could stop working: if a function is removed,
 *   or its parameters or its meaning change. It does not follow the version: 0.3.0 has the ABI 1, and 1.0.0 may have it too.
 *   - A new version adds functions, types, constants and options. A program that was compiled for an older one works with it.
 *   - Each function has a symbol version: SVGA_1 for those of 0.2, SVGA_1.1 for those of 0.3. If a program needs a function that the
 *     installed library does not have, the dynamic linker refuses to start it and prints the symbol version.
 *   - Types are opaque, and no structure has a layout. An enumeration has the size of an int. Treat an unknown ::svga_code as a failure, and an
 *     unknown ::svga_job_state as ::SVGA_JOB_RUNNING.
 *   - JSON: the library may add members. Programs ignore unknown ones. Before 1.0 a version with another minor number may rename options and
 *     members; CHANGELOG.md lists them.
 *   - Messages are for people and may change. Codes of errors and notes do not.
 *
 * Memory
 *   A movie has the same limits as in `svga`: "max-memory" and others, see `svga help limits`. If memory runs out nevertheless, Swift ends the
 *   process.
 */
#ifndef SVGA_H
#define SVGA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header, `MAJOR.MINOR.PATCH`. */
#define SVGA_VERSION "0.3.0"
/** The same as numbers, for `#if`. */
#define SVGA_VERSION_MAJOR 0
#define SVGA_VERSION_MINOR 3
#define SVGA_VERSION_PATCH 0
/** The number of the ABI: the library is libsvga.so.1. */
#define SVGA_ABI 1
/** The version of the loaded library, in the form of ::SVGA_VERSION. Valid until the process ends. */
const char *svga_version(void);

/* Errors ---------------------------------------------------------------------------------------------------------------------------- */

/** The error of a function. */
typedef struct svga_error svga_error;

/**
 * The kinds of errors: the exit codes of the command `svga`. The code 6 of the command, "some of several inputs failed", does not occur here.
 * A message says what to do. Only ::SVGA_LIMIT after a timeout, ::SVGA_OUTPUT and ::SVGA_CANCELLED can disappear without a change of the request.
 */
typedef enum svga_code {
    /** No error: the code of NULL. */
    SVGA_OK = 0,
    /**
     * The work is possible, and its result is one that the caller refuses. The emulated player of the option "player" fails at the requested
     * frame. Or ::svga_movie_edit or ::svga_movie_optimize would give a file that a public player shows worse than the movie; the option
     * "allow-player-findings" permits it. Or the movie exceeds the option "budget".
     */
    SVGA_FINDINGS = 1,
    /**
     * The arguments or options are invalid: NULL for a required argument, a string that is not UTF-8, no JSON, an unknown option or one with a
     * wrong value, options that exclude each other, a buffer that is too small. Or they do not match the movie: an unknown key, a frame that it
     * does not have, a format that cannot represent the frames. A repetition fails in the same way.
     */
    SVGA_USAGE = 2,
    /**
     * A file that is read is missing, unreadable, damaged or of another format: the movie, an image, a font, a sound or a file of "vars". Also a
     * movie without frames. ::svga_error_is_missing_file distinguishes the first reason. With "strict": damage that is otherwise tolerated.
     */
    SVGA_INPUT = 3,
    /**
     * A limit is exceeded: of bytes, pixels, frames, memory or work (the options "max-…"), or the time of "timeout". The message names the
     * option. Files of strangers cause this code when they are made to exhaust a server.
     */
    SVGA_LIMIT = 4,
    /**
     * The output cannot be written or encoded: no space, no permission, a missing library of the format, a target size that cannot be reached, a
     * conversion that would lose content. With "strict": a warning. Also if the system refuses a thread or memory.
     */
    SVGA_OUTPUT = 5,
    /**
     * The work was canceled by ::svga_job_cancel or ::svga_scene_cancel, or because a function of the caller returned false. No incomplete file
     * remains.
     */
    SVGA_CANCELLED = 130
} svga_code;

/** One of ::svga_code. ::SVGA_OK for NULL. */
int32_t svga_error_code(const svga_error *error);
/** Whether the reason is a file that does not exist. */
bool svga_error_is_missing_file(const svga_error *error);
/** One line with the problem, its location and a remedy, in UTF-8. Valid until the error is freed. NULL for NULL. */
const char *svga_error_message(const svga_error *error);
void svga_error_free(svga_error *error);
/**
 * The language of later error messages and notes, in all threads: "en", the default, or "zh".
 *
 * @return  false if it is another language.
 */
bool svga_set_language(const char *language);
/**
 * How later error messages and notes name options, in all threads: "json", the default, is "max-memory": N; "python" is max_memory=N.
 *
 * @return  false if it is another wording.
 */
bool svga_set_wording(const char *wording);

/**
 * Receives a note when the work finds it.
 *
 * @param code     Of a warning, such as "SVGA405"; NULL for other notes.
 * @param key      The key that a warning concerns, or NULL.
 * @param message  One line in the language of ::svga_set_language.
 */
typedef void (*svga_warning)(void *context, const char *code, const char *key, const char *message);
/**
 * Sets the function that receives the notes of all later work of the process, for a log; NULL for none, the default. ::svga_job_notes and
 * ::svga_last_notes return the same notes by call.
 *
 * The function is called on the thread that does the work, by several threads at the same time. A call that has begun may end after
 * another function is set, so `context` must stay valid.
 */
void svga_set_warning_handler(svga_warning handler, void *context);

/* Data ------------------------------------------------------------------------------------------------------------------------------- */

/** Bytes that the library has created: a file or a text. */
typedef struct svga_data svga_data;

/** The bytes, followed by a zero, so that a text is a C string. Valid until the data is freed; never NULL. */
const char *svga_data_bytes(const svga_data *data);
/** The number of bytes, without the zero. */
size_t svga_data_size(const svga_data *data);
void svga_data_free(svga_data *data);

/* Options ---------------------------------------------------------------------------------------------------------------------------- */

/**
 * Options that become a JSON object, for every function with options, and for the job of ::svga_batch_start:
 *
 *     svga_options *job = svga_options_new();
 *     svga_options_set(job, "input", NULL, "gift.svga", &error);
 *     svga_options_set(job, "output", NULL, "ann.webp", &error);
 *     svga_options_set(job, "set-text", "name", users_name, &error);
 *     svga_batch_start(batch, svga_options_json(job), false, false, &error);
 *     svga_options_free(job);
 */
typedef struct svga_options svga_options;

/** Creates an empty list of options. */
svga_options *svga_options_new(void);
/**
 * Sets an option, or replaces its value. The names are checked by the function that receives the options.
 *
 * @param key    The key for "set-image", "set-text", "text-style" and "set-value"; NULL for other options.
 * @param value  The value as on the command line; "true" or "false" for a switch. Key and value may have any character.
 */
bool svga_options_set(svga_options *options, const char *name, const char *key, const char *value, svga_error **error);
/** Adds a value of an option that may be repeated, such as "font" or "hide". */
bool svga_options_add(svga_options *options, const char *name, const char *value, svga_error **error);
/** The options as JSON. Valid until they are changed or freed. NULL for NULL. */
const char *svga_options_json(const svga_options *options);
void svga_options_free(svga_options *options);

/* Movies ----------------------------------------------------------------------------------------------------------------------------- */

/** A movie: an SVGA of any version, or a Lottie, which is drawn without a conversion. */
typedef struct svga_movie svga_movie;

/**
 * Reads a movie from a file.
 *
 * @param path     A file, of at most "max-input-bytes".
 * @param options  Limits and "strict", as in `svga render`, or NULL. They apply to all later work with the movie.
 */
svga_movie *svga_movie_open(const char *path, const char *options, svga_error **error);
/** Reads a movie from memory. @param options as for ::svga_movie_open. */
svga_movie *svga_movie_read(const void *bytes, size_t size, const char *options, svga_error **error);
void svga_movie_free(svga_movie *movie);

/** The number of frames. The first frame is 0. */
int32_t svga_movie_frames(const svga_movie *movie);
/** The frame rate, in frames per second. */
double svga_movie_fps(const svga_movie *movie);
/** The width of the canvas in points. Without a size option, a point is a pixel. */
int32_t svga_movie_width(const svga_movie *movie);
/** The height of the canvas in points. */
int32_t svga_movie_height(const svga_movie *movie);
/** The bytes of the file. */
svga_data *svga_movie_bytes(const svga_movie *movie);

/** The contents as JSON: the output of `svga inspect --json`. */
svga_data *svga_movie_describe(const svga_movie *movie, svga_error **error);
/** The findings as JSON: the output of `svga validate --json`. @param options for example {"player": "web,android"}, or NULL. */
svga_data *svga_movie_validate(const svga_movie *movie, const char *options, svga_error **error);
/** The differences of another movie as JSON: the output of `svga diff --json`. @param options for example {"pixels": true}, or NULL. */
svga_data *svga_movie_diff(const svga_movie *movie, const svga_movie *other, const char *options, svga_error **error);
/**
 * The optimized movie, as the bytes of a file: the output of `svga optimize`.
 *
 * @param options  For example {"quality": 80}, or NULL.
 * @param report   Receives the report as JSON, the output of `svga optimize --json`; or NULL.
 */
svga_data *svga_movie_optimize(const svga_movie *movie, const char *options, svga_data **report, svga_error **error);
/** The movie in another container, as the bytes of a file: the output of `svga convert`. @param options for example {"to": "2"}. */
svga_data *svga_movie_convert(const svga_movie *movie, const char *options, svga_error **error);
/**
 * A movie that players show as it is drawn here, as the bytes of its file: what `svga fix` writes.
 *
 * @param options  Such as {"for": "web,ios"}, or NULL for all players.
 * @param report   Receives the repairs and what remains, as JSON: what `svga fix --json` prints; or NULL.
 */
svga_data *svga_movie_fix(const svga_movie *movie, const char *options, svga_data **report, svga_error **error);
/**
 * The changed movie, as the bytes of a file: the output of `svga edit`.
 *
 * @param options  The edits in their order, for example {"set-text": {"name": "Ann"}, "hide": ["glow"], "crop": "75,75,600x600"}.
 * @param report   Receives the report as JSON, the output of `svga edit --json`; or NULL.
 */
svga_data *svga_movie_edit(const svga_movie *movie, const char *options, svga_data **report, svga_error **error);
/** The file of an image in the movie, such as a PNG. @param key as `svga inspect --images` lists it. */
svga_data *svga_movie_image(const svga_movie *movie, const char *key, svga_error **error);
/** The file of a sound in the movie, such as an MP3. @param key as `svga inspect` lists it. */
svga_data *svga_movie_sound(const svga_movie *movie, const char *key, svga_error **error);

/* Scenes ----------------------------------------------------------------------------------------------------------------------------- */

/** A movie at one size, with substituted images and texts. */
typedef struct svga_scene svga_scene;

/** The four bytes of a pixel, in their order in memory. */
typedef enum svga_pixels {
    /** Red, green, blue, alpha; not premultiplied: the order of PNG, PIL and most other software. */
    SVGA_RGBA = 0,
    /** Blue, green, red, alpha; not premultiplied. */
    SVGA_BGRA = 1,
    /** Red, green and blue are multiplied by alpha. */
    SVGA_PREMULTIPLIED_RGBA = 2,
    /** Cairo's ARGB32 on little-endian machines. */
    SVGA_PREMULTIPLIED_BGRA = 3
} svga_pixels;

/**
 * Creates a scene of a movie. Without a size option, it has the size of the movie.
 *
 * @param options  Options of `svga render` except the output's name, or NULL: "size", "scale", "crop", "background", "only", "filter",
 *                 "set-image", "set-text", "text-style", "hide", "vars", "font", and options that only apply to exports.
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
 *   "budget": string; refuse a movie that exceeds these limits (the help on budget)
 *   "codec": string; mp4: h264 (default) or hevc; mov: prores (default) or qtrle
 *   "columns": integer; contact: frames per row
 *   "crop": string; draw only this part of the canvas, in points
 *   "dither": number; gif: 0–1, default 0.3; above 0.5 also dithers alpha
 *   "effort": integer; effort, 0 (fastest) to 6 (smallest), for most formats
 *   "every": integer; keep every Nth frame, and show it N times as long
 *   "filter": string; bilinear (like players) or best (default below half size)
 *   "fit": string; other aspect ratio: contain (default), cover or fill (stretches)
 *   "font": string; a font for texts; each character uses the first that has it
 *   "format": string; format, if not OUT's extension; the help on encoding
 *   "fps": number or string; frames per second: 25, 29.97, 30000/1001 (default: the movie's)
 *   "frame": integer; render one frame, counted from 0
 *   "frames": integer or string; frames, such as 0,8,20-40,60-90:5 (default: all)
 *   "frames-baked": boolean; html: store every frame as a lossless image; much larger
 *   "gravity": string; alignment of fit: center (default), top, bottom-right …
 *   "hide": string; do not draw the sprites of this key
 *   "loop": integer; play N times, or endlessly for 0 (default: 0 if the format loops, else 1)
 *   "matte": string; gif: the color that soft edges blend into
 *   "max-canvas-pixels": integer or string; pixels of the output (16mi)
 *   "max-dashes": integer or string; dashes of one stroke (50000)
 *   "max-decoded-bytes": integer or string; bytes of all decoded images (384mi)
 *   "max-document-bytes": integer or string; bytes of memory for the protobuf or JSON document (128mi)
 *   "max-entries": integer or string; entries in a ZIP (10000)
 *   "max-expression-steps": integer or string; steps of a Lottie's expressions; 0 ignores expressions (10000000)
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
 *   "player": string; draw like ios, android, web, web-lite, flutter, harmony or wechat; android@2.4 is a version
 *   "preset": string; format, size and limits of a service, such as slack
 *   "quality": integer; quality, 0 to 100; not for png, apng, y4m, rgba, sheet, wav
 *   "reverse": boolean; play backward
 *   "scale": number; pixels per point (default 1)
 *   "set-image": string; replace an image; FILE is a file or a URL
 *   "set-text": string; draw a text on a sprite
 *   "set-value": string; Lottie: set a color or number: '**.Color=#f00'
 *   "size": integer or string; output size in pixels; 0 keeps the aspect ratio
 *   "speed": number; playback speed; 2 is twice as fast
 *   "strict": boolean; treat warnings as errors
 *   "target-size": number or string; maximum file size, such as 500k or 2m (k is 1000 bytes)
 *   "text-style": string; style of one text, or of all; see Styles below
 *   "threads": integer; number of threads (default: one per processor)
 *   "timeout": number; stop after S seconds, with exit code 4 and no partial file
 *   "url-timeout": number; time limit for one URL (default 30)
 *   "vapx": string; with "alpha": a key that the app fills; repeatable
 *   "vars": string; all substitutions as JSON
 * End of the options.
 */
svga_scene *svga_scene_new(const svga_movie *movie, const char *options, svga_error **error);
void svga_scene_free(svga_scene *scene);

/** An independent copy of a scene in its current state. NULL for NULL. */
svga_scene *svga_scene_copy(const svga_scene *scene);
/**
 * The options with which ::svga_scene_new creates the same scene, as JSON. Images from memory are omitted. NULL for NULL.
 */
svga_data *svga_scene_options(const svga_scene *scene);

/**
 * Adds options. A later value replaces an earlier one of the same option or key. A failure changes nothing. A thread that is drawing
 * uses the earlier values. The files of "vars" are read during the call.
 */
bool svga_scene_set(svga_scene *scene, const char *options, svga_error **error);
/**
 * Sets one option without JSON, such as "size" to "300x0" or "reverse" to "true".
 *
 * @param key    The key for "set-image", "set-text", "text-style" and "set-value"; NULL for other options.
 * @param value  The value as on the command line. Key and value may have any character.
 */
bool svga_scene_set_option(svga_scene *scene, const char *name, const char *key, const char *value, svga_error **error);
/** Draws a text over the sprites of a key. Key and text may have any character. */
bool svga_scene_set_text(svga_scene *scene, const char *key, const char *text, svga_error **error);
/** Hides the sprites of a key, or shows them again. */
bool svga_scene_set_hidden(svga_scene *scene, const char *key, bool hidden, svga_error **error);
/**
 * Replaces the bitmaps of a key by an image.
 *
 * @param key        Any characters.
 * @param bytes      A file in memory: PNG, JPEG, WebP, GIF or BMP.
 * @param placement  "fit=fill|contain|cover|none" and "mask=none|circle|original|round:R", separated by a comma, or NULL.
 */
bool svga_scene_set_image_from_memory(
    svga_scene *scene, const char *key, const void *bytes, size_t size, const char *placement, svga_error **error);
/** The name of ::svga_scene_set_image_from_memory in version 0.2. It stays. */
bool svga_scene_set_image(
    svga_scene *scene, const char *key, const void *bytes, size_t size, const char *placement, svga_error **error);
/**
 * Replaces the bitmaps of a key by the image of a file, which is read when the scene is first drawn.
 *
 * @param path       A path or an http or https URL. Any characters.
 * @param placement  As in ::svga_scene_set_image_from_memory.
 */
bool svga_scene_set_image_from_file(svga_scene *scene, const char *key, const char *path, const char *placement, svga_error **error);
/**
 * Replaces the bitmaps of a key by pixels.
 *
 * @param pixels  Rows from the top.
 * @param stride  The distance of two rows in bytes; 0: no padding.
 */
bool svga_scene_set_pixels(
    svga_scene *scene, const char *key, const void *pixels, int32_t width, int32_t height, size_t stride, svga_pixels format,
    const char *placement, svga_error **error);

/**
 * The size of the frames, in pixels. Prepares the scene on first use, so errors of its settings are returned here, or when the first frame
 * is drawn.
 */
bool svga_scene_size(svga_scene *scene, int32_t *width, int32_t *height, svga_error **error);

/**
 * Draws a frame into the caller's memory.
 *
 * @param frame   0-based.
 * @param buffer  At least (height - 1) × stride + 4 × width bytes; all pixels are written, and padding is unchanged.
 * @param size    The size of the buffer in bytes.
 * @param stride  The distance of two rows in bytes, at least 4 × width; 0: no padding.
 */
bool svga_scene_render(
    svga_scene *scene, int32_t frame, svga_pixels format, void *buffer, size_t size, size_t stride, svga_error **error);

/**
 * Draws a frame into memory of the library. Size and pixels belong to the same state of the scene, even if other threads change it. Rows from
 * the top, without padding.
 *
 * @param width, height  Receive the size in pixels; or NULL.
 */
svga_data *svga_scene_draw(
    svga_scene *scene, int32_t frame, svga_pixels format, int32_t *width, int32_t *height, svga_error **error);

/**
 * The frames that an export would show, as JSON: {"frames": [0, 1, 2], "fps": 30}. The options "frames", "fps", "every", "speed", "reverse" and
 * "bounce" apply; limits of a format and repetitions do not.
 */
svga_data *svga_scene_frames(svga_scene *scene, svga_error **error);

/**
 * Receives a drawn frame. Return false to end the drawing.
 *
 * @param frame          The index of the movie's frame, 0-based.
 * @param pixels         Rows from the top, without padding: 4 × width × height bytes. Valid until the function returns.
 * @param width, height  The size in pixels, the same for all frames.
 */
typedef bool (*svga_frame)(void *context, int32_t frame, const void *pixels, int32_t width, int32_t height);
/**
 * Draws the frames of ::svga_scene_frames in their order, and passes each to a function on the thread of the caller. A frame equals that of
 * ::svga_scene_draw, and takes less time, because only changes are repainted. All frames belong to the same state of the scene.
 *
 * @param options  Additional options for this call only, for example {"frames": "0-30"}, or NULL. "timeout" limits the time of the call.
 */
bool svga_scene_draw_frames(
    svga_scene *scene, const char *options, svga_pixels format, svga_frame function, void *context, svga_error **error);

/**
 * The sprite at a point of a frame, as JSON: the output of `svga hit --json`. "hit" is null if there is none.
 *
 * @param x, y  The point, in points of the canvas from its upper left corner.
 */
svga_data *svga_scene_hit(svga_scene *scene, int32_t frame, double x, double y, svga_error **error);

/**
 * The placement of a key's sprites in each frame, as JSON: the output of `svga inspect --placement KEY --json`. For each sprite: the four corners
 * of its layout, its matrix, its alpha, and whether it is visible. Lay your own views over a movie with it. The unit is a pixel of the scene's
 * frames if the scene has one of the options "size", "scale" and "crop", else a point of the canvas.
 *
 * @param frames  "0,8,20-40,60-90:5", or NULL for all frames.
 */
svga_data *svga_scene_placement(svga_scene *scene, const char *key, const char *frames, svga_error **error);

/**
 * The warnings about the texts and images of a scene, as a JSON list in the form of ::svga_job_notes: characters that no font has, texts that are
 * cut, images that are enlarged. With the option "strict", drawing a frame fails instead, with ::SVGA_OUTPUT.
 */
svga_data *svga_scene_notes(svga_scene *scene, svga_error **error);

/**
 * Receives the progress of an export, on a thread of the library, one call at a time. Return false to cancel the export.
 * The function may take long and call the library: only its own export waits for it.
 *
 * @param context  The pointer that was passed with the function.
 * @param done     The number of finished frames. An export that tries several sizes starts again at 0.
 * @param total    The number of all frames.
 */
typedef bool (*svga_progress)(void *context, int32_t done, int32_t total);

/**
 * Exports frames to a file, like `svga render`. The file is written completely or not at all. An existing file is overwritten.
 *
 * @param path      The extension determines the format. "a-%05d.png" and "frames/" are patterns, as in `svga render -o`.
 * @param options   Additional options for this export only, for example {"frames": "0-30", "quality": 80, "threads": 1}, or NULL.
 * @param progress  Called repeatedly, or NULL.
 */
bool svga_scene_export(
    svga_scene *scene, const char *path, const char *options, svga_progress progress, void *context, svga_error **error);
/** Exports frames to memory. @param format a file extension such as "webp", "gif", "mp4" or "png", which needs a single frame. */
svga_data *svga_scene_export_data(
    svga_scene *scene, const char *format, const char *options, svga_progress progress, void *context, svga_error **error);

/**
 * Receives bytes of an output, in their order, on a thread of the library, one call at a time. Return false to cancel the export.
 *
 * @param bytes  Valid until the function returns.
 * @param size   At least 1.
 */
typedef bool (*svga_write)(void *context, const void *bytes, size_t size);
/**
 * Exports frames to a function instead of a file: the same bytes as ::svga_scene_export_data, without holding them in memory. GIF, APNG, JPEG XL,
 * HTML and raw frames arrive while frames are drawn. WebP, AVIF, videos and outputs with a target size arrive when they are complete, from a
 * temporary file. After an error, discard the bytes that have arrived.
 *
 * @param format    As in ::svga_scene_export_data.
 * @param progress  Called repeatedly, or NULL.
 * @param context   For both functions.
 */
bool svga_scene_export_write(
    svga_scene *scene, const char *format, const char *options, svga_write write, svga_progress progress, void *context,
    svga_error **error);
/**
 * Cancels the calls of ::svga_scene_export, ::svga_scene_export_data, ::svga_scene_export_write and ::svga_scene_draw_frames with this scene that
 * run in other threads: they fail with ::SVGA_CANCELLED. Returns immediately. Later calls run, and jobs are not affected: see ::svga_job_cancel.
 */
void svga_scene_cancel(svga_scene *scene);

/**
 * The notes of this thread's last call of ::svga_scene_export, ::svga_scene_export_data, ::svga_scene_export_write, ::svga_scene_draw_frames,
 * ::svga_movie_validate, ::svga_movie_diff, ::svga_movie_optimize, ::svga_movie_convert, ::svga_movie_fix, ::svga_movie_edit or
 * ::svga_movie_describe, in the form of ::svga_job_notes. The list is empty without notes, before the first call, and after an error.
 */
svga_data *svga_last_notes(void);

/* Jobs ------------------------------------------------------------------------------------------------------------------------------- */

/**
 * Long work on threads of the library. A job retains its movie and its scene, so both may be freed.
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
    /** The time has passed without progress. */
    SVGA_JOB_RUNNING = 0,
    /** The next frame is done. */
    SVGA_JOB_PROGRESS = 1,
    /** The work has ended. ::svga_job_result returns immediately. */
    SVGA_JOB_ENDED = 2
} svga_job_state;

/** The tasks of ::svga_movie_start: the work of the functions with these names. */
typedef enum svga_task { SVGA_DESCRIBE = 0, SVGA_VALIDATE = 1, SVGA_DIFF = 2, SVGA_OPTIMIZE = 3, SVGA_CONVERT = 4, SVGA_FIX = 5, SVGA_EDIT = 6,
    /** Data: the pixels of a representative frame, as ::SVGA_RGBA. Report: {"frame": 66, "width": 256, "height": 256}. Options: "size", "frame". */
    SVGA_THUMBNAIL = 7,
    /** Report: the output of `svga compare-players --json`. Data: with the option "sheet": true a PNG, which is empty if all players draw the same. */
    SVGA_COMPARE_PLAYERS = 8,
    /** Writes into the option "folder", as `svga unpack`. Report: {"folder": "gift", "sprites": 12, "payloads": 9}. */
    SVGA_UNPACK = 9
} svga_task;

/**
 * Starts the work of ::svga_scene_export, with the current state of the scene.
 *
 * @param stepwise  Whether the export waits after each frame until ::svga_job_wait has reported it and is called again.
 */
svga_job *svga_scene_export_start(const svga_scene *scene, const char *path, const char *options, bool stepwise, svga_error **error);
/** Starts the work of ::svga_scene_export_data. */
svga_job *svga_scene_export_data_start(
    const svga_scene *scene, const char *format, const char *options, bool stepwise, svga_error **error);
/**
 * Starts a task.
 *
 * @param other    The movie to compare with for ::SVGA_DIFF; NULL for other tasks.
 * @param options  The options of the task, or NULL. ::SVGA_DESCRIBE has only "timeout".
 */
svga_job *svga_movie_start(
    const svga_movie *movie, svga_task task, const svga_movie *other, const char *options, svga_error **error);

/**
 * Waits until a frame is finished or the work has ended, at most this number of milliseconds. For one thread at a time.
 *
 * @param done, total  Receive the numbers of finished and of all frames with ::SVGA_JOB_PROGRESS; or NULL.
 */
svga_job_state svga_job_wait(svga_job *job, int32_t milliseconds, int32_t *done, int32_t *total);
/** Cancels the work; no incomplete file remains. Returns immediately, on any thread. The result is ::SVGA_CANCELLED, unless the work ended before. */
void svga_job_cancel(svga_job *job);
/**
 * Waits until the work has ended, and returns its result. May be called several times.
 *
 * @param data    Receives the bytes or the text, which are empty for an export to a file; or NULL.
 * @param report  Receives the report of ::SVGA_OPTIMIZE, ::SVGA_FIX, ::SVGA_EDIT or ::svga_batch_start; or NULL.
 */
bool svga_job_result(svga_job *job, svga_data **data, svga_data **report, svga_error **error);
/**
 * The notes of a job, as a JSON list. Waits until the job has ended. Each note is an object with a "message", one line in the language of
 * ::svga_set_language. A warning also has a "code", which never changes, and a "key" if it concerns one:
 * [{"code": "SVGA405", "key": "name", "message": "the text \"name\" is too long and is cut; …"}]. The option "strict" makes a warning an error, with
 * ::SVGA_OUTPUT; "allow" permits codes. The list is empty without notes, and after an error. NULL for NULL.
 */
svga_data *svga_job_notes(svga_job *job);
/** Frees a job. Work that still runs is cancelled and not waited for. */
void svga_job_free(svga_job *job);

/* Making movies ---------------------------------------------------------------------------------------------------------------------- */

/** What makes a movie from other files: the commands with these names. */
typedef enum svga_maker { SVGA_IMPORT = 0, SVGA_CREATE = 1, SVGA_PACK = 2 } svga_maker;

/**
 * Starts making a movie. The data of ::svga_job_result is the movie's file, and the report is what the command prints with --json.
 *
 * @param paths    For ::SVGA_IMPORT a Lottie, an SVG, a video, an animated image or a folder, or several images; for ::SVGA_CREATE a description;
 *                 for ::SVGA_PACK a folder that ::SVGA_UNPACK wrote.
 * @param count    The number of paths.
 * @param options  Options of the command, for example {"fps": 30}, and limits; or NULL.
 * @param stepwise As in ::svga_scene_export_start. Only ::SVGA_IMPORT has progress.
 */
svga_job *svga_make_start(
    svga_maker maker, const char *const *paths, size_t count, const char *options, bool stepwise, svga_error **error);
/**
 * The same from a file in memory, for ::SVGA_IMPORT and ::SVGA_CREATE.
 *
 * @param folder  The folder of other files that this one names; NULL: the working directory for ::SVGA_CREATE, and none for ::SVGA_IMPORT.
 */
svga_job *svga_make_data_start(
    svga_maker maker, const void *bytes, size_t size, const char *folder, const char *options, bool stepwise, svga_error **error);

/* Batches ---------------------------------------------------------------------------------------------------------------------------- */

/** Jobs of `svga batch` that share movies, images, fonts and encoded frames. */
typedef struct svga_batch svga_batch;

/**
 * Creates a batch.
 *
 * @param options  Options of `svga render` for all jobs; "cache-memory", a number of bytes (512mi); "workers", how many jobs run at a time (any
 *                 number), so that more jobs than that can wait and start as soon as another ends; or NULL.
 */
svga_batch *svga_batch_new(const char *options, svga_error **error);
/**
 * Starts one job. Start as many at once as there are processors, each with the option "threads" of 1. Defaults are those of `svga batch`; an
 * existing file is overwritten.
 *
 * @param job       A line of a job file: {"id": 7, "input": "gift.svga", "output": "ann.webp", "set-text": {"name": "Ann"}}.
 * @param in_memory Whether ::svga_job_result returns the file instead of writing it; then the output is one file.
 * @param stepwise  As in ::svga_scene_export_start.
 *
 * The report of ::svga_job_result is the job's result: {"id": 7, "output": "ann.webp", "ok": true, "bytes": 123456}.
 */
svga_job *svga_batch_start(const svga_batch *batch, const char *job, bool in_memory, bool stepwise, svga_error **error);
/** Frees a batch. Jobs that still run are not affected. */
void svga_batch_free(svga_batch *batch);

#ifdef __cplusplus
}
#endif

#endif
