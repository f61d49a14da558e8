# Builds a Faust program as an extension: BUILD/NAME of NAME.dsp, one static executable.
#
#   make -f faust.mk DSP=NAME.dsp [BUILD=.build] [FAUSTFLAGS=…] [CXXFLAGS=…]
#
# The licence of what it builds is that of the program and of the libraries that it imports.
DSP ?= $(firstword $(wildcard *.dsp))
BUILD ?= .build
FAUST ?= faust
CXXFLAGS ?= -O3
NAME := $(basename $(notdir $(DSP)))
HERE := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
TENUTO := $(patsubst %/,%,$(dir $(HERE)))
LIBRARY := $(TENUTO)/CTenutoExtension
INCLUDES := -I$(HERE) -I$(LIBRARY)/include -I$(TENUTO)/CTenuto/include
C_OBJECTS := $(patsubst $(LIBRARY)/%.c,$(BUILD)/Tenuto/%.o,$(wildcard $(LIBRARY)/*.c))
CXX_OBJECTS := $(patsubst $(HERE)/%.cpp,$(BUILD)/Tenuto/%.o,\
  $(filter-out %/FaustClasses.cpp %/main.cpp,$(wildcard $(HERE)/*.cpp)))
OWN_OBJECTS := $(BUILD)/$(NAME).faust/FaustClasses.o $(BUILD)/$(NAME).faust/main.o
# No fast-math: the same program sounds the same everywhere.
COMPILE_CXX = $(CXX) -std=c++17 -Wall $(CXXFLAGS) -MMD -MP $(INCLUDES) -c $< -o $@
MAKEFLAGS += --jobs=$(shell nproc)

$(BUILD)/$(NAME): $(OWN_OBJECTS) $(CXX_OBJECTS) $(C_OBJECTS)
	@$(CXX) $^ -static -pthread -s -o $@

$(BUILD)/Tenuto/%.o: $(LIBRARY)/%.c
	@mkdir -p $(@D)
	@$(CC) -std=c11 -O2 -MMD -MP $(INCLUDES) -c $< -o $@

$(BUILD)/Tenuto/%.o: $(HERE)/%.cpp
	@mkdir -p $(@D)
	@$(COMPILE_CXX)

# The compiler takes the program's classes as they are: their warnings are Faust's.
$(BUILD)/$(NAME).faust/FaustClasses.o: $(HERE)/FaustClasses.cpp $(BUILD)/$(NAME).faust/process.hpp
	@$(COMPILE_CXX) -w -I$(@D)

$(BUILD)/$(NAME).faust/main.o: $(HERE)/main.cpp
	@mkdir -p $(@D)
	@$(COMPILE_CXX) -DFAUST_NAME='"$(NAME)"'

# `effect` is what all voices go through. A list of the files that were read is left for `tenuto dev`.
$(BUILD)/$(NAME).faust/process.hpp: $(DSP)
	@mkdir -p $(@D)
	@command -v $(FAUST) >/dev/null || \
	  { echo "error: Faust is missing; install it: apt-get install faust"; exit 1; }
	@rm -f $(@D)/effect.hpp
	@if grep -Eq '^[[:space:]]*effect[[:space:]]*=' $(DSP); then \
	  $(FAUST) $(FAUSTFLAGS) -lang cpp -cn FaustEffect -pn effect $(DSP) -o $(@D)/effect.hpp; fi
	@$(FAUST) $(FAUSTFLAGS) -lang cpp -cn FaustProcess -flist $(DSP) -o $@.new \
	  | sed -n '/^\//p' >$(@D)/files.new; test -s $(@D)/files.new
	@if grep -qs 'Soundfile\*' $@.new $(@D)/effect.hpp; then \
	  echo "error: $(DSP) has a 'soundfile', and an extension sees no files"; exit 1; fi
	@sed 's|.*|$@: &\n&:|' $(@D)/files.new >$@.d
	@mv $(@D)/files.new $(@D)/files && mv $@.new $@

-include $(wildcard $(BUILD)/Tenuto/*.d $(BUILD)/$(NAME).faust/*.d)
