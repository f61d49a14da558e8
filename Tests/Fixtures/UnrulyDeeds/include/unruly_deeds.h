// How a process comes to harm, for the tests of supervision.
#pragma once

#define DEED __attribute__((swift_attr("@_noLocks")))

// Does the deed of that number; 0 and unknown ones are none.
DEED void unruly_do(int number);

// Uses the processor for so many microseconds.
DEED void unruly_spin(long microseconds);

// Sleeps for so many microseconds.
DEED void unruly_sleep(long microseconds);
