// Lists of packets of variable length, byte for byte as Core MIDI lays them out on 64-bit ARM:
// packed to four bytes, the next packet at the next multiple of four after the last one's data.
//
//   MIDIPacketList   numPackets @0, packet @4           MIDIPacket       timeStamp @0, length @8,
//                                                                        data @10
//   MIDIEventList    protocol @0, numPackets @4,        MIDIEventPacket  timeStamp @0,
//                    packet @8                                           wordCount @8, words @12
//
// data and words are declared with a packet's usual capacity. In a list, a packet occupies its
// actual size, which may be less or (bytes only) more. Walk a list only with the functions below. A
// MIDIPacket copied out of a list holds at most 256 bytes of its data.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "objects.h"

#pragma clang assume_nonnull begin
#pragma pack(push, 4)

// MIDI 1.0 bytes with one time: complete messages, or a part of a single SysEx.
typedef struct MIDIPacket {
  MIDITimeStamp timeStamp;
  uint16_t length;    // bytes of data
  uint8_t data[256];  // or more
} MIDIPacket;

typedef struct MIDIPacketList {
  uint32_t numPackets;
  MIDIPacket packet[1];
} MIDIPacketList;

// Complete Universal MIDI Packets with one time.
typedef struct MIDIEventPacket {
  MIDITimeStamp timeStamp;
  uint32_t wordCount;
  uint32_t words[64];
} MIDIEventPacket;

typedef struct MIDIEventList {
  MIDIProtocolID protocol;
  uint32_t numPackets;
  MIDIEventPacket packet[1];
} MIDIEventList;

#pragma pack(pop)

// Returns the position of the packet after `pkt` in its list, which may not exist yet.
static inline MIDIPacket *MIDIPacketNext(const MIDIPacket *pkt) {
  uintptr_t end = (uintptr_t)pkt + offsetof(MIDIPacket, data) + pkt->length;
  return (MIDIPacket *)((end + 3) & ~(uintptr_t)3);
}

// Returns the position of the packet after `pkt` in its list, which may not exist yet.
static inline MIDIEventPacket *MIDIEventPacketNext(const MIDIEventPacket *pkt) {
  return (MIDIEventPacket *)&pkt->words[pkt->wordCount];
}

// Makes a list empty; returns the place of its first packet, for MIDIPacketListAdd.
MIDIPacket *MIDIPacketListInit(MIDIPacketList *pktlist);

// Adds data to a list of `listSize` bytes; returns the packet that it is in, for the next call.
//
// Data of the same time as `curPacket` joins it, unless one of the two is SysEx. Returns NULL, with
// the list as it was, if there is no room or `curPacket` is NULL: never a byte is written beyond
// `listSize`. (Swift sees a pointer that is not optional, as it does on a Mac, and its optimiser
// believes that: look at UInt(bitPattern:).)
MIDIPacket *MIDIPacketListAdd(
    MIDIPacketList *pktlist, size_t listSize, MIDIPacket *curPacket, MIDITimeStamp time,
    size_t nData, const uint8_t *data);

// MIDIPacketListAdd for Swift code that checks for room.
MIDIPacket *_Nullable ccoremidi_packet_list_add(
    MIDIPacketList *pktlist, size_t listSize, MIDIPacket *curPacket, MIDITimeStamp time,
    size_t nData, const uint8_t *data);

// Makes a list empty; returns the place of its first packet, for MIDIEventListAdd.
MIDIEventPacket *MIDIEventListInit(MIDIEventList *evtlist, MIDIProtocolID protocol);

// Adds words to a list of `listSize` bytes; returns the packet that they are in, for the next call.
//
// Words of the same time as `curPacket` join it while it has at most 64. Returns NULL, with the
// list as it was, if there is no room, more than 64 words, or `curPacket` is NULL.
MIDIEventPacket *MIDIEventListAdd(
    MIDIEventList *evtlist, size_t listSize, MIDIEventPacket *curPacket, MIDITimeStamp time,
    size_t wordCount, const uint32_t *words);

// MIDIEventListAdd for Swift code that checks for room.
MIDIEventPacket *_Nullable ccoremidi_event_list_add(
    MIDIEventList *evtlist, size_t listSize, MIDIEventPacket *curPacket, MIDITimeStamp time,
    size_t wordCount, const uint32_t *words);

// Called with a list of arrivals; the contexts are the port's and the connection's.
typedef void (*MIDIReadProc)(
    const MIDIPacketList *pktlist, void *_Nullable readProcRefCon,
    void *_Nullable srcConnRefCon);

#pragma clang assume_nonnull end
