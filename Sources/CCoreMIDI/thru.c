#include "thru.h"

#include <string.h>

void MIDIThruConnectionParamsInitialize(MIDIThruConnectionParams *params) {
  memset(params, 0, sizeof *params);
  for (uint8_t channel = 0; channel < 16; channel++) params->channelMap[channel] = channel;
  params->highNote = 127;
}
