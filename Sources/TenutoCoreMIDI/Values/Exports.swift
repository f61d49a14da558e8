// Types with Core MIDI's layout are declared in C, which supports packed structs, unions and C
// procedures, under the names of Apple's headers.
@_exported public import CCoreMIDI
