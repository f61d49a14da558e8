// The description of a program, read once from objects of its classes.
#pragma once
#include <map>
#include <string>
#include <vector>
#include "FaustWidgets.hpp"
#include "tenuto_extension.h"

class FaustProgram {
 public:
  // `fileName` is the name of a program without a declared name.
  explicit FaustProgram(const std::string &fileName);
  FaustProgram(const FaustProgram &) = delete;
  FaustProgram &operator=(const FaustProgram &) = delete;

  // Without parameters and functions.
  tenuto_component component = {};
  // Simultaneous notes; 0: the program runs without voices.
  int voiceCount = 0;
  int inputCount = 0, outputCount = 0;
  // Whether it has one channel in and out: it then runs once for each channel of the bus.
  bool isPerChannel = false;
  // The widgets of a voice or the whole program, then those of the effect after the voices.
  std::vector<FaustWidget> widgets;
  // The number of widgets of a voice or the whole program.
  std::size_t processWidgetCount = 0;

  // Whether a widget belongs to a voice's note, and so is no parameter.
  std::vector<bool> isNotes() const;

 private:
  std::string declared(const char *key, const std::string &other = "") const;
  void readOptions();
  void readWidgets(dsp &process, dsp *effect);
  bool hasNotes() const;
  void readTags();
  void describe();
  void describeBusses();
  std::string type() const;

  std::map<std::string, std::string> metadata;
  bool takesMIDI = false;
  std::string name, code, author, version, summary, license, contact;
  std::vector<std::string> tagTexts;
  std::vector<const char *> tags;
  tenuto_bus input = {}, output = {};
  tenuto_capability capability = {};
};
