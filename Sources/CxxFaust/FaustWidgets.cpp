#include "FaustWidgets.hpp"

const std::string *FaustWidget::value(const char *key) const {
  for (const auto &[name, value] : metadata)
    if (name == key) return &value;
  return nullptr;
}

void FaustWidgets::add(
    FaustWidget::Kind kind, const char *label, FAUSTFLOAT *zone, float initial, float minimum,
    float maximum, float step) {
  FaustWidget widget{kind, label, {}, zone, initial, minimum, maximum, step, {}};
  for (std::size_t i = 1; i < boxes.size(); i++)
    // Faust's word for a box without a label.
    if (!boxes[i].empty() && boxes[i] != "0x00") widget.boxes.push_back(boxes[i]);
  widget.metadata.swap(metadata);
  list.push_back(std::move(widget));
}

void FaustWidgets::addButton(const char *label, FAUSTFLOAT *zone) {
  add(FaustWidget::Kind::button, label, zone, 0, 0, 1, 1);
}

void FaustWidgets::addCheckButton(const char *label, FAUSTFLOAT *zone) {
  add(FaustWidget::Kind::checkbox, label, zone, 0, 0, 1, 1);
}

void FaustWidgets::addVerticalSlider(
    const char *label, FAUSTFLOAT *zone, FAUSTFLOAT initial, FAUSTFLOAT minimum,
    FAUSTFLOAT maximum, FAUSTFLOAT step) {
  add(FaustWidget::Kind::number, label, zone, initial, minimum, maximum, step);
}

void FaustWidgets::addHorizontalSlider(
    const char *label, FAUSTFLOAT *zone, FAUSTFLOAT initial, FAUSTFLOAT minimum,
    FAUSTFLOAT maximum, FAUSTFLOAT step) {
  add(FaustWidget::Kind::number, label, zone, initial, minimum, maximum, step);
}

void FaustWidgets::addNumEntry(
    const char *label, FAUSTFLOAT *zone, FAUSTFLOAT initial, FAUSTFLOAT minimum,
    FAUSTFLOAT maximum, FAUSTFLOAT step) {
  add(FaustWidget::Kind::number, label, zone, initial, minimum, maximum, step);
}

void FaustWidgets::addHorizontalBargraph(
    const char *label, FAUSTFLOAT *zone, FAUSTFLOAT minimum, FAUSTFLOAT maximum) {
  add(FaustWidget::Kind::meter, label, zone, minimum, minimum, maximum, 0);
}

void FaustWidgets::addVerticalBargraph(
    const char *label, FAUSTFLOAT *zone, FAUSTFLOAT minimum, FAUSTFLOAT maximum) {
  add(FaustWidget::Kind::meter, label, zone, minimum, minimum, maximum, 0);
}

void FaustWidgets::declare(FAUSTFLOAT *zone, const char *key, const char *value) {
  if (zone) metadata.emplace_back(key, value);
}
