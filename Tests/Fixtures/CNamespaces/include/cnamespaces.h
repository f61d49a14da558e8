// Network namespaces, whose calls Swift's Glibc does not import.
#pragma once

// Makes the calling thread create its sockets in a namespace; returns 0, or -1 with errno.
int cnamespaces_enter_network(const char *_Nonnull path);
