// Written by .ci/page of what lies in Page; not by hand.
#include "tenuto_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file0[] = {
#embed "Page/animation.js"
};

static const unsigned char file1[] = {
#embed "Page/card.js"
};

static const unsigned char file2[] = {
#embed "Page/chords.js"
};

static const unsigned char file3[] = {
#embed "Page/components.js"
};

static const unsigned char file4[] = {
#embed "Page/connecting.js"
};

static const unsigned char file5[] = {
#embed "Page/consent.js"
};

static const unsigned char file6[] = {
#embed "Page/drop.js"
};

static const unsigned char file7[] = {
#embed "Page/edits.js"
};

static const unsigned char file8[] = {
#embed "Page/element.js"
};

static const unsigned char file9[] = {
#embed "Page/foreign.js"
};

static const unsigned char file10[] = {
#embed "Page/host.js"
};

static const unsigned char file11[] = {
#embed "Page/icon.svg"
};

static const unsigned char file12[] = {
#embed "Page/index.html"
};

static const unsigned char file13[] = {
#embed "Page/jack.js"
};

static const unsigned char file14[] = {
#embed "Page/keyboard.js"
};

static const unsigned char file15[] = {
#embed "Page/layout.js"
};

static const unsigned char file16[] = {
#embed "Page/listening.js"
};

static const unsigned char file17[] = {
#embed "Page/log.js"
};

static const unsigned char file18[] = {
#embed "Page/main.js"
};

static const unsigned char file19[] = {
#embed "Page/network.js"
};

static const unsigned char file20[] = {
#embed "Page/node.css"
};

static const unsigned char file21[] = {
#embed "Page/node.js"
};

static const unsigned char file22[] = {
#embed "Page/notenames.js"
};

static const unsigned char file23[] = {
#embed "Page/notices.js"
};

static const unsigned char file24[] = {
#embed "Page/ownpage.js"
};

static const unsigned char file25[] = {
#embed "Page/packets.js"
};

static const unsigned char file26[] = {
#embed "Page/parameter.js"
};

static const unsigned char file27[] = {
#embed "Page/patchbay.css"
};

static const unsigned char file28[] = {
#embed "Page/patchbay.js"
};

static const unsigned char file29[] = {
#embed "Page/piano.css"
};

static const unsigned char file30[] = {
#embed "Page/piano.js"
};

static const unsigned char file31[] = {
#embed "Page/pictures.css"
};

static const unsigned char file32[] = {
#embed "Page/pictures.js"
};

static const unsigned char file33[] = {
#embed "Page/places.js"
};

static const unsigned char file34[] = {
#embed "Page/playing.js"
};

static const unsigned char file35[] = {
#embed "Page/ports.js"
};

static const unsigned char file36[] = {
#embed "Page/preferences.js"
};

static const unsigned char file37[] = {
#embed "Page/presets.js"
};

static const unsigned char file38[] = {
#embed "Page/request.js"
};

static const unsigned char file39[] = {
#embed "Page/ring.js"
};

static const unsigned char file40[] = {
#embed "Page/sound-worker.js"
};

static const unsigned char file41[] = {
#embed "Page/sound-worklet.js"
};

static const unsigned char file42[] = {
#embed "Page/style.css"
};

static const unsigned char file43[] = {
#embed "Page/top.js"
};

static const unsigned char file44[] = {
#embed "Page/transport.js"
};

static const unsigned char file45[] = {
#embed "Page/units.js"
};

static const unsigned char file46[] = {
#embed "Page/webmidi.js"
};

static const unsigned char file47[] = {
#embed "Page/wires.js"
};

static const tenuto_page_file files[] = {
    {"animation.js", file0, sizeof file0},
    {"card.js", file1, sizeof file1},
    {"chords.js", file2, sizeof file2},
    {"components.js", file3, sizeof file3},
    {"connecting.js", file4, sizeof file4},
    {"consent.js", file5, sizeof file5},
    {"drop.js", file6, sizeof file6},
    {"edits.js", file7, sizeof file7},
    {"element.js", file8, sizeof file8},
    {"foreign.js", file9, sizeof file9},
    {"host.js", file10, sizeof file10},
    {"icon.svg", file11, sizeof file11},
    {"index.html", file12, sizeof file12},
    {"jack.js", file13, sizeof file13},
    {"keyboard.js", file14, sizeof file14},
    {"layout.js", file15, sizeof file15},
    {"listening.js", file16, sizeof file16},
    {"log.js", file17, sizeof file17},
    {"main.js", file18, sizeof file18},
    {"network.js", file19, sizeof file19},
    {"node.css", file20, sizeof file20},
    {"node.js", file21, sizeof file21},
    {"notenames.js", file22, sizeof file22},
    {"notices.js", file23, sizeof file23},
    {"ownpage.js", file24, sizeof file24},
    {"packets.js", file25, sizeof file25},
    {"parameter.js", file26, sizeof file26},
    {"patchbay.css", file27, sizeof file27},
    {"patchbay.js", file28, sizeof file28},
    {"piano.css", file29, sizeof file29},
    {"piano.js", file30, sizeof file30},
    {"pictures.css", file31, sizeof file31},
    {"pictures.js", file32, sizeof file32},
    {"places.js", file33, sizeof file33},
    {"playing.js", file34, sizeof file34},
    {"ports.js", file35, sizeof file35},
    {"preferences.js", file36, sizeof file36},
    {"presets.js", file37, sizeof file37},
    {"request.js", file38, sizeof file38},
    {"ring.js", file39, sizeof file39},
    {"sound-worker.js", file40, sizeof file40},
    {"sound-worklet.js", file41, sizeof file41},
    {"style.css", file42, sizeof file42},
    {"top.js", file43, sizeof file43},
    {"transport.js", file44, sizeof file44},
    {"units.js", file45, sizeof file45},
    {"webmidi.js", file46, sizeof file46},
    {"wires.js", file47, sizeof file47},
};

const tenuto_page_file *tenuto_page_files(void) { return files; }

size_t tenuto_page_file_count(void) { return sizeof files / sizeof *files; }
