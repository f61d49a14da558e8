extension Template {
  /// The files of a package in Faust.
  var faustFiles: [TemplateFile] {
    [
      file("«NAME».dsp", isEffect ? Self.faustEffect : Self.faustInstrument),
      file("Makefile", Self.faustMakefile),
    ]
  }

  static let faustMakefile = #"""
    # Builds «NAME».dsp: .build/«NAME», one static executable.
    #
    # TENUTO_SDK overrides the location of Tenuto; FAUSTFLAGS and CXXFLAGS are passed to the compilers.
    TENUTO_SDK ?= «MAKESDK»
    DSP = «NAME».dsp

    include $(TENUTO_SDK)/Sources/CxxFaust/faust.mk

    clean:
    «TAB»rm -rf .build

    .PHONY: clean

    """#

  static let faustInstrument = #"""
    // 16 voices of a filtered sawtooth. Each widget is a parameter, except `freq`, `gain` and `gate`,
    // which belong to the note.
    declare name "«NAME»";
    «DECLARECODE»declare version "0.1.0";
    declare description "16 voices of a filtered sawtooth.";
    declare license "NOASSERTION";
    declare contact "https://example.org";
    declare options "[midi:on][nvoices:16]";

    import("stdfaust.lib");

    freq = hslider("freq [unit:Hz]", 440, 20, 20000, 0.01);
    gain = hslider("gain", 0.5, 0, 1, 0.01);
    gate = button("gate");

    bend = hslider("h:[0] Note/[0] Bend [unit:semitones] [midi:pitchwheel]", 0, -2, 2, 0.01);
    cutoff = hslider("h:[1] Filter/[0] Cutoff [unit:Hz] [scale:log] [midi:ctrl 74]", 2000, 50, 10000, 1);
    release = hslider("h:[0] Note/[1] Release [unit:s] [scale:log]", 0.3, 0.01, 5, 0.01);
    level = hslider("Level [unit:dB] [midi:ctrl 7]", -18, -60, 6, 0.1) : ba.db2linear : si.smoo;

    voice = os.sawtooth(freq * pow(2, bend / 12)) * gain * en.adsr(0.005, 0.1, 0.7, release, gate);

    process = voice : fi.lowpass(2, cutoff) : *(level) <: _, _;

    """#

  static let faustEffect = #"""
    // A stereo echo. Each widget is a parameter, the bargraph a meter.
    declare name "«NAME»";
    «DECLARECODE»declare version "0.1.0";
    declare description "An echo with a low-pass in its feedback.";
    declare license "NOASSERTION";
    declare contact "https://example.org";

    import("stdfaust.lib");

    time = hslider("h:Echo/[0] Time [unit:ms]", 300, 1, 1000, 1) : si.smoo;
    feedback = hslider("h:Echo/[1] Feedback [unit:%]", 40, 0, 95, 1) / 100 : si.smoo;
    cutoff = hslider("h:Echo/[2] Cutoff [unit:Hz] [scale:log]", 3000, 100, 20000, 1);
    mix = hslider("Mix [unit:%]", 30, 0, 100, 1) / 100 : si.smoo;
    peak = abs : an.peak_envelope(0.1) : ba.linear2db : max(-60) : vbargraph("Peak [unit:dB]", -60, 6);

    echo = + ~ (de.fdelay(262144, time * ma.SR / 1000) : fi.lowpass(1, cutoff) : *(feedback));
    channel(x) = x + (echo(x) - x) * mix;

    process = channel, channel : (_ <: attach(_, peak)), _;

    """#
}
