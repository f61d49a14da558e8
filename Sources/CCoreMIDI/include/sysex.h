// Requests to send a long SysEx in the background. A request belongs to the library until its
// completion procedure is called.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "objects.h"

#pragma clang assume_nonnull begin

struct MIDISysexSendRequest;
struct MIDISysexSendRequestUMP;

// Called on a thread of the library when a request is sent or has been given up.
typedef void (*MIDICompletionProc)(struct MIDISysexSendRequest *request);
typedef void (*MIDICompletionProcUMP)(struct MIDISysexSendRequestUMP *request);

typedef struct MIDISysexSendRequest {
  MIDIEndpointRef destination;
  const uint8_t *data;   // the unsent bytes
  uint32_t bytesToSend;  // the count of unsent bytes
  bool complete;         // the client may set it to give up; set at the end
  uint8_t reserved[3];
  MIDICompletionProc completionProc;
  void *_Nullable completionRefCon;
} MIDISysexSendRequest;

typedef struct MIDISysexSendRequestUMP {
  MIDIEndpointRef destination;
  uint32_t *words;       // the unsent words
  uint32_t wordsToSend;  // the count of unsent words
  bool complete;         // the client may set it to give up; set at the end
  MIDICompletionProcUMP completionProc;
  void *_Nullable completionRefCon;
} MIDISysexSendRequestUMP;

#pragma clang assume_nonnull end
