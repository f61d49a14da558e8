// Notifications of a client. MIDIObjectPropertyChangeNotification is in Swift, because it holds a
// string.
#pragma once
#include <stdint.h>

#include "objects.h"

#pragma clang assume_nonnull begin

typedef MIDI_ENUM(int32_t, MIDINotificationMessageID) {
  kMIDIMsgSetupChanged = 1,            // anything has changed; no further data
  kMIDIMsgObjectAdded = 2,             // MIDIObjectAddRemoveNotification
  kMIDIMsgObjectRemoved = 3,           // MIDIObjectAddRemoveNotification
  kMIDIMsgPropertyChanged = 4,         // MIDIObjectPropertyChangeNotification
  kMIDIMsgThruConnectionsChanged = 5,  // a persistent thru connection; no further data
  kMIDIMsgSerialPortOwnerChanged = 6,  // never sent: JACK has no serial ports
  kMIDIMsgIOError = 7,                 // MIDIIOErrorNotification
  kMIDIMsgInternalStart = 0x1000,
} MIDINotificationMessageID;

// The header of every notification; messageSize is the size of the whole, in bytes.
typedef struct MIDINotification {
  MIDINotificationMessageID messageID;
  uint32_t messageSize;
} MIDINotification;

typedef struct MIDIObjectAddRemoveNotification {
  MIDINotificationMessageID messageID;
  uint32_t messageSize;
  MIDIObjectRef parent;  // 0 for none
  MIDIObjectType parentType;
  MIDIObjectRef child;
  MIDIObjectType childType;
} MIDIObjectAddRemoveNotification;

typedef struct MIDIIOErrorNotification {
  MIDINotificationMessageID messageID;
  uint32_t messageSize;
  MIDIDeviceRef driverDevice;
  OSStatus errorCode;
} MIDIIOErrorNotification;

// Called with a notification, valid during the call.
typedef void (*MIDINotifyProc)(const MIDINotification *message, void *_Nullable refCon);

#pragma clang assume_nonnull end
