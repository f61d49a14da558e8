// Texts of plug-ins as hosts can show them.
#pragma once

// A copy in UTF-8 without control characters, at most 200 bytes, to be freed; `fallback` where
// nothing is left.
char *clean_text(const char *text, const char *fallback);
