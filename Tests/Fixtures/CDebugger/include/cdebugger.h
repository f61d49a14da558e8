// The functions of a debugger, for the tests.
#pragma once

// Halts one thread of another process until the calling thread ends; 0 or the error number.
int cdebugger_halt(int thread);
