#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/jpeg.h"

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

// libjpeg leaves a call that fails by longjmp, which Swift cannot be left by: so all calls are in the functions below. Each returns whether
// its file is whole; else `message`, of svga_jpeg_message_size, says why not.
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

static inline void svga_jpeg_open(struct jpeg_compress_struct *codec, svga_jpeg_file *file) {
    jpeg_create_compress(codec);
    file->manager.init_destination = svga_jpeg_begin;
    file->manager.empty_output_buffer = svga_jpeg_grow;
    file->manager.term_destination = svga_jpeg_end;
    codec->dest = &file->manager;
    svga_jpeg_grow(codec);
}

static inline void svga_jpeg_watch(svga_jpeg_failure *failure, char *message) {
    jpeg_std_error(&failure->manager);
    failure->manager.error_exit = svga_jpeg_fail;
    failure->manager.output_message = svga_jpeg_say_nothing;
    failure->message = message;
}

/// Writes a picture with steps of 1: with next to no loss but that of halved chroma.
/// - pixels: 4 bytes a pixel, of which the fourth does not count; rows from the top without padding.
static inline bool svga_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, bool halves_chroma, svga_jpeg_file *file, char *message) {
    struct jpeg_compress_struct codec;
    svga_jpeg_failure failure;
    svga_jpeg_watch(&failure, message);
    codec.err = &failure.manager;
    if (setjmp(failure.place)) {
        jpeg_destroy_compress(&codec);
        return false;
    }
    svga_jpeg_open(&codec, file);
    codec.image_width = width;
    codec.image_height = height;
    codec.input_components = 4;
    codec.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&codec);
    jpeg_set_quality(&codec, 100, TRUE);
    codec.comp_info[0].h_samp_factor = codec.comp_info[0].v_samp_factor = halves_chroma ? 2 : 1;
    codec.dct_method = JDCT_ISLOW;
    jpeg_start_compress(&codec, TRUE);
    while (codec.next_scanline < codec.image_height) {
        JSAMPROW row = (JSAMPROW)(pixels + (size_t)codec.next_scanline * width * 4);
        jpeg_write_scanlines(&codec, &row, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    return true;
}

/// How a file is made coarser.
typedef struct {
    /// Rows of 8 steps each, 1 to 255, of luma and of both chromas.
    const uint16_t *luma, *chroma;
    /// From so much of a step on a frequency counts as a whole one: above a half, so that what is faint costs nothing.
    double threshold;
} svga_jpeg_steps;

/// Divides the frequencies of a block by larger steps than it has.
static inline void svga_jpeg_divide(JCOEF *block, const UINT16 *old, const UINT16 *steps, double threshold) {
    for (int index = 0; index < DCTSIZE2; index++) {
        if (steps[index] == old[index]) continue;
        int value = abs(block[index]) * old[index];
        // What a block is in the mean has no faint part.
        int quotient = (int)((double)value / steps[index] + (index ? 1 - threshold : 0.5));
        block[index] = (JCOEF)(block[index] < 0 ? -quotient : quotient);
    }
}

/// Makes the steps of a file larger, none smaller.
static inline void svga_jpeg_enlarge_steps(
    struct jpeg_decompress_struct *source, struct jpeg_compress_struct *codec, const svga_jpeg_steps *steps) {
    const int first = source->comp_info[0].quant_tbl_no;
    for (int table = 0; table < NUM_QUANT_TBLS; table++) {
        JQUANT_TBL *made = codec->quant_tbl_ptrs[table];
        if (!made) continue;
        const uint16_t *wanted = table == first ? steps->luma : steps->chroma;
        for (int index = 0; index < DCTSIZE2; index++) {
            if (made->quantval[index] < wanted[index]) made->quantval[index] = wanted[index];
        }
    }
}

/// Brings the frequencies of a file to the steps that `codec` has.
static inline void svga_jpeg_coarsen(
    struct jpeg_decompress_struct *source, struct jpeg_compress_struct *codec, jvirt_barray_ptr *blocks, double threshold) {
    for (int part = 0; part < source->num_components; part++) {
        const jpeg_component_info *info = &source->comp_info[part];
        const UINT16 *made = codec->quant_tbl_ptrs[info->quant_tbl_no]->quantval;
        for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
            JBLOCKARRAY row = source->mem->access_virt_barray((j_common_ptr)source, blocks[part], y, 1, TRUE);
            for (JDIMENSION x = 0; x < info->width_in_blocks; x++) {
                svga_jpeg_divide(row[0][x], info->quant_table->quantval, made, threshold);
            }
        }
    }
}

