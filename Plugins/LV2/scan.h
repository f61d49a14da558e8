// All plug-ins of the machine as components of one extension that can be asked, not run.
#pragma once

// Serves them, with a table in answer to any message; does not return.
int scan_main(void);
