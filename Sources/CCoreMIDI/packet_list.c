#include <stdbool.h>
#include <string.h>

#include "packets.h"

// Returns the offset of `address` in a list of `listSize` bytes; listSize + 1 if it is outside.
static size_t offset_in(const void *list, size_t listSize, const void *address) {
  uintptr_t start = (uintptr_t)list, at = (uintptr_t)address;
  return at < start || at - start > listSize ? listSize + 1 : at - start;
}

static bool has_room(size_t offset, size_t count, size_t listSize) {
  return offset <= listSize && count <= listSize - offset;
}

MIDIPacket *MIDIPacketListInit(MIDIPacketList *list) {
  list->numPackets = 0;
  return list->packet;
}

// F0, or data without a status: a part of a SysEx, which has a separate packet.
static bool is_sysex(const uint8_t *data, size_t count) {
  return count > 0 && (data[0] == 0xF0 || data[0] < 0x80 || data[0] == 0xF7);
}

static bool joins(
    const MIDIPacket *packet, MIDITimeStamp time, size_t count, const uint8_t *data) {
  return packet->timeStamp == time && count <= (size_t)UINT16_MAX - packet->length &&
         !is_sysex(packet->data, packet->length) && !is_sysex(data, count);
}

MIDIPacket *ccoremidi_packet_list_add(
    MIDIPacketList *list, size_t listSize, MIDIPacket *current, MIDITimeStamp time, size_t count,
    const uint8_t *data) {
  const size_t head = offsetof(MIDIPacket, data);
  size_t at = offset_in(list, listSize, current);
  if (count > UINT16_MAX || at < offsetof(MIDIPacketList, packet)) return NULL;
  if (list->numPackets > 0) {
    if (!has_room(at, head, listSize)) return NULL;
    if (joins(current, time, count, data)) {
      if (!has_room(at, head + current->length + count, listSize)) return NULL;
      memcpy(current->data + current->length, data, count);
      current->length += (uint16_t)count;
      return current;
    }
    current = MIDIPacketNext(current);
    at = offset_in(list, listSize, current);
  }
  if (!has_room(at, head + count, listSize)) return NULL;
  current->timeStamp = time;
  current->length = (uint16_t)count;
  memcpy(current->data, data, count);
  list->numPackets += 1;
  return current;
}

MIDIEventPacket *MIDIEventListInit(MIDIEventList *list, MIDIProtocolID protocol) {
  list->protocol = protocol;
  list->numPackets = 0;
  return list->packet;
}

MIDIEventPacket *ccoremidi_event_list_add(
    MIDIEventList *list, size_t listSize, MIDIEventPacket *current, MIDITimeStamp time,
    size_t count, const uint32_t *words) {
  const size_t head = offsetof(MIDIEventPacket, words);
  const size_t most = sizeof current->words / sizeof current->words[0];
  size_t at = offset_in(list, listSize, current);
  if (count > most || at < offsetof(MIDIEventList, packet)) return NULL;
  if (list->numPackets > 0) {
    if (!has_room(at, head, listSize) || current->wordCount > most) return NULL;
    if (current->timeStamp == time && count <= most - current->wordCount) {
      if (!has_room(at, head + 4 * (current->wordCount + count), listSize)) return NULL;
      memcpy(current->words + current->wordCount, words, 4 * count);
      current->wordCount += (uint32_t)count;
      return current;
    }
    current = MIDIEventPacketNext(current);
    at = offset_in(list, listSize, current);
  }
  if (!has_room(at, head + 4 * count, listSize)) return NULL;
  current->timeStamp = time;
  current->wordCount = (uint32_t)count;
  memcpy(current->words, words, 4 * count);
  list->numPackets += 1;
  return current;
}

// The header promises, as Apple's does, that there is no NULL.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnonnull"
#pragma clang diagnostic ignored "-Wnullable-to-nonnull-conversion"

MIDIPacket *MIDIPacketListAdd(
    MIDIPacketList *list, size_t listSize, MIDIPacket *current, MIDITimeStamp time, size_t count,
    const uint8_t *data) {
  return ccoremidi_packet_list_add(list, listSize, current, time, count, data);
}

MIDIEventPacket *MIDIEventListAdd(
    MIDIEventList *list, size_t listSize, MIDIEventPacket *current, MIDITimeStamp time,
    size_t count, const uint32_t *words) {
  return ccoremidi_event_list_add(list, listSize, current, time, count, words);
}

#pragma clang diagnostic pop
