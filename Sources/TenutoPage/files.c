// Written by .ci/page of what lies in Page; not by hand.
#include "tenuto_page.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file0[] = {
#embed "Page/index.html"
};

static const unsigned char file1[] = {
#embed "Page/main.js"
};

static const unsigned char file2[] = {
#embed "Page/style.css"
};

static const tenuto_page_file files[] = {
    {"index.html", file0, sizeof file0},
    {"main.js", file1, sizeof file1},
    {"style.css", file2, sizeof file2},
};

const tenuto_page_file *tenuto_page_files(void) { return files; }

size_t tenuto_page_file_count(void) { return sizeof files / sizeof *files; }
