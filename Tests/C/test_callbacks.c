/* Functions of the caller that receive bytes, frames and warnings, and the cancellation from another thread. */
#include "tests.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that a function has received. */
struct received {
    char *bytes;
    size_t size;
    int calls;
    /* The call that is refused; 0: none. */
    int refused;
};

static bool receive(void *context, const void *bytes, size_t size) {
    struct received *all = context;
    if (++all->calls == all->refused) return false;
    CHECK(size > 0);
    char *grown = realloc(all->bytes, all->size + size);
    if (!grown) return false;
    all->bytes = grown;
    memcpy(all->bytes + all->size, bytes, size);
    all->size += size;
    return true;
}

static void test_a_function_receives_the_bytes_of_a_file(const svga_movie *movie) {
    /* The search for a target size reads its output. */
    static const char *const formats[][2] = {
        {"gif", NULL}, {"apng", NULL}, {"webp", NULL}, {"rgba", NULL}, {"png", "{\"frames\": \"3\"}"}, {"html", NULL},
        {"gif", "{\"target-size\": \"100k\"}"}};
    svga_error *error = NULL;
    svga_scene *scene = svga_scene_new(movie, "{\"size\": \"20x0\", \"frames\": \"0-5\"}", &error);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        svga_data *wanted = svga_scene_export_data(scene, formats[i][0], formats[i][1], NULL, NULL, &error);
        struct received all = {0};
        CHECK(svga_scene_export_write(scene, formats[i][0], formats[i][1], receive, NULL, &all, &error) && code(&error) == 0);
        CHECK(wanted && all.size == svga_data_size(wanted) && memcmp(all.bytes, svga_data_bytes(wanted), all.size) == 0);
        /* Raw pixels arrive frame by frame. */
        if (i == 3) CHECK(all.calls == 6);
        free(all.bytes);
        svga_data_free(wanted);
        struct received refused = {.refused = 1};
        CHECK(!svga_scene_export_write(scene, formats[i][0], formats[i][1], receive, NULL, &refused, &error) && code(&error) == SVGA_CANCELLED);
        CHECK(refused.calls == 1 && refused.size == 0);
    }
    CHECK(!svga_scene_export_write(scene, "gif", NULL, NULL, NULL, NULL, &error) && code(&error) == SVGA_USAGE);
    struct received none = {0};
    CHECK(!svga_scene_export_write(scene, "sheet", NULL, receive, NULL, &none, &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_export_write(scene, "png", NULL, receive, NULL, &none, &error) && code(&error) == SVGA_USAGE && none.calls == 0);
    svga_scene_free(scene);
}

/* Frames that a function has received, each compared with svga_scene_draw. */
struct compared {
    svga_scene *scene;
    svga_pixels format;
    int32_t frames[16];
    int count, last;
};

static bool compare(void *context, int32_t frame, const void *pixels, int32_t width, int32_t height) {
    struct compared *all = context;
    svga_error *error = NULL;
    int32_t drawn_width = 0, drawn_height = 0;
    svga_data *wanted = svga_scene_draw(all->scene, frame, all->format, &drawn_width, &drawn_height, &error);
    CHECK(wanted && width == drawn_width && height == drawn_height);
    CHECK(wanted && memcmp(pixels, svga_data_bytes(wanted), 4 * (size_t)width * (size_t)height) == 0);
    svga_data_free(wanted);
    if (all->count < 16) all->frames[all->count] = frame;
    return ++all->count != all->last;
}

