// LayoutDevice: answers as a keyboard whose layout is edited over System Exclusive.
#include "device.h"

static const char *const tags[] = {"MIDI", "Example"};
static const char *const midi_outputs[] = {"Device"};

static const tenuto_component device = {
    .code = "aumi ldev Tnto",
    .name = "LayoutDevice",
    .manufacturer = "Tenuto",
    .version = "1.0.0",
    .summary = "A keyboard with a layout that pages edit over System Exclusive",
    .license = "Apache-2.0",
    .contact = "Tenuto authors",
    .tags = tags,
    .tag_count = sizeof tags / sizeof *tags,
    .midi_protocol = 1,
    .midi_outputs = midi_outputs,
    .midi_output_count = 1,
    .create = device_create,
    .destroy = device_destroy,
    .render = device_render,
    .midi_at = device_midi,
    .reset = device_reset,
};

int main(void) { return tenuto_extension_main(&device, 1); }
