// Written by .ci/page of what lies in Page; not by hand.
#include "tenuto_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file0[] = {
#embed "Page/card.js"
};

static const unsigned char file1[] = {
#embed "Page/chords.js"
};

static const unsigned char file2[] = {
#embed "Page/components.js"
};

static const unsigned char file3[] = {
#embed "Page/connecting.js"
};

static const unsigned char file4[] = {
#embed "Page/element.js"
};

static const unsigned char file5[] = {
#embed "Page/host.js"
};

static const unsigned char file6[] = {
#embed "Page/icon.svg"
};

static const unsigned char file7[] = {
#embed "Page/index.html"
};

static const unsigned char file8[] = {
#embed "Page/keyboard.js"
};

static const unsigned char file9[] = {
#embed "Page/layout.js"
};

static const unsigned char file10[] = {
#embed "Page/listening.js"
};

static const unsigned char file11[] = {
#embed "Page/log.js"
};

static const unsigned char file12[] = {
#embed "Page/main.js"
};

static const unsigned char file13[] = {
#embed "Page/node.css"
};

static const unsigned char file14[] = {
#embed "Page/node.js"
};

static const unsigned char file15[] = {
#embed "Page/notenames.js"
};

static const unsigned char file16[] = {
#embed "Page/notices.js"
};

static const unsigned char file17[] = {
#embed "Page/packets.js"
};

static const unsigned char file18[] = {
#embed "Page/parameter.js"
};

static const unsigned char file19[] = {
#embed "Page/patchbay.css"
};

static const unsigned char file20[] = {
#embed "Page/patchbay.js"
};

static const unsigned char file21[] = {
#embed "Page/piano.css"
};

static const unsigned char file22[] = {
#embed "Page/piano.js"
};

static const unsigned char file23[] = {
#embed "Page/pictures.css"
};

static const unsigned char file24[] = {
#embed "Page/pictures.js"
};

static const unsigned char file25[] = {
#embed "Page/playing.js"
};

static const unsigned char file26[] = {
#embed "Page/ports.js"
};

static const unsigned char file27[] = {
#embed "Page/preferences.js"
};

static const unsigned char file28[] = {
#embed "Page/request.js"
};

static const unsigned char file29[] = {
#embed "Page/ring.js"
};

static const unsigned char file30[] = {
#embed "Page/sound-worker.js"
};

static const unsigned char file31[] = {
#embed "Page/sound-worklet.js"
};

static const unsigned char file32[] = {
#embed "Page/style.css"
};

static const unsigned char file33[] = {
#embed "Page/top.js"
};

static const unsigned char file34[] = {
#embed "Page/transport.js"
};

static const unsigned char file35[] = {
#embed "Page/units.js"
};

static const unsigned char file36[] = {
#embed "Page/wires.js"
};

static const tenuto_page_file files[] = {
    {"card.js", file0, sizeof file0},
    {"chords.js", file1, sizeof file1},
    {"components.js", file2, sizeof file2},
    {"connecting.js", file3, sizeof file3},
    {"element.js", file4, sizeof file4},
    {"host.js", file5, sizeof file5},
    {"icon.svg", file6, sizeof file6},
    {"index.html", file7, sizeof file7},
    {"keyboard.js", file8, sizeof file8},
    {"layout.js", file9, sizeof file9},
    {"listening.js", file10, sizeof file10},
    {"log.js", file11, sizeof file11},
    {"main.js", file12, sizeof file12},
    {"node.css", file13, sizeof file13},
    {"node.js", file14, sizeof file14},
    {"notenames.js", file15, sizeof file15},
    {"notices.js", file16, sizeof file16},
    {"packets.js", file17, sizeof file17},
    {"parameter.js", file18, sizeof file18},
    {"patchbay.css", file19, sizeof file19},
    {"patchbay.js", file20, sizeof file20},
    {"piano.css", file21, sizeof file21},
    {"piano.js", file22, sizeof file22},
    {"pictures.css", file23, sizeof file23},
    {"pictures.js", file24, sizeof file24},
    {"playing.js", file25, sizeof file25},
    {"ports.js", file26, sizeof file26},
    {"preferences.js", file27, sizeof file27},
    {"request.js", file28, sizeof file28},
    {"ring.js", file29, sizeof file29},
    {"sound-worker.js", file30, sizeof file30},
    {"sound-worklet.js", file31, sizeof file31},
    {"style.css", file32, sizeof file32},
    {"top.js", file33, sizeof file33},
    {"transport.js", file34, sizeof file34},
    {"units.js", file35, sizeof file35},
    {"wires.js", file36, sizeof file36},
};

const tenuto_page_file *tenuto_page_files(void) { return files; }

size_t tenuto_page_file_count(void) { return sizeof files / sizeof *files; }
