// CKernel: an electric piano, and all that a host needs to know of it.
#include "piano.h"
#include "tuning.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *const tags[] = {"Synthesizer", "Electric Piano"};

static const tenuto_bus outputs[] = {{.name = "Main", .channel_count = 2}};

static const tenuto_parameter parameters[] = {
    {.address = PIANO_BRIGHTNESS, .identifier = "brightness", .name = "Brightness", .minimum = 0,
     .maximum = 1, .default_value = 0.5f},
    {.address = PIANO_DECAY, .identifier = "decay", .name = "Decay", .minimum = 0.1f,
     .maximum = 10, .default_value = 2, .unit = TENUTO_UNIT_SECONDS,
     .flags = TENUTO_PARAMETER_LOGARITHMIC},
    {.address = PIANO_GAIN, .identifier = "gain", .name = "Gain", .minimum = -60, .maximum = 12,
     .default_value = 0, .unit = TENUTO_UNIT_DECIBELS, .flags = TENUTO_PARAMETER_CAN_RAMP},
};

static const tenuto_value soft[] = {{PIANO_BRIGHTNESS, 0.1f}, {PIANO_DECAY, 4}};
static const tenuto_value bark[] = {{PIANO_BRIGHTNESS, 0.9f}};

static const tenuto_preset presets[] = {
    {.number = 0, .name = "Soft", .values = soft, .value_count = COUNT(soft)},
    {.number = 1, .name = "Bark", .values = bark, .value_count = COUNT(bark)},
};

static const tenuto_component piano = {
    .code = "aumu ckrn Tnto",
    .name = "CKernel",
    .manufacturer = "Tenuto",
    .version = "1.0.0",
    .summary = "An electric piano by phase modulation, written in C",
    .license = "Apache-2.0",
    .contact = "Tenuto authors",
    .tags = tags,
    .tag_count = COUNT(tags),
    .outputs = outputs,
    .output_count = COUNT(outputs),
    .parameters = parameters,
    .parameter_count = COUNT(parameters),
    .presets = presets,
    .preset_count = COUNT(presets),
    .state_version = 1,
    .is_deterministic = true,
    .create = piano_create,
    .destroy = piano_destroy,
    .tail = piano_tail,
    .render = piano_render,
    .midi = piano_midi,
    .parameter = piano_parameter,
    .ramp = piano_ramp,
    .reset = piano_reset,
    .snapshot = piano_snapshot,
    .restore = piano_restore,
    .open = tuning_open,
    .close = tuning_close,
    .save = tuning_save,
    .load = tuning_load,
    .message = tuning_message,
};

int main(void) { return tenuto_extension_main(&piano, 1); }
