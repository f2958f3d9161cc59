#pragma once
#include <webp/mux.h>
