// Calls of one length, for plug-ins that require them (`bufsz:fixedBlockLength`,
// `powerOf2BlockLength`, `coarseBlockLength`), whatever the length of a cycle. A block is a power of
// two, and the sound comes later by one block.
#pragma once
#include "kernel.h"

// Whether a feature requires calls of one length.
bool is_block_feature(const char *uri);

// The length of a block, in frames.
uint32_t block_length(uint32_t maximum_frame_count);

// Takes the inputs of a cycle and gives the outputs of the block before; runs the plug-in wherever a
// block is whole. Thread: render.
void blocks_render(
    kernel *k, const float *const *inputs, float *const *outputs, uint32_t frame_count,
    tenuto_cycle *cycle);

// Forgets the sound of the block that is being filled. Thread: render.
void blocks_reset(kernel *k);
