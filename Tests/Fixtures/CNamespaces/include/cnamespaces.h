// Network namespaces, whose calls Swift's Glibc does not import.
#pragma once

// Has the calling thread make its sockets in a namespace from now on; 0, or -1 with errno.
int cnamespaces_enter_network(const char *_Nonnull path);
