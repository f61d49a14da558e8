// Faults that end a process, for the tests of supervision.
#pragma once

#define UNRULY_RENDER __attribute__((swift_attr("@_noLocks")))

// Commits the fault of that number; 0 and unknown numbers do nothing.
UNRULY_RENDER void unruly_do(int number);

// Uses the processor for the given number of microseconds.
UNRULY_RENDER void unruly_spin(long microseconds);

// Sleeps for the given number of microseconds.
UNRULY_RENDER void unruly_sleep(long microseconds);
