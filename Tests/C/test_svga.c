/*
 * The behavior that svga.h documents, of scenes and jobs: `ci/bindings` runs it, also under valgrind. test_options.c and test_callbacks.c have the rest.
 *
 *     test_svga MOVIE FOLDER [SETTINGS]
 */
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int failures = 0;

int code(svga_error **error) {
    int value = *error ? svga_error_code(*error) : 0;
    if (value) CHECK(strchr(svga_error_message(*error), '\n') == NULL);
    svga_error_free(*error);
    *error = NULL;
    return value;
}

bool same(const svga_data *a, const svga_data *b) {
    return a && b && svga_data_size(a) == svga_data_size(b) && memcmp(svga_data_bytes(a), svga_data_bytes(b), svga_data_size(a)) == 0;
}

svga_data *drawn(svga_scene *scene) {
    svga_error *error = NULL;
    svga_data *pixels = svga_scene_draw(scene, 0, SVGA_RGBA, NULL, NULL, &error);
    CHECK(code(&error) == 0 && pixels);
    return pixels;
}

static void test_a_copy_is_set_on_its_own(const svga_movie *movie) {
    svga_error *error = NULL;
    svga_scene *scene = svga_scene_new(movie, "{\"size\": \"20x0\"}", &error);
    svga_scene *copy = svga_scene_copy(scene);
    svga_data *before = drawn(scene);
    CHECK(svga_scene_set(copy, "{\"size\": \"30x0\", \"background\": \"#f00\"}", &error) && code(&error) == 0);
    int32_t width = 0, height = 0;
    svga_data *other = svga_scene_draw(copy, 0, SVGA_RGBA, &width, &height, &error);
    CHECK(width == 30 && svga_data_size(other) == 4 * (size_t)width * (size_t)height);
    svga_data *after = drawn(scene);
    CHECK(same(before, after) && !same(before, other));
    /* The options of a scene make it again. */
    svga_data *options = svga_scene_options(copy);
    svga_scene *again = svga_scene_new(movie, svga_data_bytes(options), &error);
    svga_scene_free(copy);
    svga_data *third = drawn(again);
    CHECK(same(third, other));
    CHECK(svga_scene_copy(NULL) == NULL && svga_scene_options(NULL) == NULL);
    svga_data_free(before);
    svga_data_free(other);
    svga_data_free(after);
    svga_data_free(third);
    svga_data_free(options);
    svga_scene_free(again);
    svga_scene_free(scene);
}

static void test_keys_and_texts_may_have_every_character(const svga_movie *movie) {
    static const uint8_t red[4] = {255, 0, 0, 255};
    svga_error *error = NULL;
    svga_scene *scene = svga_scene_new(movie, "{\"allow-missing\": true}", &error);
    /* A stride that no memory has. */
    CHECK(!svga_scene_set_pixels(scene, "a", red, 1, 3, SIZE_MAX / 2, SVGA_RGBA, NULL, &error) && code(&error) == SVGA_USAGE);
    CHECK(svga_scene_set_pixels(scene, "a=b\",=\\", red, 1, 1, 0, SVGA_RGBA, "fit=cover,mask=circle", &error) && code(&error) == 0);
    CHECK(svga_scene_set_text(scene, "=\xcc\x81", "\"}, \"background\": \"#f00\", {\"", &error) && code(&error) == 0);
    CHECK(svga_scene_set(scene, "{\"set-text\": {\"c=d\": {\"text\": \"e=f\"}}, \"text-style\": {\"c=d\": {\"size\": 9}}}", &error) && code(&error) == 0);
    svga_data *options = svga_scene_options(scene);
    CHECK(strstr(svga_data_bytes(options), "\"c=d\"") && !strstr(svga_data_bytes(options), "\"background\":"));
    svga_data_free(options);
    CHECK(svga_scene_set_hidden(scene, "=\xcc\x81", true, &error) && code(&error) == 0);
    options = svga_scene_options(scene);
    CHECK(strstr(svga_data_bytes(options), "\"hide\":[\"=\xcc\x81\"]"));
    svga_data_free(options);
    CHECK(svga_scene_set_hidden(scene, "=\xcc\x81", false, &error) && code(&error) == 0);
    /* Without "allow-missing" a key has to be there, and nothing is set where it is not. */
    CHECK(svga_scene_set(scene, "{\"allow-missing\": false}", &error) == false && code(&error) == SVGA_USAGE);
    CHECK(svga_scene_set_text(scene, "\xff", "a", &error) == false && code(&error) == SVGA_USAGE);
    CHECK(svga_scene_set_text(scene, NULL, "a", &error) == false && code(&error) == SVGA_USAGE);
    CHECK(svga_scene_set_text(NULL, "a", "a", &error) == false && code(&error) == SVGA_USAGE);
    svga_scene_free(scene);
}

