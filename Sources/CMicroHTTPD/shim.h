#pragma once
#include "../CSVGALoader/Rename.h"
#include "../CSVGALoader/functions/microhttpd.h"

#include <microhttpd.h>
