#pragma once
#include "../../CSVGALoader/Rename.h"
#include "../../CSVGALoader/functions/duktape.h"

#include <duktape.h>
