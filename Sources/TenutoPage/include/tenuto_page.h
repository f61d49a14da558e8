/// The files of the page that a host serves, as bytes of the binary.
#ifndef TENUTO_PAGE_H
#define TENUTO_PAGE_H

#include <stddef.h>

/// A file of the folder `Page`.
typedef struct tenuto_page_file {
  /// Its path in the folder, such as `index.html`.
  const char *path;
  /// Its content; not ended by a zero.
  const unsigned char *bytes;
  /// Bytes in it.
  size_t count;
} tenuto_page_file;

/// All files in the order of their paths; they last as long as the program.
const tenuto_page_file *tenuto_page_files(void);

/// How many there are.
size_t tenuto_page_file_count(void);

#endif
