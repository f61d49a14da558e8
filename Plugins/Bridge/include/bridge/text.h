// Cleans texts of plug-ins for display by hosts.
#pragma once

// Returns a UTF-8 copy without control characters, at most 200 bytes, or `fallback` if nothing is
// left. The caller frees the copy.
char *clean_text(const char *text, const char *fallback);
