// What a kernel must not do, for the tests: in C, because the compiler refuses it in Swift.
#pragma once

#define FIXTURE_RENDER __attribute__((swift_attr("@_noLocks")))

// Allocates and frees, as careless code does.
FIXTURE_RENDER void fixture_allocate(void);

// Stays here until there is a file of the name that the environment gives in TENUTO_TEST_GATE.
FIXTURE_RENDER void fixture_wait_at_gate(void);

// Ends the process by SIGABRT, with a line on stderr.
FIXTURE_RENDER void fixture_abort(void);

// Ends the process by SIGSEGV.
FIXTURE_RENDER void fixture_store_to_null(void);

// Ends the process with exit code 0.
FIXTURE_RENDER void fixture_exit(void);
