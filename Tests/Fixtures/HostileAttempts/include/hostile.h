#pragma once

// Runs a hostile extension's attempt or attack, named by TENUTO_TEST_ATTEMPT. Returns its exit
// code.
int hostile_main(void);