static void test_a_function_receives_the_frames_of_an_export(const svga_movie *movie) {
    svga_error *error = NULL;
    svga_scene *scene = svga_scene_new(movie, "{\"size\": \"20x0\", \"reverse\": true}", &error);
    for (int format = SVGA_RGBA; format <= SVGA_PREMULTIPLIED_BGRA; format++) {
        struct compared all = {.scene = scene, .format = (svga_pixels)format};
        CHECK(svga_scene_draw_frames(scene, "{\"frames\": \"3-5,9\"}", (svga_pixels)format, compare, &all, &error) && code(&error) == 0);
        CHECK(all.count == 4 && all.frames[0] == 9 && all.frames[1] == 5 && all.frames[3] == 3);
    }
    struct compared some = {.scene = scene, .format = SVGA_RGBA, .last = 2};
    CHECK(!svga_scene_draw_frames(scene, NULL, SVGA_RGBA, compare, &some, &error) && code(&error) == SVGA_CANCELLED && some.count == 2);
    CHECK(!svga_scene_draw_frames(scene, NULL, SVGA_RGBA, NULL, NULL, &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_draw_frames(scene, NULL, (svga_pixels)7, compare, &some, &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_draw_frames(scene, "{\"frames\": \"x\"}", SVGA_RGBA, compare, &some, &error) && code(&error) == SVGA_USAGE);
    CHECK(some.count == 2);
    svga_scene_free(scene);
}

/* What the warning handler was called with. */
struct warned {
    int count;
    char code[16], key[16], message[256];
};

static void warn(void *context, const char *warning, const char *key, const char *message) {
    struct warned *all = context;
    all->count++;
    snprintf(all->code, sizeof all->code, "%s", warning ? warning : "");
    snprintf(all->key, sizeof all->key, "%s", key ? key : "");
    snprintf(all->message, sizeof all->message, "%s", message);
}

static void test_a_handler_receives_warnings(const svga_movie *movie) {
    static const char options[] = "{\"set-text\": {\"disc\": \"WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW\"}}";
    svga_error *error = NULL;
    struct warned all = {0};
    svga_set_warning_handler(warn, &all);
    svga_scene *scene = svga_scene_new(movie, options, &error);
    CHECK(all.count == 0);
    svga_data_free(drawn(scene));
    CHECK(all.count == 1 && strcmp(all.code, "SVGA405") == 0 && strcmp(all.key, "disc") == 0 && strstr(all.message, "too long"));
    svga_scene_free(scene);
    /* The same as a list, and in the language that is set. */
    CHECK(svga_set_language("zh"));
    scene = svga_scene_new(movie, options, &error);
    struct compared one = {.scene = scene, .format = SVGA_RGBA};
    CHECK(svga_scene_draw_frames(scene, "{\"frame\": 0}", SVGA_RGBA, compare, &one, &error) && code(&error) == 0);
    svga_data *notes = svga_last_notes();
    CHECK(strstr(svga_data_bytes(notes), "\"code\":\"SVGA405\",\"key\":\"disc\""));
    CHECK(strstr(all.message, "太长") && strstr(all.message, "disc") && !strstr(all.message, "too long"));
    svga_data_free(notes);
    CHECK(svga_set_language("en"));
    svga_scene_free(scene);
    svga_set_warning_handler(NULL, NULL);
    int before = all.count;
    scene = svga_scene_new(movie, options, &error);
    svga_data_free(drawn(scene));
    CHECK(all.count == before);
    svga_scene_free(scene);
}

static void test_images_from_memory(const svga_movie *movie) {
    svga_error *error = NULL;
    svga_scene *scene = svga_scene_new(movie, "{\"size\": \"20x0\", \"background\": \"#00f\"}", &error);
    svga_data *image = svga_scene_export_data(scene, "png", "{\"frame\": 0}", NULL, NULL, &error);
    svga_data *before = drawn(scene);
    CHECK(svga_scene_set_image_from_memory(scene, "disc", svga_data_bytes(image), svga_data_size(image), "fit=cover,mask=circle", &error));
    svga_data *after = drawn(scene);
    CHECK(!same(before, after));
    svga_scene *other = svga_scene_new(movie, "{\"size\": \"20x0\", \"background\": \"#00f\"}", &error);
    CHECK(svga_scene_set_image(other, "disc", svga_data_bytes(image), svga_data_size(image), "fit=cover,mask=circle", &error));
    svga_data *older = drawn(other);
    CHECK(same(older, after) && code(&error) == 0);
    CHECK(!svga_scene_set_image_from_memory(scene, "disc", "no image", 8, NULL, &error) && code(&error) == SVGA_INPUT);
    CHECK(!svga_scene_set_image_from_memory(scene, "disc", NULL, 8, NULL, &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_set_image_from_memory(scene, "disc", svga_data_bytes(image), svga_data_size(image), "round", &error) && code(&error) == SVGA_USAGE);
    svga_data_free(image);
    svga_data_free(before);
    svga_data_free(after);
    svga_data_free(older);
    svga_scene_free(other);
    svga_scene_free(scene);
}

void test_callbacks(const svga_movie *movie) {
    test_a_function_receives_the_bytes_of_a_file(movie);
    test_a_function_receives_the_frames_of_an_export(movie);
    test_a_handler_receives_warnings(movie);
    test_images_from_memory(movie);
}

static void *cancel_scene(void *scene) {
    svga_scene_cancel(scene);
    return NULL;
}

static void *cancel_job(void *job) {
    svga_job_cancel(job);
    return NULL;
}

static void in_another_thread(void *(*function)(void *), void *argument) {
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, function, argument) == 0 && pthread_join(thread, NULL) == 0);
}

static bool cancel_at_first_frame(void *scene, int32_t done, int32_t total) {
    CHECK(done <= total);
    if (done == 1) in_another_thread(cancel_scene, scene);
    return true;
}

static bool cancel_at_first_drawing(void *scene, int32_t frame, const void *pixels, int32_t width, int32_t height) {
    CHECK(frame == 0 && pixels && width == 20 && height > 0);
    in_another_thread(cancel_scene, scene);
    return true;
}

void test_cancellation(const svga_movie *movie) {
    svga_error *error = NULL;
    svga_scene *scene = svga_scene_new(movie, "{\"size\": \"20x0\", \"threads\": 1}", &error);
    CHECK(!svga_scene_export_data(scene, "gif", NULL, cancel_at_first_frame, scene, &error) && code(&error) == SVGA_CANCELLED);
    CHECK(!svga_scene_draw_frames(scene, NULL, SVGA_RGBA, cancel_at_first_drawing, scene, &error) && code(&error) == SVGA_CANCELLED);
    /* Later calls run, and jobs are not affected. */
    svga_job *job = svga_scene_export_data_start(scene, "gif", NULL, true, &error);
    svga_scene_cancel(scene);
    svga_data *data = svga_scene_export_data(scene, "gif", "{\"frames\": \"0-2\"}", NULL, NULL, &error);
    CHECK(data && code(&error) == 0);
    svga_data_free(data);
    CHECK(svga_job_wait(job, 60000, NULL, NULL) == SVGA_JOB_PROGRESS);
    in_another_thread(cancel_job, job);
    CHECK(!svga_job_result(job, NULL, NULL, &error) && code(&error) == SVGA_CANCELLED);
    svga_job_free(job);
    svga_scene_cancel(NULL);
    svga_job_cancel(NULL);
    svga_scene_free(scene);
}
