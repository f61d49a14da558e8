// SwiftPM links every program with Swift's library, and bridges do not use it. Without it a bridge
// starts in half the time, on machines without a toolchain too. Swift's driver reads this section of
// each object, and puts its options in front of the library.
__asm__(
    ".section .swift1_autolink_entries,\"e\",@progbits\n"
    ".asciz \"-Wl,--as-needed\"\n"
    ".previous\n");
