/* Options without JSON, batches, frames, wordings, missing files and versions. */
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char quoted[] = "\"}, \"background\": \"#f00\", \"x\": {\"";

static bool contains(const svga_data *data, const char *text) { return data && strstr(svga_data_bytes(data), text) != NULL; }

static void test_options_that_are_set_are_those_of_json(const svga_movie *movie) {
    svga_error *error = NULL;
    svga_scene *set = svga_scene_new(movie, NULL, &error);
    CHECK(svga_scene_set_option(set, "size", NULL, "20x0", &error) && svga_scene_set_option(set, "reverse", NULL, "true", &error));
    CHECK(svga_scene_set_option(set, "text-style", "disc", "size:9,color:#f00", &error));
    CHECK(svga_scene_set_option(set, "set-text", "disc", "=", &error) && code(&error) == 0);
    svga_scene *described = svga_scene_new(
        movie, "{\"size\": \"20x0\", \"reverse\": true, \"text-style\": {\"disc\": \"size:9,color:#f00\"}, \"set-text\": {\"disc\": \"=\"}}", &error);
    svga_data *one = drawn(set), *other = drawn(described);
    CHECK(same(one, other));
    svga_data_free(one);
    svga_data_free(other);
    one = svga_scene_options(set);
    other = svga_scene_options(described);
    CHECK(same(one, other));
    svga_data_free(one);
    svga_data_free(other);
    svga_scene_free(described);
    /* A failure changes nothing. */
    one = svga_scene_options(set);
    CHECK(!svga_scene_set_option(set, "sise", NULL, "1", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_set_option(set, "size", "key", "1", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_set_option(set, "reverse", NULL, "perhaps", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_set_option(set, "size", NULL, NULL, &error) && code(&error) == SVGA_USAGE);
    other = svga_scene_options(set);
    CHECK(same(one, other));
    svga_data_free(one);
    svga_data_free(other);
    svga_scene_free(set);
}

static void test_a_list_of_options_is_an_object_of_json(const svga_movie *movie) {
    svga_error *error = NULL;
    svga_options *options = svga_options_new();
    CHECK(strcmp(svga_options_json(options), "{}") == 0);
    CHECK(svga_options_set(options, "size", NULL, "30x0", &error) && svga_options_set(options, "size", NULL, "20x0", &error));
    CHECK(svga_options_set(options, "reverse", NULL, "true", &error) && svga_options_set(options, "set-text", "disc", quoted, &error));
    CHECK(svga_options_add(options, "hide", "a", &error) && svga_options_add(options, "hide", "true", &error) && code(&error) == 0);
    CHECK(strcmp(svga_options_json(options),
                 "{\"size\":\"20x0\",\"reverse\":true,\"set-text\":{\"disc\":\"\\\"}, \\\"background\\\": \\\"#f00\\\", \\\"x\\\": {\\\"\"},"
                 "\"hide\":[\"a\",\"true\"]}") == 0);
    CHECK(!svga_options_set(options, "size", "key", "1", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_options_add(options, "set-text", "1", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_options_set(options, NULL, NULL, "1", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_options_set(options, "", NULL, "1", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_options_set(NULL, "size", NULL, "1", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_options_set(options, "size", NULL, "\xff", &error) && code(&error) == SVGA_USAGE);
    svga_options_free(options);
    CHECK(svga_options_json(NULL) == NULL);
    svga_options_free(NULL);

    /* A name with quotation marks is a text like others. */
    options = svga_options_new();
    CHECK(svga_options_set(options, "size", NULL, "20x0", &error) && svga_options_set(options, "set-text", "disc", quoted, &error));
    svga_scene *scene = svga_scene_new(movie, svga_options_json(options), &error);
    svga_options_free(options);
    svga_scene *other = svga_scene_new(movie, "{\"size\": \"20x0\"}", &error);
    CHECK(svga_scene_set_text(other, "disc", quoted, &error) && code(&error) == 0);
    svga_data *one = drawn(scene), *two = drawn(other);
    CHECK(same(one, two));
    svga_data_free(one);
    svga_data_free(two);
    svga_scene_free(scene);
    svga_scene_free(other);
}

static void test_frames(const svga_movie *movie) {
    svga_error *error = NULL;
    svga_scene *scene = svga_scene_new(movie, "{\"frames\": \"2-4\", \"reverse\": true}", &error);
    svga_data *frames = svga_scene_frames(scene, &error);
    CHECK(contains(frames, "{\"frames\":[4,3,2],\"fps\":"));
    svga_data_free(frames);
    CHECK(!svga_scene_set_option(scene, "frames", NULL, "x", &error) && code(&error) == SVGA_USAGE);
    CHECK(svga_scene_set_option(scene, "frames", NULL, "100000", &error) && code(&error) == 0);
    CHECK(!svga_scene_frames(scene, &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_frames(NULL, &error) && code(&error) == SVGA_USAGE);
    svga_scene_free(scene);
}

static void test_wordings(const char *path) {
    static const char *const wordings[] = {"python", "json"};
    static const char *const wanted[] = {"max_input_bytes=N", "\"max-input-bytes\": N"};
    svga_error *error = NULL;
    CHECK(!svga_set_wording("ruby") && !svga_set_wording(NULL));
    for (int i = 0; i < 2; i++) {
        CHECK(svga_set_wording(wordings[i]));
        CHECK(!svga_movie_open(path, "{\"max-input-bytes\": 10}", &error));
        CHECK(strstr(svga_error_message(error), wanted[i]) && code(&error) == SVGA_LIMIT);
    }
}

static void test_missing_files(const svga_movie *movie, const char *path) {
    svga_error *error = NULL;
    CHECK(svga_error_code(NULL) == SVGA_OK && svga_error_message(NULL) == NULL && !svga_error_is_missing_file(NULL));
    CHECK(!svga_movie_open("/nowhere.svga", NULL, &error) && svga_error_is_missing_file(error) && code(&error) == SVGA_INPUT);
    /* A folder is no missing file. */
    CHECK(!svga_movie_open("/", NULL, &error) && !svga_error_is_missing_file(error) && code(&error) == SVGA_INPUT);
    CHECK(!svga_movie_open(path, "{\"max-input-bytes\": 10}", &error) && !svga_error_is_missing_file(error) && code(&error) == SVGA_LIMIT);
    svga_scene *scene = svga_scene_new(movie, "{\"size\": \"20x0\"}", &error);
    /* The file is read when the scene is drawn. */
    CHECK(svga_scene_set_image_from_file(scene, "disc", "/no, where=.png", NULL, &error) && code(&error) == 0);
    CHECK(!svga_scene_draw(scene, 0, SVGA_RGBA, NULL, NULL, &error));
    CHECK(svga_error_is_missing_file(error) && strstr(svga_error_message(error), "/no, where=.png") && code(&error) == SVGA_INPUT);
    CHECK(!svga_scene_set_image_from_file(scene, "disc", "", NULL, &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_set_image_from_file(scene, "disc", NULL, NULL, &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_scene_set_image_from_file(scene, "disc", "a.png", "fit=round", &error) && code(&error) == SVGA_USAGE);
    svga_scene_free(scene);
}

static void test_versions(void) {
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", SVGA_VERSION_MAJOR, SVGA_VERSION_MINOR, SVGA_VERSION_PATCH);
    CHECK(strcmp(text, SVGA_VERSION) == 0 && strcmp(svga_version(), SVGA_VERSION) == 0);
    CHECK(sizeof(svga_code) == sizeof(int) && sizeof(svga_pixels) == sizeof(int) && sizeof(svga_job_state) == sizeof(int));
}

void test_options(const svga_movie *movie, const char *path) {
    test_options_that_are_set_are_those_of_json(movie);
    test_a_list_of_options_is_an_object_of_json(movie);
    test_frames(movie);
    test_wordings(path);
    test_missing_files(movie, path);
    test_versions();
}

/* The job {"id": id, "input": path, "output": output, "size": "20x0", "frames": "0-3", "set-text": {"disc": quoted}}. */
static svga_options *job_options(const char *id, const char *path, const char *output) {
    svga_error *error = NULL;
    svga_options *job = svga_options_new();
    CHECK(svga_options_set(job, "id", NULL, id, &error) && svga_options_set(job, "input", NULL, path, &error));
    CHECK(svga_options_set(job, "output", NULL, output, &error) && svga_options_set(job, "frames", NULL, "0-3", &error));
    CHECK(svga_options_set(job, "set-text", "disc", quoted, &error) && code(&error) == 0);
    return job;
}

static void test_a_job_makes_what_an_export_makes(const svga_movie *movie, const char *path, const char *folder) {
    svga_error *error = NULL;
    svga_scene *scene = svga_scene_new(movie, "{\"size\": \"20x0\", \"frames\": \"0-3\"}", &error);
    CHECK(svga_scene_set_text(scene, "disc", quoted, &error));
    svga_data *wanted = svga_scene_export_data(scene, "gif", NULL, NULL, NULL, &error);
    svga_scene_free(scene);
    svga_batch *batch = svga_batch_new("{\"size\": \"20x0\", \"threads\": 1, \"cache-memory\": \"100mi\"}", &error);
    CHECK(batch && code(&error) == 0);
    char output[4096];
    snprintf(output, sizeof output, "%s/job.gif", folder);
    for (int in_memory = 0; in_memory < 2; in_memory++) {
        svga_options *options = job_options("ann", path, output);
        svga_job *job = svga_batch_start(batch, svga_options_json(options), in_memory, false, &error);
        svga_options_free(options);
        svga_data *data = NULL, *report = NULL;
        CHECK(svga_job_result(job, &data, &report, &error) && code(&error) == 0);
        CHECK(contains(report, "{\"id\":\"ann\",\"output\":\"") && contains(report, "\"ok\":true,\"bytes\":"));
        CHECK(in_memory ? same(data, wanted) : svga_data_size(data) == 0);
        svga_data_free(data);
        svga_data_free(report);
        svga_job_free(job);
    }
    FILE *file = fopen(output, "rb");
    char *bytes = calloc(1, svga_data_size(wanted) + 1);
    CHECK(file && fread(bytes, 1, svga_data_size(wanted) + 1, file) == svga_data_size(wanted));
    CHECK(memcmp(bytes, svga_data_bytes(wanted), svga_data_size(wanted)) == 0);
    if (file) fclose(file);
    free(bytes);
    CHECK(remove(output) == 0);
    svga_data_free(wanted);
    svga_batch_free(batch);
}

static void test_wrong_batches(const char *path) {
    svga_error *error = NULL;
    CHECK(!svga_batch_new("{\"cache-memory\": true}", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_batch_new("{\"workers\": 0}", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_batch_new("{\"workers\": \"2\"}", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_batch_new("{\"sise\": 1}", &error) && code(&error) == SVGA_USAGE);
    CHECK(!svga_batch_start(NULL, "{}", true, false, &error) && code(&error) == SVGA_USAGE);
    svga_batch *batch = svga_batch_new(NULL, &error);
    CHECK(!svga_batch_start(batch, NULL, true, false, &error) && code(&error) == SVGA_USAGE);
    svga_job *job = svga_batch_start(batch, "{\"input\": \"/nowhere.svga\", \"output\": \"a.gif\"}", true, false, &error);
    CHECK(!svga_job_result(job, NULL, NULL, &error) && svga_error_is_missing_file(error) && code(&error) == SVGA_INPUT);
    svga_job_free(job);
    /* A batch may be freed while its jobs run. */
    svga_options *options = job_options("late", path, "late.gif");
    job = svga_batch_start(batch, svga_options_json(options), true, true, &error);
    svga_options_free(options);
    svga_batch_free(batch);
    CHECK(svga_job_wait(job, 60000, NULL, NULL) == SVGA_JOB_PROGRESS);
    svga_job_cancel(job);
    CHECK(!svga_job_result(job, NULL, NULL, &error) && code(&error) == SVGA_CANCELLED);
    svga_job_free(job);
    svga_batch_free(NULL);
}

static void test_jobs_that_wait_for_others(const char *path) {
    svga_error *error = NULL;
    svga_batch *batch = svga_batch_new("{\"size\": \"20x0\", \"threads\": 1, \"workers\": 1}", &error);
    svga_options *options = job_options("a", path, "a.gif");
    svga_job *first = svga_batch_start(batch, svga_options_json(options), true, true, &error);
    CHECK(svga_job_wait(first, 60000, NULL, NULL) == SVGA_JOB_PROGRESS);
    /* The first one pauses, so these wait. */
    svga_job *second = svga_batch_start(batch, svga_options_json(options), true, true, &error);
    svga_job *third = svga_batch_start(batch, svga_options_json(options), true, false, &error);
    svga_options_free(options);
    CHECK(svga_job_wait(second, 50, NULL, NULL) == SVGA_JOB_RUNNING);
    svga_job_cancel(second);
    CHECK(!svga_job_result(second, NULL, NULL, &error) && code(&error) == SVGA_CANCELLED);
    CHECK(svga_job_wait(third, 0, NULL, NULL) == SVGA_JOB_RUNNING);
    svga_job_cancel(first);
    CHECK(!svga_job_result(first, NULL, NULL, &error) && code(&error) == SVGA_CANCELLED);
    svga_data *data = NULL;
    CHECK(svga_job_result(third, &data, NULL, &error) && code(&error) == 0 && svga_data_size(data) > 0);
    svga_data_free(data);
    svga_job_free(first);
    svga_job_free(second);
    svga_job_free(third);
    svga_batch_free(batch);
}

void test_batches(const svga_movie *movie, const char *path, const char *folder) {
    test_a_job_makes_what_an_export_makes(movie, path, folder);
    test_wrong_batches(path);
    test_jobs_that_wait_for_others(path);
}
