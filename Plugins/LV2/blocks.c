#include "blocks.h"
#include <lv2/buf-size/buf-size.h>
#include <string.h>
#include "events.h"

enum { LONGEST_BLOCK = 1024 };

bool is_block_feature(const char *uri) {
  return !strcmp(uri, LV2_BUF_SIZE__fixedBlockLength) ||
         !strcmp(uri, LV2_BUF_SIZE__powerOf2BlockLength) ||
         !strcmp(uri, LV2_BUF_SIZE__coarseBlockLength);
}

uint32_t block_length(uint32_t maximum_frame_count) {
  uint32_t frames = 1;
  while (frames * 2 <= maximum_frame_count && frames < LONGEST_BLOCK) frames *= 2;
  return frames;
}

// Input and output are aligned in the block: the output's samples there are those of the previous
// block.
static void exchange(
    const kernel *k, const float *const *inputs, float *const *outputs, uint32_t done,
    uint32_t count) {
  size_t bytes = count * sizeof(float);
  for (uint32_t i = 0; i < k->plugin->port_count; i++)
    if (k->channels[i] >= 0 && k->plugin->ports[i].is_input)
      memcpy(k->signals[i] + k->block_fill, inputs[k->channels[i]] + done, bytes);
  for (uint32_t i = 0; i < k->plugin->port_count; i++)
    if (k->channels[i] >= 0 && !k->plugin->ports[i].is_input)
      memcpy(outputs[k->channels[i]] + done, k->signals[i] + k->block_fill, bytes);
}

void blocks_render(
    kernel *k, const float *const *inputs, float *const *outputs, uint32_t frame_count,
    tenuto_cycle *cycle) {
  for (uint32_t done = 0; done < frame_count;) {
    uint32_t room = k->block_frames - k->block_fill;
    uint32_t count = frame_count - done < room ? frame_count - done : room;
    exchange(k, inputs, outputs, done, count);
    k->block_fill += count;
    done += count;
    if (k->block_fill < k->block_frames) return;
    // The block has begun in this call, or before it.
    k->music_shift = (int32_t)done - (int32_t)k->block_frames;
    k->block_fill = 0;
    kernel_run(k, cycle, k->block_frames, (frames){done, frame_count});
  }
}

void blocks_reset(kernel *k) {
  k->block_fill = 0;
  for (uint32_t i = 0; i < k->plugin->port_count; i++)
    if (k->signals[i] && !k->plugin->ports[i].is_input)
      memset(k->signals[i], 0, k->block_frames * sizeof(float));
}