static void test_numbers_may_be_written_as_languages_write_them(const char *path) {
    static const char *const right[] = {
        "{\"max-memory\": 2e9}", "{\"max-memory\": 2000000000}", "{\"max-memory\": 2000000000.0}", "{\"max-memory\": \"2g\"}",
        "{\"max-memory\": \"2e9\"}", "{\"max-memory\": \"1.5g\"}"};
    static const char *const wrong[] = {"{\"max-memory\": 1e30}", "{\"max-memory\": -1}", "{\"max-memory\": 0.5}", "{\"max-memory\": \"1e400\"}"};
    svga_error *error = NULL;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        svga_movie *movie = svga_movie_open(path, right[i], &error);
        CHECK(movie && code(&error) == 0);
        svga_movie_free(movie);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) CHECK(!svga_movie_open(path, wrong[i], &error) && code(&error) == SVGA_USAGE);
}

/* Waits to the end; counts progress. */
static int waited(svga_job *job, int cancel_after) {
    int count = 0;
    int32_t done = 0, total = 0;
    for (svga_job_state state; (state = svga_job_wait(job, 100, &done, &total)) != SVGA_JOB_ENDED;) {
        if (state != SVGA_JOB_PROGRESS) continue;
        count++;
        CHECK(done <= total);
        if (count == cancel_after) svga_job_cancel(job);
    }
    return count;
}

