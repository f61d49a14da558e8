#include "hostile.h"

int main(void) { return hostile_main(); }
