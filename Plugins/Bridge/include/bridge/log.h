// The plug-ins' log on stderr; lines of the render thread are printed later.
#pragma once
#include <stdbool.h>

// Allocates the buffer for lines of the render thread. Thread: control.
void log_start(void);

// Prints a line, or keeps it if this thread renders.
void log_line(const char *line);

// Prints the kept lines. Thread: control.
void log_flush(void);

// Whether this thread renders.
extern _Thread_local bool is_rendering;
