// A program's widgets as a list.
#pragma once
#include <string>
#include <utility>
#include <vector>
#include "FaustDSP.hpp"

struct FaustWidget {
  enum class Kind { button, checkbox, number, meter };

  Kind kind;
  std::string label;
  // The labels of the boxes around it, from the outside in, without the program's own.
  std::vector<std::string> boxes;
  FAUSTFLOAT *zone;
  float initial, minimum, maximum, step;
  std::vector<std::pair<std::string, std::string>> metadata;

  // The first value of a key; null if it is not declared.
  const std::string *value(const char *key) const;
};

// Thread: control.
class FaustWidgets final : public UI {
 public:
  explicit FaustWidgets(dsp &program) { program.buildUserInterface(this); }

  std::vector<FaustWidget> list;

 private:
  void openTabBox(const char *label) override { open(label); }
  void openHorizontalBox(const char *label) override { open(label); }
  void openVerticalBox(const char *label) override { open(label); }
  void closeBox() override { boxes.pop_back(); }
  void addButton(const char *label, FAUSTFLOAT *zone) override;
  void addCheckButton(const char *label, FAUSTFLOAT *zone) override;
  void addVerticalSlider(
      const char *label, FAUSTFLOAT *zone, FAUSTFLOAT initial, FAUSTFLOAT minimum,
      FAUSTFLOAT maximum, FAUSTFLOAT step) override;
  void addHorizontalSlider(
      const char *label, FAUSTFLOAT *zone, FAUSTFLOAT initial, FAUSTFLOAT minimum,
      FAUSTFLOAT maximum, FAUSTFLOAT step) override;
  void addNumEntry(
      const char *label, FAUSTFLOAT *zone, FAUSTFLOAT initial, FAUSTFLOAT minimum,
      FAUSTFLOAT maximum, FAUSTFLOAT step) override;
  void addHorizontalBargraph(
      const char *label, FAUSTFLOAT *zone, FAUSTFLOAT minimum, FAUSTFLOAT maximum) override;
  void addVerticalBargraph(
      const char *label, FAUSTFLOAT *zone, FAUSTFLOAT minimum, FAUSTFLOAT maximum) override;
  void declare(FAUSTFLOAT *zone, const char *key, const char *value) override;

  void open(const char *label) { boxes.push_back(label); }
  void add(
      FaustWidget::Kind kind, const char *label, FAUSTFLOAT *zone, float initial, float minimum,
      float maximum, float step);

  std::vector<std::string> boxes;
  // Of the widget that comes next.
  std::vector<std::pair<std::string, std::string>> metadata;
};
