// Faults of a kernel for the tests; written in C, because the Swift compiler rejects them.
#pragma once

#define FIXTURE_RENDER __attribute__((swift_attr("@_noLocks")))

// Allocates and frees memory.
FIXTURE_RENDER void fixture_allocate(void);

// Blocks until the file named by TENUTO_TEST_GATE exists.
FIXTURE_RENDER void fixture_wait_at_gate(void);

// Ends the process by SIGABRT, with a line on stderr.
FIXTURE_RENDER void fixture_abort(void);

// Ends the process by SIGSEGV.
FIXTURE_RENDER void fixture_store_to_null(void);

// Ends the process with exit code 0.
FIXTURE_RENDER void fixture_exit(void);
