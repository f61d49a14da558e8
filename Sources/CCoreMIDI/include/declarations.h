// How an enumeration must look so that Swift names its cases as it does with Apple's headers.
#pragma once

#define MIDI_ENUM(type, name) enum __attribute__((enum_extensibility(open))) name : type

#define MIDI_OPTIONS(type, name) \
  enum __attribute__((flag_enum, enum_extensibility(open))) name : type
