// The ALSA sequencer by libasound, opened at run time.
//
// In C because many of libasound's calls are macros that Swift does not import (alloca), and because
// nothing links libasound, so that programs run where it is not installed. Where its headers are
// missing at build time, calsa_open says so.
#pragma once
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The longest name of a client or a port, with its end.
#define CALSA_NAME_SIZE 128

typedef struct calsa_client calsa_client;

// The direction of one of the client's own ports.
typedef enum calsa_direction {
  // Others write to it.
  CALSA_INPUT = 0,
  // Others read from it.
  CALSA_OUTPUT = 1,
} calsa_direction;

// A port of another client.
typedef struct calsa_port {
  int32_t client;
  int32_t port;
  // 1 where it can be read and written by others.
  uint8_t is_source;
  uint8_t is_destination;
  // 1 for a port of a sound card: hardware, or virmidi.
  uint8_t is_hardware;
  // 1 for a port of the kernel that is no card's: Midi Through, which repeats what it is sent.
  uint8_t is_through;
  // 1 for a port that announces or times, or that asks not to be connected by others.
  uint8_t is_private;
  char client_name[CALSA_NAME_SIZE];
  char name[CALSA_NAME_SIZE];
} calsa_port;

// What calsa_receive found.
typedef enum calsa_kind {
  // Nothing is waiting.
  CALSA_NOTHING = 0,
  // Bytes of MIDI 1.0: one message without running status, or a part of a SysEx.
  CALSA_MIDI = 1,
  // A port has ended, or all of a client: then the port is -1. The numbers may be given again.
  CALSA_ENDED = 2,
  // A port came or changed, or a connection was made or broken.
  CALSA_CHANGED = 3,
  // Events were lost, because they were not received in time.
  CALSA_LOST = 4,
} calsa_kind;

typedef struct calsa_event {
  calsa_kind kind;
  // The port that sent it, or that has ended.
  int32_t client;
  int32_t port;
  // The client's own port that it was sent to.
  int32_t own_port;
  // When it arrived, by CLOCK_MONOTONIC.
  uint64_t nanoseconds;
  // Valid until the next call.
  const uint8_t *_Nullable bytes;
  size_t count;
} calsa_event;

// Why calsa_open fails, beside the system's error numbers, which are positive.
enum {
  // The module was built where libasound's headers were missing.
  CALSA_NOT_BUILT = -1,
  // Libasound is missing, or has not all of the functions.
  CALSA_NOT_INSTALLED = -2,
};

// Opens a client without ports that others see; NULL and the error on failure. It hears what happens to
// other ports.
calsa_client *_Nullable calsa_open(const char *name, int *error);
void calsa_close(calsa_client *client);

// The client's number.
int calsa_number(const calsa_client *client);

// Makes a port, and returns its number, or a negative error number.
int calsa_add_port(calsa_client *client, const char *name, calsa_direction direction);
void calsa_remove_port(calsa_client *client, int port);

// Copies up to `capacity` ports of other clients; returns how many there are.
size_t calsa_ports(calsa_client *client, calsa_port *_Nullable ports, size_t capacity);

// Connects a port of another client to one of the client's own, in the direction of the latter; 0, or
// a negative error number. It is no error if that is so already.
int calsa_connect(calsa_client *client, int own_port, calsa_direction direction, int32_t other,
                  int32_t port);

// Waits until something can be received, for at most `milliseconds`, or without a limit if that is
// negative; returns 1 then, 0 after calsa_wake or that time, and a negative error number where the
// sequencer has gone.
int calsa_wait(calsa_client *client, int milliseconds);
// Ends a calsa_wait, from any thread.
void calsa_wake(calsa_client *client);
// Takes one event; 0, or a negative error number.
int calsa_receive(calsa_client *client, calsa_event *event);
// Compares the kernel's clock of events with CLOCK_MONOTONIC anew.
void calsa_synchronize(calsa_client *client);

// Sends one message of MIDI 1.0, or a part of a SysEx, to all that read from an own port, at a time of
// CLOCK_MONOTONIC; at once where it has passed. Returns 1, 0 where the kernel has no room now, and a
// negative error number for bytes that are no message. One thread at a time.
int calsa_send(calsa_client *client, int own_port, const uint8_t *bytes, size_t count,
               uint64_t nanoseconds);

#pragma clang assume_nonnull end