static void test_jobs(const svga_movie *movie, const char *folder) {
    svga_error *error = NULL;
    svga_scene *scene = svga_scene_new(movie, "{\"size\": \"20x0\"}", &error);
    svga_data *wanted = svga_scene_export_data(scene, "gif", "{\"frames\": \"0-3\"}", NULL, NULL, &error);
    svga_job *job = svga_scene_export_data_start(scene, "gif", "{\"frames\": \"0-3\"}", true, &error);
    svga_data *data = NULL;
    CHECK(waited(job, 0) == 4 && svga_job_result(job, &data, NULL, &error) && same(data, wanted));
    svga_data_free(data);
    /* May be called again. */
    CHECK(svga_job_result(job, &data, NULL, &error) && same(data, wanted));
    svga_data_free(data);
    svga_data_free(wanted);
    svga_job_free(job);

    char path[4096];
    snprintf(path, sizeof path, "%s/cancelled.gif", folder);
    job = svga_scene_export_start(scene, path, "{\"threads\": 1}", true, &error);
    CHECK(waited(job, 2) == 2 && !svga_job_result(job, NULL, NULL, &error) && code(&error) == SVGA_CANCELLED);
    svga_job_free(job);
    FILE *file = fopen(path, "rb");
    CHECK(file == NULL);
    if (file) fclose(file);

    /* A job keeps its scene as it was; one that is freed while it runs, and waits for its caller, ends by itself. */
    job = svga_scene_export_data_start(scene, "gif", NULL, true, &error);
    CHECK(svga_scene_set(scene, "{\"size\": \"25x0\"}", &error));
    CHECK(svga_job_wait(job, 10000, NULL, NULL) == SVGA_JOB_PROGRESS);
    svga_job_free(job);

    job = svga_movie_start(movie, SVGA_OPTIMIZE, NULL, NULL, &error);
    svga_data *report = NULL;
    waited(job, 0);
    CHECK(svga_job_result(job, &data, &report, &error) && strstr(svga_data_bytes(report), "\"bytesAfter\""));
    svga_data_free(data);
    svga_data_free(report);
    svga_job_free(job);
    job = svga_movie_start(movie, SVGA_FIX, NULL, "{\"for\": \"ios\"}", &error);
    waited(job, 0);
    CHECK(svga_job_result(job, &data, &report, &error) && strstr(svga_data_bytes(report), "\"remaining\""));
    svga_data_free(data);
    svga_data_free(report);
    svga_job_free(job);
    data = svga_movie_fix(movie, "{\"for\": \"ios\"}", &report, &error);
    CHECK(data && strstr(svga_data_bytes(report), "\"players\""));
    svga_data_free(data);
    svga_data_free(report);
    data = svga_movie_edit(movie, "{\"hide\": [\"disc\"]}", &report, &error);
    CHECK(data && strstr(svga_data_bytes(report), "hid \\\"disc\\\""));
    svga_data_free(data);
    svga_data_free(report);
    /* Remarks: a GIF cannot show so many frames a second. */
    static const char lottie[] = "{\"v\":\"5.7.0\",\"fr\":60,\"ip\":0,\"op\":6,\"w\":8,\"h\":8,\"assets\":[],\"layers\":[]}";
    svga_movie *fast = svga_movie_read(lottie, sizeof lottie - 1, NULL, &error);
    svga_scene *faster = svga_scene_new(fast, NULL, &error);
    job = svga_scene_export_data_start(faster, "gif", NULL, false, &error);
    svga_data *notes = svga_job_notes(job);
    CHECK(strstr(svga_data_bytes(notes), "[{\"code\":\"SVGA409\",\"message\":\"a GIF shows at most 50 frames per second"));
    svga_data_free(notes);
    svga_job_free(job);
    /* The same after a call that waits; a call that fails leaves none. */
    data = svga_scene_export_data(faster, "gif", NULL, NULL, NULL, &error);
    notes = svga_last_notes();
    CHECK(data && strstr(svga_data_bytes(notes), "[{\"code\":\"SVGA409\""));
    svga_data_free(notes);
    svga_data_free(data);
    CHECK(!svga_scene_export_data(faster, "gif", "{\"strict\": true}", NULL, NULL, &error) && code(&error) == SVGA_OUTPUT);
    notes = svga_last_notes();
    CHECK(strcmp(svga_data_bytes(notes), "[]") == 0);
    svga_data_free(notes);
    svga_scene_free(faster);
    svga_movie_free(fast);
    CHECK(svga_job_notes(NULL) == NULL);
    svga_scene *person = svga_scene_new(movie, "{\"set-text\":{\"disc\":\"WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW\"}}", &error);
    notes = svga_scene_notes(person, &error);
    CHECK(notes && strstr(svga_data_bytes(notes), "\"code\":\"SVGA405\",\"key\":\"disc\""));
    svga_data_free(notes);
    svga_scene_free(person);
    CHECK(!svga_scene_notes(NULL, &error) && code(&error) == SVGA_USAGE);
    svga_data *placement = svga_scene_placement(scene, "disc", NULL, &error);
    CHECK(placement && strstr(svga_data_bytes(placement), "\"quad\""));
    svga_data_free(placement);
    CHECK(!svga_scene_placement(scene, "nobody", NULL, &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_placement(scene, "disc", "x", &error) && code(&error) == SVGA_USAGE);

    job = svga_movie_start(movie, SVGA_DIFF, NULL, NULL, &error);
    CHECK(!svga_job_result(job, NULL, NULL, &error) && code(&error) == SVGA_USAGE);
    svga_job_free(job);
    CHECK(!svga_movie_start(movie, (svga_task)999, NULL, NULL, &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_export_start(NULL, path, NULL, false, &error) && code(&error) == SVGA_USAGE);
    CHECK(svga_job_wait(NULL, 0, NULL, NULL) == SVGA_JOB_ENDED);
    svga_job_free(NULL);
    svga_scene_free(scene);
}

static void test_a_scene_that_is_set_again_and_again_does_not_grow(const svga_movie *movie, int count) {
    svga_error *error = NULL;
    svga_scene *scene = svga_scene_new(movie, "{\"allow-missing\": true}", &error);
    size_t first = 0;
    for (int i = 0; i <= count; i++) {
        char options[400];
        snprintf(options, sizeof options,
            "{\"%s\": %d, \"background\": \"#%06x\", \"text-style\": {\"a\": {\"size\": %d, \"outline\": \"#%06x\"}, \"*\": {\"italic\": \"%s\"}},"
            " \"set-value\": {\"a\": %d}, \"hide\": [\"b%d\"]}",
            i % 2 ? "frame" : "scale", 1 + i % 2, i % 0xffffff, 10 + i % 90, i % 0xffffff, i % 3 ? "yes" : "no", i % 9, i % 7);
        CHECK(svga_scene_set(scene, options, &error) && code(&error) == 0);
        CHECK(svga_scene_set_text(scene, "a", i % 2 ? "even" : "odds", &error));
        svga_data *data = svga_scene_options(scene);
        if (i == 20) first = svga_data_size(data);
        if (i > 20) CHECK(svga_data_size(data) <= first + 8);
        svga_data_free(data);
    }
    svga_scene_free(scene);
}

/* A GIF cannot show so many frames per second. */
static void test_notes_are_in_the_language_that_is_set(void) {
    static const char lottie[] = "{\"v\":\"5.7.0\",\"fr\":60,\"ip\":0,\"op\":6,\"w\":8,\"h\":8,\"assets\":[],\"layers\":[]}";
    static const char *const languages[] = {"zh", "en"};
    static const char *const wanted[] = {"\"message\":\"GIF 最多每秒 50 帧", "\"message\":\"a GIF shows at most 50 frames per second"};
    svga_error *error = NULL;
    svga_movie *movie = svga_movie_read(lottie, sizeof lottie - 1, NULL, &error);
    svga_scene *scene = svga_scene_new(movie, NULL, &error);
    svga_job *job = svga_scene_export_data_start(scene, "gif", NULL, false, &error);
    for (int i = 0; i < 2; i++) {
        CHECK(svga_set_language(languages[i]));
        svga_data *notes = svga_job_notes(job);
        CHECK(strstr(svga_data_bytes(notes), wanted[i]));
        svga_data_free(notes);
    }
    svga_job_free(job);
    svga_scene_free(scene);
    svga_movie_free(movie);
}

static void test_errors_in_chinese(void) {
    svga_error *error = NULL;
    CHECK(!svga_set_language("fr") && !svga_set_language(NULL) && svga_set_language("zh"));
    CHECK(!svga_movie_open("/nowhere.svga", NULL, &error));
    CHECK(strstr(svga_error_message(error), "没有这个文件") && code(&error) == SVGA_INPUT);
    CHECK(svga_set_language("en"));
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "usage: test_svga MOVIE FOLDER [SETTINGS]\n");
        return 2;
    }
    svga_error *error = NULL;
    svga_movie *movie = svga_movie_open(words[1], NULL, &error);
    CHECK(movie && code(&error) == 0);
    if (!movie) return 1;
    int settings = count > 3 ? atoi(words[3]) : 10000;
    test_a_copy_is_set_on_its_own(movie);
    test_keys_and_texts_may_have_every_character(movie);
    test_numbers_may_be_written_as_languages_write_them(words[1]);
    test_jobs(movie, words[2]);
    test_errors_in_chinese();
    test_notes_are_in_the_language_that_is_set();
    test_a_scene_that_is_set_again_and_again_does_not_grow(movie, settings);
    test_options(movie, words[1]);
    test_batches(movie, words[1], words[2]);
    test_callbacks(movie);
    test_cancellation(movie);
    svga_movie_free(movie);
    printf("%d settings; %d failures\n", settings, failures);
    return failures ? 1 : 0;
}
