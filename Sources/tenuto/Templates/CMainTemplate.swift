/// The component descriptions of C packages.
extension Template {
  static let cInstrumentMain = #"""
    // The description of «NAME» for hosts. Addresses and identifiers must never change.
    #include "«NAME»Kernel.h"

    #define COUNT(list) (sizeof(list) / sizeof *(list))

    static const char *const tags[] = {"Synthesizer"};

    static const tenuto_bus outputs[] = {{.name = "Main", .channel_count = 2}};

    static const tenuto_parameter parameters[] = {
        {.address = PARAMETER_GAIN, .identifier = "gain", .name = "Gain", .minimum = -60,
         .maximum = 6, .default_value = -18, .unit = TENUTO_UNIT_DECIBELS},
        {.address = PARAMETER_RELEASE, .identifier = "release", .name = "Release", .minimum = 5,
         .maximum = 5000, .default_value = 300, .unit = TENUTO_UNIT_MILLISECONDS,
         .flags = TENUTO_PARAMETER_LOGARITHMIC},
    };

    static const tenuto_value organ[] = {{PARAMETER_RELEASE, 30}};
    static const tenuto_value bells[] = {{PARAMETER_GAIN, -15}, {PARAMETER_RELEASE, 3000}};

    static const tenuto_preset presets[] = {
        {.number = 0, .name = "Organ", .values = organ, .value_count = COUNT(organ)},
        {.number = 1, .name = "Bells", .values = bells, .value_count = COUNT(bells)},
    };

    static const tenuto_component component = {
        .code = "«CODE»",
        .name = "«NAME»",
        .manufacturer = "«MANUFACTURER»",
        .version = "0.1.0",
        .summary = "16 sine voices with an envelope.",
        .license = "NOASSERTION",
        .contact = "https://example.org",
        .tags = tags,
        .tag_count = COUNT(tags),
        .outputs = outputs,
        .output_count = COUNT(outputs),
        .parameters = parameters,
        .parameter_count = COUNT(parameters),
        .presets = presets,
        .preset_count = COUNT(presets),
        .is_deterministic = true,
        .create = kernel_create,
        .destroy = kernel_destroy,
        .tail = kernel_tail,
        .midi = kernel_midi,
        .parameter = kernel_parameter,
        .render = kernel_render,
        .reset = kernel_reset,
    };

    int main(void) { return tenuto_extension_main(&component, 1); }

    """#

  static let cEffectMain = #"""
    // The description of «NAME» for hosts. Addresses and identifiers must never change.
    #include "«NAME»Kernel.h"

    #define COUNT(list) (sizeof(list) / sizeof *(list))

    static const char *const tags[] = {"Filter"};

    static const tenuto_bus busses[] = {{.name = "Main", .channel_count = 2}};

    static const tenuto_parameter parameters[] = {
        {.address = PARAMETER_CUTOFF, .identifier = "cutoff", .name = "Cutoff", .minimum = 20,
         .maximum = 20000, .default_value = 1000, .unit = TENUTO_UNIT_HERTZ,
         .flags = TENUTO_PARAMETER_LOGARITHMIC},
        {.address = PARAMETER_GAIN, .identifier = "gain", .name = "Gain", .minimum = -60,
         .maximum = 12, .default_value = 0, .unit = TENUTO_UNIT_DECIBELS},
    };

    static const tenuto_value open_values[] = {{PARAMETER_CUTOFF, 20000}};
    static const tenuto_value dark_values[] = {{PARAMETER_CUTOFF, 300}, {PARAMETER_GAIN, 3}};

    static const tenuto_preset presets[] = {
        {.number = 0, .name = "Open", .values = open_values, .value_count = COUNT(open_values)},
        {.number = 1, .name = "Dark", .values = dark_values, .value_count = COUNT(dark_values)},
    };

    static const tenuto_component component = {
        .code = "«CODE»",
        .name = "«NAME»",
        .manufacturer = "«MANUFACTURER»",
        .version = "0.1.0",
        .summary = "A low-pass of the first order with a gain.",
        .license = "NOASSERTION",
        .contact = "https://example.org",
        .tags = tags,
        .tag_count = COUNT(tags),
        .inputs = busses,
        .input_count = COUNT(busses),
        .outputs = busses,
        .output_count = COUNT(busses),
        .parameters = parameters,
        .parameter_count = COUNT(parameters),
        .presets = presets,
        .preset_count = COUNT(presets),
        .is_deterministic = true,
        .create = kernel_create,
        .destroy = kernel_destroy,
        .tail = kernel_tail,
        .parameter = kernel_parameter,
        .render = kernel_render,
        .reset = kernel_reset,
    };

    int main(void) { return tenuto_extension_main(&component, 1); }

    """#
}
