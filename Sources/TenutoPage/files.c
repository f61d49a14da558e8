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
#embed "Page/network.js"
};

static const unsigned char file16[] = {
#embed "Page/node.css"
};

static const unsigned char file17[] = {
#embed "Page/node.js"
};

static const unsigned char file18[] = {
#embed "Page/notenames.js"
};

static const unsigned char file19[] = {
#embed "Page/notices.js"
};

static const unsigned char file20[] = {
#embed "Page/packets.js"
};

static const unsigned char file21[] = {
#embed "Page/parameter.js"
};

static const unsigned char file22[] = {
#embed "Page/patchbay.css"
};

static const unsigned char file23[] = {
#embed "Page/patchbay.js"
};

static const unsigned char file24[] = {
#embed "Page/piano.css"
};

static const unsigned char file25[] = {
#embed "Page/piano.js"
};

static const unsigned char file26[] = {
#embed "Page/pictures.css"
};

static const unsigned char file27[] = {
#embed "Page/pictures.js"
};

static const unsigned char file28[] = {
#embed "Page/places.js"
};

static const unsigned char file29[] = {
#embed "Page/playing.js"
};

static const unsigned char file30[] = {
#embed "Page/ports.js"
};

static const unsigned char file31[] = {
#embed "Page/preferences.js"
};

static const unsigned char file32[] = {
#embed "Page/request.js"
};

static const unsigned char file33[] = {
#embed "Page/ring.js"
};

static const unsigned char file34[] = {
#embed "Page/sound-worker.js"
};

static const unsigned char file35[] = {
#embed "Page/sound-worklet.js"
};

static const unsigned char file36[] = {
#embed "Page/style.css"
};

static const unsigned char file37[] = {
#embed "Page/top.js"
};

static const unsigned char file38[] = {
#embed "Page/transport.js"
};

static const unsigned char file39[] = {
#embed "Page/units.js"
};

static const unsigned char file40[] = {
#embed "Page/webmidi.js"
};

static const unsigned char file41[] = {
#embed "Page/wires.js"
};

static const tenuto_page_file files[] = {
    {"card.js", file0, sizeof file0},
    {"chords.js", file1, sizeof file1},
    {"components.js", file2, sizeof file2},
    {"connecting.js", file3, sizeof file3},
    {"consent.js", file4, sizeof file4},
    {"edits.js", file5, sizeof file5},
    {"element.js", file6, sizeof file6},
    {"host.js", file7, sizeof file7},
    {"icon.svg", file8, sizeof file8},
    {"index.html", file9, sizeof file9},
    {"keyboard.js", file10, sizeof file10},
    {"layout.js", file11, sizeof file11},
    {"listening.js", file12, sizeof file12},
    {"log.js", file13, sizeof file13},
    {"main.js", file14, sizeof file14},
    {"network.js", file15, sizeof file15},
    {"node.css", file16, sizeof file16},
    {"node.js", file17, sizeof file17},
    {"notenames.js", file18, sizeof file18},
    {"notices.js", file19, sizeof file19},
    {"packets.js", file20, sizeof file20},
    {"parameter.js", file21, sizeof file21},
    {"patchbay.css", file22, sizeof file22},
    {"patchbay.js", file23, sizeof file23},
    {"piano.css", file24, sizeof file24},
    {"piano.js", file25, sizeof file25},
    {"pictures.css", file26, sizeof file26},
    {"pictures.js", file27, sizeof file27},
    {"places.js", file28, sizeof file28},
    {"playing.js", file29, sizeof file29},
    {"ports.js", file30, sizeof file30},
    {"preferences.js", file31, sizeof file31},
    {"request.js", file32, sizeof file32},
    {"ring.js", file33, sizeof file33},
    {"sound-worker.js", file34, sizeof file34},
    {"sound-worklet.js", file35, sizeof file35},
    {"style.css", file36, sizeof file36},
    {"top.js", file37, sizeof file37},
    {"transport.js", file38, sizeof file38},
    {"units.js", file39, sizeof file39},
    {"webmidi.js", file40, sizeof file40},
    {"wires.js", file41, sizeof file41},
};

const tenuto_page_file *tenuto_page_files(void) { return files; }

size_t tenuto_page_file_count(void) { return sizeof files / sizeof *files; }
