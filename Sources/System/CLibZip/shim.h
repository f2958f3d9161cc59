#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/zip.h"

#include <zip.h>
