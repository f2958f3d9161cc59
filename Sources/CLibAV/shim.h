#pragma once
#include "../CSVGALoader/Rename.h"
#include "../CSVGALoader/functions/libav.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Macros that Swift cannot import.
static inline int svga_averror(int code) { return AVERROR(code); }
static inline int svga_averror_eof(void) { return AVERROR_EOF; }
static inline int64_t svga_av_nopts(void) { return AV_NOPTS_VALUE; }
