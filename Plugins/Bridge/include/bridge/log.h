// What plug-ins say, on stderr: what the render thread says is printed later.
#pragma once
#include <stdbool.h>

// Makes room for what the render thread says. Thread: control.
void log_start(void);

// Prints a line, or keeps it where this thread renders.
void log_line(const char *line);

// Prints what was kept. Thread: control.
void log_flush(void);

// Whether this thread renders.
extern _Thread_local bool is_rendering;
