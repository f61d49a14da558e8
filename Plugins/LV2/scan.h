// All plug-ins of the machine as components of one extension that can be asked, not run.
#pragma once

// Serves them behind a component that answers any message with a table; does not return.
int scan_main(void);
