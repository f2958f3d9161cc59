#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/aom.h"

#include <aom/aom_encoder.h>
#include <aom/aomcx.h>

// Swift imports neither macros with arguments nor functions with any number of them.
static inline aom_codec_err_t svga_aom_open(aom_codec_ctx_t *codec, const aom_codec_enc_cfg_t *settings) {
    return aom_codec_enc_init_ver(codec, aom_codec_av1_cx(), settings, 0, AOM_ENCODER_ABI_VERSION);
}
static inline aom_codec_err_t svga_aom_set(aom_codec_ctx_t *codec, int control, int value) {
    return aom_codec_control(codec, control, value);
}
