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
#embed "Page/edits.js"
};

static const unsigned char file5[] = {
#embed "Page/element.js"
};

static const unsigned char file6[] = {
#embed "Page/host.js"
};

static const unsigned char file7[] = {
#embed "Page/icon.svg"
};

static const unsigned char file8[] = {
#embed "Page/index.html"
};

static const unsigned char file9[] = {
#embed "Page/keyboard.js"
};

static const unsigned char file10[] = {
#embed "Page/layout.js"
};

static const unsigned char file11[] = {
#embed "Page/listening.js"
};

static const unsigned char file12[] = {
#embed "Page/log.js"
};

static const unsigned char file13[] = {
#embed "Page/main.js"
};

static const unsigned char file14[] = {
#embed "Page/node.css"
};

static const unsigned char file15[] = {
#embed "Page/node.js"
};

static const unsigned char file16[] = {
#embed "Page/notenames.js"
};

static const unsigned char file17[] = {
#embed "Page/notices.js"
};

static const unsigned char file18[] = {
#embed "Page/packets.js"
};

static const unsigned char file19[] = {
#embed "Page/parameter.js"
};

static const unsigned char file20[] = {
#embed "Page/patchbay.css"
};

static const unsigned char file21[] = {
#embed "Page/patchbay.js"
};

static const unsigned char file22[] = {
#embed "Page/piano.css"
};

static const unsigned char file23[] = {
#embed "Page/piano.js"
};

static const unsigned char file24[] = {
#embed "Page/pictures.css"
};

static const unsigned char file25[] = {
#embed "Page/pictures.js"
};

static const unsigned char file26[] = {
#embed "Page/places.js"
};

static const unsigned char file27[] = {
#embed "Page/playing.js"
};

static const unsigned char file28[] = {
#embed "Page/ports.js"
};

static const unsigned char file29[] = {
#embed "Page/preferences.js"
};

static const unsigned char file30[] = {
#embed "Page/request.js"
};

static const unsigned char file31[] = {
#embed "Page/ring.js"
};

static const unsigned char file32[] = {
#embed "Page/sound-worker.js"
};

static const unsigned char file33[] = {
#embed "Page/sound-worklet.js"
};

static const unsigned char file34[] = {
#embed "Page/style.css"
};

static const unsigned char file35[] = {
#embed "Page/top.js"
};

static const unsigned char file36[] = {
#embed "Page/transport.js"
};

static const unsigned char file37[] = {
#embed "Page/units.js"
};

static const unsigned char file38[] = {
#embed "Page/wires.js"
};

static const tenuto_page_file files[] = {
    {"card.js", file0, sizeof file0},
    {"chords.js", file1, sizeof file1},
    {"components.js", file2, sizeof file2},
    {"connecting.js", file3, sizeof file3},
    {"edits.js", file4, sizeof file4},
    {"element.js", file5, sizeof file5},
    {"host.js", file6, sizeof file6},
    {"icon.svg", file7, sizeof file7},
    {"index.html", file8, sizeof file8},
    {"keyboard.js", file9, sizeof file9},
    {"layout.js", file10, sizeof file10},
    {"listening.js", file11, sizeof file11},
    {"log.js", file12, sizeof file12},
    {"main.js", file13, sizeof file13},
    {"node.css", file14, sizeof file14},
    {"node.js", file15, sizeof file15},
    {"notenames.js", file16, sizeof file16},
    {"notices.js", file17, sizeof file17},
    {"packets.js", file18, sizeof file18},
    {"parameter.js", file19, sizeof file19},
    {"patchbay.css", file20, sizeof file20},
    {"patchbay.js", file21, sizeof file21},
    {"piano.css", file22, sizeof file22},
    {"piano.js", file23, sizeof file23},
    {"pictures.css", file24, sizeof file24},
    {"pictures.js", file25, sizeof file25},
    {"places.js", file26, sizeof file26},
    {"playing.js", file27, sizeof file27},
    {"ports.js", file28, sizeof file28},
    {"preferences.js", file29, sizeof file29},
    {"request.js", file30, sizeof file30},
    {"ring.js", file31, sizeof file31},
    {"sound-worker.js", file32, sizeof file32},
    {"sound-worklet.js", file33, sizeof file33},
    {"style.css", file34, sizeof file34},
    {"top.js", file35, sizeof file35},
    {"transport.js", file36, sizeof file36},
    {"units.js", file37, sizeof file37},
    {"wires.js", file38, sizeof file38},
};

const tenuto_page_file *tenuto_page_files(void) { return files; }

size_t tenuto_page_file_count(void) { return sizeof files / sizeof *files; }
