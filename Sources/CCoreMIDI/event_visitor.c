#include <string.h>

#include "messages.h"

// How many words a packet has, by its message type (M2-104-UM, "Message Type Allocation").
static uint32_t word_count(uint32_t word0) {
  static const uint8_t counts[16] = {1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4};
  return counts[word0 >> 28];
}

static uint8_t byte_of(const uint32_t *words, uint32_t index) {
  return (uint8_t)(words[index / 4] >> (24 - 8 * (index % 4)));
}

static void copy_bytes(uint8_t *to, const uint32_t *words, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) to[i] = byte_of(words, first + i);
}

static uint8_t status_of(const uint32_t *words) { return words[0] >> 20 & 0xF; }
static uint8_t data1(const uint32_t *words) { return words[0] >> 8 & 0x7F; }
static uint8_t data2(const uint32_t *words) { return words[0] & 0x7F; }
static uint16_t data14(const uint32_t *words) {
  return (uint16_t)(data2(words) << 7 | data1(words));
}

static void read_utility(MIDIUniversalMessage *message, const uint32_t *words) {
  message->utility.status = status_of(words);
  if (message->utility.status == kMIDIUtilityStatusTicksSinceLastEvent) {
    message->utility.ticksSinceLastEvent = words[0] & 0xFFFFF;
  } else {
    message->utility.jitterReductionClock = (uint16_t)words[0];
  }
}

static void read_system(MIDIUniversalMessage *message, const uint32_t *words) {
  message->system.status = words[0] >> 16 & 0xFF;
  if (message->system.status == kMIDIStatusSongPosPointer) {
    message->system.songPositionPointer = data14(words);
  } else {
    message->system.timeCode = data1(words);
  }
}

static void read_voice1(MIDIUniversalMessage *message, const uint32_t *words) {
  message->channelVoice1.status = status_of(words);
  message->channelVoice1.channel = words[0] >> 16 & 0xF;
  if (message->channelVoice1.status == kMIDICVStatusPitchBend) {
    message->channelVoice1.pitchBend = data14(words);
  } else {
    message->channelVoice1.note.number = data1(words);
    message->channelVoice1.note.velocity = data2(words);
  }
}

static void read_sysex(MIDIUniversalMessage *message, const uint32_t *words) {
  message->sysEx.status = status_of(words);
  message->sysEx.channel = words[0] >> 16 & 0xF;
  copy_bytes(message->sysEx.data, words, 2, sizeof message->sysEx.data);
}

static void read_voice2(MIDIUniversalMessage *message, const uint32_t *words) {
  uint8_t first = byte_of(words, 2), second = byte_of(words, 3);
  message->channelVoice2.status = status_of(words);
  message->channelVoice2.channel = words[0] >> 16 & 0xF;
  switch (message->channelVoice2.status) {
    case kMIDICVStatusNoteOff:
    case kMIDICVStatusNoteOn:
      message->channelVoice2.note.number = first & 0x7F;
      message->channelVoice2.note.attributeType = second;
      message->channelVoice2.note.velocity = words[1] >> 16;
      message->channelVoice2.note.attribute = (uint16_t)words[1];
      break;
    case kMIDICVStatusProgramChange:
      message->channelVoice2.programChange.options = second;
      message->channelVoice2.programChange.program = words[1] >> 24 & 0x7F;
      message->channelVoice2.programChange.bank =
          (uint16_t)((words[1] >> 8 & 0x7F) << 7 | (words[1] & 0x7F));
      break;
    case kMIDICVStatusChannelPressure:
    case kMIDICVStatusPitchBend:
      message->channelVoice2.pitchBend.data = words[1];
      break;
    default:  // all others are two bytes and a word
      message->channelVoice2.perNoteController.noteNumber = first & 0x7F;
      message->channelVoice2.perNoteController.index = second;
      message->channelVoice2.perNoteController.data = words[1];
  }
}

static void read_data128(MIDIUniversalMessage *message, const uint32_t *words) {
  message->data128.status = status_of(words);
  if (message->data128.status >= kMIDISysExStatusMixedDataSetHeader) {
    message->data128.mixedDataSet.mdsID = words[0] >> 16 & 0xF;
    copy_bytes(message->data128.mixedDataSet.data, words, 2, 14);
  } else {
    message->data128.sysex8.byteCount = words[0] >> 16 & 0xF;
    message->data128.sysex8.streamID = byte_of(words, 2);
    copy_bytes(message->data128.sysex8.data, words, 3, 13);
  }
}

static MIDIUniversalMessage read_message(const uint32_t *words) {
  MIDIUniversalMessage message = {.type = words[0] >> 28, .group = words[0] >> 24 & 0xF};
  switch (message.type) {
    case kMIDIMessageTypeUtility: read_utility(&message, words); break;
    case kMIDIMessageTypeSystem: read_system(&message, words); break;
    case kMIDIMessageTypeChannelVoice1: read_voice1(&message, words); break;
    case kMIDIMessageTypeSysEx: read_sysex(&message, words); break;
    case kMIDIMessageTypeChannelVoice2: read_voice2(&message, words); break;
    case kMIDIMessageTypeData128: read_data128(&message, words); break;
    default: memcpy(message.unknown.words, words, 4 * word_count(words[0]));
  }
  return message;
}

void MIDIEventListForEachEvent(
    const MIDIEventList *list, MIDIEventVisitor visitor, void *context) {
  const MIDIEventPacket *packet = list->packet;
  for (uint32_t index = 0; index < list->numPackets; index++) {
    uint32_t at = 0;
    while (at < packet->wordCount && word_count(packet->words[at]) <= packet->wordCount - at) {
      visitor(context, packet->timeStamp, read_message(packet->words + at));
      at += word_count(packet->words[at]);
    }
    packet = MIDIEventPacketNext(packet);
  }
}
