// The declarations that a class written by Faust (`faust -lang cpp`) uses, with Faust's names.
#pragma once

#ifndef FAUSTFLOAT
#define FAUSTFLOAT float
#endif

// Receives the declarations of a program.
struct Meta {
  virtual ~Meta() = default;
  virtual void declare(const char *key, const char *value) = 0;
};

// Receives a program's widgets: boxes from the outside in, metadata before its widget.
struct UI {
  virtual ~UI() = default;
  virtual void openTabBox(const char *label) = 0;
  virtual void openHorizontalBox(const char *label) = 0;
  virtual void openVerticalBox(const char *label) = 0;
  virtual void closeBox() = 0;
  virtual void addButton(const char *label, FAUSTFLOAT *zone) = 0;
  virtual void addCheckButton(const char *label, FAUSTFLOAT *zone) = 0;
  virtual void addVerticalSlider(
      const char *label, FAUSTFLOAT *zone, FAUSTFLOAT initial, FAUSTFLOAT minimum,
      FAUSTFLOAT maximum, FAUSTFLOAT step) = 0;
  virtual void addHorizontalSlider(
      const char *label, FAUSTFLOAT *zone, FAUSTFLOAT initial, FAUSTFLOAT minimum,
      FAUSTFLOAT maximum, FAUSTFLOAT step) = 0;
  virtual void addNumEntry(
      const char *label, FAUSTFLOAT *zone, FAUSTFLOAT initial, FAUSTFLOAT minimum,
      FAUSTFLOAT maximum, FAUSTFLOAT step) = 0;
  virtual void addHorizontalBargraph(
      const char *label, FAUSTFLOAT *zone, FAUSTFLOAT minimum, FAUSTFLOAT maximum) = 0;
  virtual void addVerticalBargraph(
      const char *label, FAUSTFLOAT *zone, FAUSTFLOAT minimum, FAUSTFLOAT maximum) = 0;
  // Without a zone it belongs to the next box.
  virtual void declare(FAUSTFLOAT *zone, const char *key, const char *value) = 0;
};

// The base class of Faust's classes.
class dsp {
 public:
  virtual ~dsp() = default;
  virtual int getNumInputs() = 0;
  virtual int getNumOutputs() = 0;
  virtual void metadata(Meta *to) = 0;
  virtual void buildUserInterface(UI *to) = 0;
  // Thread: control. `init` sets widgets to their defaults, and the data shared by a class.
  virtual void init(int sampleRate) = 0;
  // Thread: render. Clears the signal state; widgets keep their values.
  virtual void instanceClear() = 0;
  virtual void compute(int frameCount, FAUSTFLOAT **inputs, FAUSTFLOAT **outputs) = 0;
};
