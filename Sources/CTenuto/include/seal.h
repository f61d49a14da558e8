// Ends the phase in which an extension with libraries maps code.
#pragma once

// SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW: how tenuto_seal_code adds a program.
#define TENUTO_SEAL_FLAGS 5u

// Forbids the calling process, all its threads included, to map further code. Does nothing without
// a sandbox.
void tenuto_seal_code(void);
