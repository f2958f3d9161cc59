#pragma once
#include "../CSVGALoader/Rename.h"
#include "../CSVGALoader/functions/jpeg.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

// libjpeg leaves a call that fails by longjmp, which Swift cannot be left by: so all of them are in this function.
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf place;
    char *message;
} svga_jpeg_failure;

static inline void svga_jpeg_fail(j_common_ptr codec) {
    svga_jpeg_failure *failure = (svga_jpeg_failure *)codec->err;
    failure->manager.format_message(codec, failure->message);
    longjmp(failure->place, 1);
}

static inline void svga_jpeg_say_nothing(j_common_ptr codec) { (void)codec; }

enum { svga_jpeg_message_size = JMSG_LENGTH_MAX };

typedef struct {
    /// 4 bytes a pixel, of which the fourth does not count; rows from the top without padding.
    const uint8_t *pixels;
    uint32_t width, height;
    /// Rows of 8 steps each, of luma and of both chromas.
    const unsigned *luma, *chroma;
    /// Whether chroma has half the width and height.
    bool halves_chroma;
    bool is_progressive;
} svga_jpeg_picture;

/// A file in memory; zeros before the first use. The caller frees `bytes`, also after a failure.
typedef struct {
    struct jpeg_destination_mgr manager;
    uint8_t *bytes;
    size_t count, capacity;
} svga_jpeg_file;

static inline void svga_jpeg_begin(j_compress_ptr codec) { (void)codec; }

/// libjpeg's own file in memory cannot be freed after a failure: it does not tell where it has moved to.
static inline boolean svga_jpeg_grow(j_compress_ptr codec) {
    svga_jpeg_file *file = (svga_jpeg_file *)codec->dest;
    size_t capacity = file->capacity ? 2 * file->capacity : 1 << 14;
    uint8_t *bytes = realloc(file->bytes, capacity);
    if (!bytes) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    file->manager.next_output_byte = bytes + file->capacity;
    file->manager.free_in_buffer = capacity - file->capacity;
    file->bytes = bytes;
    file->capacity = capacity;
    return TRUE;
}

static inline void svga_jpeg_end(j_compress_ptr codec) {
    svga_jpeg_file *file = (svga_jpeg_file *)codec->dest;
    file->count = file->capacity - file->manager.free_in_buffer;
}

/// Returns whether the file is whole; else `message`, of svga_jpeg_message_size, says why not.
static inline bool svga_jpeg_encode(const svga_jpeg_picture *picture, svga_jpeg_file *file, char *message) {
    struct jpeg_compress_struct codec;
    svga_jpeg_failure failure;
    codec.err = jpeg_std_error(&failure.manager);
    failure.manager.error_exit = svga_jpeg_fail;
    failure.manager.output_message = svga_jpeg_say_nothing;
    failure.message = message;
    if (setjmp(failure.place)) {
        jpeg_destroy_compress(&codec);
        return false;
    }
    jpeg_create_compress(&codec);
    file->manager.init_destination = svga_jpeg_begin;
    file->manager.empty_output_buffer = svga_jpeg_grow;
    file->manager.term_destination = svga_jpeg_end;
    codec.dest = &file->manager;
    svga_jpeg_grow(&codec);
    codec.image_width = picture->width;
    codec.image_height = picture->height;
    codec.input_components = 4;
    codec.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&codec);
    // No decoder needs steps above 255 that way.
    jpeg_add_quant_table(&codec, 0, picture->luma, 100, TRUE);
    jpeg_add_quant_table(&codec, 1, picture->chroma, 100, TRUE);
    codec.comp_info[0].h_samp_factor = codec.comp_info[0].v_samp_factor = picture->halves_chroma ? 2 : 1;
    codec.dct_method = JDCT_ISLOW;
    codec.optimize_coding = TRUE;
    if (picture->is_progressive) jpeg_simple_progression(&codec);
    jpeg_start_compress(&codec, TRUE);
    while (codec.next_scanline < codec.image_height) {
        JSAMPROW row = (JSAMPROW)(picture->pixels + (size_t)codec.next_scanline * picture->width * 4);
        jpeg_write_scanlines(&codec, &row, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    return true;
}
