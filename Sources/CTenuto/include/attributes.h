// Marks that both checkers of the render path read.
#pragma once

// Callable from a Swift function marked @_noLocks, and checked by clang's function effects.
#define TENUTO_RENDER_SAFE __attribute__((swift_attr("@_noLocks"), nonblocking))

#define TENUTO_NONNULL _Nonnull
#define TENUTO_NULLABLE _Nullable
