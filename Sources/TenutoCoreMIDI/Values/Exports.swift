// The types that must have Core MIDI's layout are declared in C, where Swift finds packed structs,
// unions and procedures of the C convention, under the names that Apple's headers give them.
@_exported public import CCoreMIDI
