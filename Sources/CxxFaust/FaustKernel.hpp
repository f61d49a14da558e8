// A program that runs.
#pragma once
#include <memory>
#include <vector>
#include "FaustControllers.hpp"
#include "FaustParameters.hpp"
#include "FaustProgram.hpp"
#include "FaustVoices.hpp"

class FaustKernel {
 public:
  // Adds parameters and functions to the description of `program`. Both live as long as the
  // process.
  static void describe(
      const FaustProgram &program, const FaustParameters &parameters, tenuto_component &component);

  // Thread: control.
  FaustKernel(
      const FaustProgram &program, const FaustParameters &parameters, const tenuto_setup &setup);

  // Thread: render, as all below.
  void setParameter(std::uint64_t address, float value);
  void handle(const FaustMessage &message);
  void render(
      const float *const *inputs, float *const *outputs, std::uint32_t frameCount,
      tenuto_cycle *cycle);
  void reset();

 private:
  // A parameter's widgets, one in each object that has it.
  struct Zones {
    std::vector<float *> all;
    bool isMeter;
    float reported;    // the meter's value as the host knows it
    bool isReportDue;  // MIDI has changed it
  };

  void collectZones();
  void play(const FaustMessage &message);
  void sendParameters(std::uint32_t frameCount, tenuto_cycle *cycle);
  void renderObjects(std::uint32_t frameCount);
  void renderVoices(std::uint32_t frameCount);

  const FaustProgram &program;
  const FaustParameters &parameters;
  FaustControllers controllers;
  // The voices, or one for each channel, or the only one.
  std::vector<FaustObject> objects;
  std::unique_ptr<FaustObject> effect;
  std::unique_ptr<FaustVoices> voices;
  std::vector<Zones> zones;
  std::vector<int> parameterOfWidget;  // -1: none
  std::vector<float *> inputs, outputs;
  // The output of the voices before the effect, and a buffer for one voice.
  std::vector<float> mix, piece;
  std::vector<float *> mixed, effectInputs;
  std::uint32_t framesUntilMeters = 0, framesBetweenMeters;
};
