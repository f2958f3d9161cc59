#include "Sources.h"

// #embed is new in C23, and clang has it in every version.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char bounds[] = {
#embed "scripts/bounds.js"
};
static const char arithmetic[] = {
#embed "scripts/arithmetic.js"
};
static const char properties[] = {
#embed "scripts/properties.js"
};
static const char paths[] = {
#embed "scripts/paths.js"
};
static const char groups[] = {
#embed "scripts/groups.js"
};
static const char layers[] = {
#embed "scripts/layers.js"
};
static const char expressions[] = {
#embed "scripts/expressions.js"
};

static const struct {
    const char *text;
    size_t length;
} sources[] = {
    {bounds, sizeof bounds}, {arithmetic, sizeof arithmetic}, {properties, sizeof properties}, {paths, sizeof paths},
    {groups, sizeof groups}, {layers, sizeof layers},         {expressions, sizeof expressions},
};

const char *svga_script_source(size_t index, size_t *length) {
    if (index >= sizeof sources / sizeof sources[0]) return NULL;
    *length = sources[index].length;
    return sources[index].text;
}
