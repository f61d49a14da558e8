/// The embedded files of the page that a host serves.
#ifndef TENUTO_PAGE_H
#define TENUTO_PAGE_H

#include <stddef.h>

/// A file of the folder `Page`.
typedef struct tenuto_page_file {
  /// The path in the folder, such as `index.html`.
  const char *path;
  /// The content; not terminated by a zero.
  const unsigned char *bytes;
  /// The size in bytes.
  size_t count;
} tenuto_page_file;

/// Returns all files in the order of their paths; they last as long as the program.
const tenuto_page_file *tenuto_page_files(void);

/// Returns the number of files.
size_t tenuto_page_file_count(void);

#endif
