// Widgets as parameters.
#pragma once
#include <deque>
#include <string>
#include <vector>
#include "FaustWidgets.hpp"
#include "tenuto_extension.h"

// The parameters of widgets. Everything it points to lives as long as it does.
class FaustParameters {
 public:
  // Of `widgets`, those that `isHidden` names are no parameters.
  FaustParameters(const std::vector<FaustWidget> &widgets, const std::vector<bool> &isHidden);
  FaustParameters(const FaustParameters &) = delete;
  FaustParameters &operator=(const FaustParameters &) = delete;

  std::vector<tenuto_parameter> list;
  std::vector<tenuto_group> groups;

  // The widget's place, by the parameter's in `list`.
  std::vector<std::size_t> widgets;

  // The parameter's place in `list`; -1 for an unknown address. Thread: any.
  int indexOf(std::uint64_t address) const;

  // Converts a parameter's value to that of a widget's zone, and back. Thread: any.
  float zoneValue(int index, float value) const;
  float parameterValue(int index, float zone) const;

 private:
  void add(const FaustWidget &widget, std::string identifier);
  const char *groupOf(const FaustWidget &widget);
  const char *kept(std::string text) { return texts.emplace_back(std::move(text)).c_str(); }
  void setUnit(const FaustWidget &widget, tenuto_parameter &to);
  void setMenu(const std::string &style, tenuto_parameter &to, std::vector<float> &choices);

  std::deque<std::string> texts;
  std::deque<std::vector<const char *>> names;
  // For a menu without consecutive whole values: its values, by the parameter's.
  std::vector<std::vector<float>> choices;
  std::vector<std::pair<std::uint64_t, int>> places;
};
