#pragma once

// What a hostile extension does: an attempt or a attack, named by TENUTO_TEST_ATTEMPT. Its exit code.
int hostile_main(void);
