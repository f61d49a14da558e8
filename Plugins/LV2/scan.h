// All plug-ins of the machine as components of one extension, for queries only.
#pragma once

// Serves them through a component that answers any message with a table. Does not return.
int scan_main(void);