/// Writes what players use of a file's metadata: a color profile, and how the camera was held.
static inline void svga_jpeg_write_markers(struct jpeg_decompress_struct *source, struct jpeg_compress_struct *codec, uint8_t orientation) {
    static const uint8_t profile[] = "ICC_PROFILE";
    if (orientation != 1) {
        // A list of one 16-bit number, the tag 0x0112.
        const uint8_t exif[] = {'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0};
        jpeg_write_marker(codec, JPEG_APP0 + 1, exif, sizeof exif);
    }
    for (jpeg_saved_marker_ptr marker = source->marker_list; marker; marker = marker->next) {
        if (marker->data_length < sizeof profile || memcmp(marker->data, profile, sizeof profile)) continue;
        jpeg_write_marker(codec, marker->marker, marker->data, marker->data_length);
    }
}

/// Writes a file anew in one scan, and in several, without its metadata. What libjpeg warns about counts as a failure.
/// - steps: NULL: every frequency stays as it is. Else the file must have luma and chroma, or shades of gray.
/// - orientation: of EXIF; 1 is not written.
static inline bool svga_jpeg_rewrite(
    const uint8_t *bytes, size_t count, const svga_jpeg_steps *steps, uint8_t orientation, svga_jpeg_file *plain,
    svga_jpeg_file *progressive, char *message) {
    struct jpeg_decompress_struct source;
    struct jpeg_compress_struct codec;
    svga_jpeg_failure failure;
    svga_jpeg_watch(&failure, message);
    source.err = codec.err = &failure.manager;
    // So that they may be destroyed before they are made.
    source.mem = codec.mem = NULL;
    if (setjmp(failure.place)) {
        jpeg_destroy_compress(&codec);
        jpeg_destroy_decompress(&source);
        return false;
    }
    jpeg_create_decompress(&source);
    jpeg_mem_src(&source, bytes, count);
    jpeg_save_markers(&source, JPEG_APP0 + 2, 0xFFFF);
    jpeg_read_header(&source, TRUE);
    jvirt_barray_ptr *blocks = jpeg_read_coefficients(&source);
    if (failure.manager.num_warnings) failure.manager.error_exit((j_common_ptr)&source);
    if (steps && source.jpeg_color_space != JCS_YCbCr && source.jpeg_color_space != JCS_GRAYSCALE) {
        ERREXIT(&source, JERR_CONVERSION_NOTIMPL);
    }
    for (int scans = 0; scans < 2; scans++) {
        svga_jpeg_open(&codec, scans ? progressive : plain);
        jpeg_copy_critical_parameters(&source, &codec);
        // Some players know a file only by what it begins with.
        codec.write_JFIF_header = source.saw_JFIF_marker;
        codec.write_Adobe_marker = source.saw_Adobe_marker;
        if (steps) svga_jpeg_enlarge_steps(&source, &codec, steps);
        if (steps && !scans) svga_jpeg_coarsen(&source, &codec, blocks, steps->threshold);
        codec.optimize_coding = TRUE;
        if (scans) jpeg_simple_progression(&codec);
        jpeg_write_coefficients(&codec, blocks);
        svga_jpeg_write_markers(&source, &codec, orientation);
        jpeg_finish_compress(&codec);
        jpeg_destroy_compress(&codec);
    }
    jpeg_destroy_decompress(&source);
    return true;
}
