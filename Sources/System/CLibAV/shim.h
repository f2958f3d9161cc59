#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/libav.h"

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

// The matrix by which players turn a film's pictures: nine numbers of 16.16 bits, the third of each row of 2.30. NULL where there is none.
static inline const int32_t *svga_av_display_matrix(const AVStream *stream) {
#if LIBAVFORMAT_VERSION_INT >= AV_VERSION_INT(60, 15, 100)
    const AVPacketSideData *data = stream->codecpar->coded_side_data;
    const int count = stream->codecpar->nb_coded_side_data;
#else
    const AVPacketSideData *data = stream->side_data;
    const int count = stream->nb_side_data;
#endif
    for (int i = 0; i < count; i++) {
        if (data[i].type == AV_PKT_DATA_DISPLAYMATRIX && data[i].size >= 9 * sizeof(int32_t)) return (const int32_t *)data[i].data;
    }
    return NULL;
}
