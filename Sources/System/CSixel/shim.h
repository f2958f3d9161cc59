#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/sixel.h"

#include <sixel.h>
