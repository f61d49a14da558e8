// Polyphony: one note a voice, by the widgets `freq`, `gain` and `gate`.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>
#include "FaustWidgets.hpp"

// The widgets of a voice that belong to its note.
struct FaustNote {
  // `freq` in Hz, `key` as a number; `gain` 0...1, `vel` and `velocity` 0...127.
  enum class Role { none, gate, frequency, key, gain, velocity };
  static Role role(const FaustWidget &widget);
};

// An object of Faust's class and its widgets.
struct FaustObject {
  std::unique_ptr<dsp> program;
  std::vector<FaustWidget> widgets;

  // Thread: control.
  FaustObject(std::unique_ptr<dsp> program, int sampleRate);

  // Computes frames. A program with NaN or infinity, from itself or its input, restarts from
  // silence, since it may not recover. Thread: render.
  static void compute(dsp &program, int frameCount, float **inputs, float **outputs);
};

class FaustVoices {
 public:
  // Thread: control.
  FaustVoices(std::vector<FaustObject> &objects, double sampleRate);

  // Thread: render, as all below.
  void noteOn(int channel, int note, int velocity);
  void noteOff(int channel, int note);
  void setPedal(int channel, bool isDown);
  void endAll(int channel, bool isSilent);
  void reset();

  // Adds the sound of all voices to `outputs`; `piece` is memory for one voice's block, of each
  // channel.
  void render(int frameCount, float **inputs, float **outputs, float *piece);

  // Frames that a voice computes in one piece: pieces end only at multiples of it, so that nothing
  // depends on the cycle.
  static constexpr int blockFrames = 64;

 private:
  enum class State { free, held, pedal, released };

  struct Voice {
    dsp *program;
    std::vector<float *> gates, frequencies, keys, gains, velocities;
    State state = State::free;
    int channel = 0, note = 0;
    std::uint64_t serial = 0;
    int blockFrame = 0;       // frames computed of the block
    int releasedFrames = 0;   // since the note's end
    float level = 0;          // the peak in the block so far
    // A note that takes over a voice waits until the previous note has faded.
    int fadingFrames = 0;
    int nextNote = 0, nextVelocity = 0;

    void setGate(float value);
    void start(int note, int velocity);
    void release();
  };

  Voice &nextVoice();
  void renderPiece(Voice &voice, int frameCount, float **inputs, float **outputs, float *piece);
  void endBlock(Voice &voice);

  std::vector<Voice> voices;
  std::vector<float *> inputs, pieces;
  std::uint64_t noteCount = 0;
  int shortestRelease;  // frames
  bool pedals[16] = {};
};
