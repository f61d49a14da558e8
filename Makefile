# All commands of the project: `make help` lists the targets.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory

# The song, instrument and effect of `make run`, which records to SONG_OUT.
SONG ?= Examples/Songs/canon.mid
SONG_OUT ?= take.wav
ENGINE ?=
INSTRUMENT ?= aumu saw1 Tnto
EFFECT ?= aufx dely Tnto
# If set, for example to 1: plays the song with General MIDI instead of INSTRUMENT and EFFECT.
GM ?=

# The target folder of `make install`; packagers set DESTDIR, which precedes it.
PREFIX ?= /usr/local
DESTDIR ?=

# The tests that `make test` runs, for example TenutoGraphTests; all if empty.
FILTER ?=
# If set, for example to 1: `make bench` measures fewer sizes and rounds.
QUICK ?=
# The duration of `make fuzz` per target, and the targets; all if empty.
SECONDS ?= 30
TARGETS ?=
# The duration of `make soak` and `make attack`, the number of edits of `make soak-edits`, and the number
# of times that `make kills` kills each component in each way.
MINUTES ?= 10
EDITS ?= 10000
KILLS ?= 1000

EXTENSIONS := Sine Sawtooth Sampler SoundFont Noise Delay Reverb Filter Compressor Gain Arpeggiator
PROGRAMS := .build/release
BUNDLES := .build/extensions
SOURCES := Sources Tests Plugins Examples Package.swift .ci/sdk/Package.swift .ci/kit-package.swift

# The modules whose folders have no cyclic dependencies.
LAYERED := $(addprefix Sources/,TenutoMIDI TenutoMIDIMessages TenutoTransport TenutoExtension \
  TenutoSystem TenutoComponents TenutoProcess TenutoRender TenutoSupervision TenutoJACK \
  TenutoJACKEngine TenutoSession TenutoNetworkMIDI TenutoNSM TenutoPictures \
  TenutoValidate TenutoControl TenutoCoreMIDI tenuto)

# Every target declares its imports. Tests have a separate debug build next to the release build: see
# isTested in Package.swift.
IMPORTS := --explicit-target-dependency-import-check error
# Without debug information: installed programs are stripped anyway. Without $ORIGIN as search path:
# they link no library of this package.
BUILD := swift build -c release -Xswiftc -gnone --disable-local-rpath $(IMPORTS)
TEST_BUILD := TENUTO_TESTED=1 swift build --build-tests --scratch-path .build-test $(IMPORTS) \
  -Xswiftc -gline-tables-only -Xcc -O2
# Tests run one after the other, because libjack supports one server per process. They run without
# SwiftPM, which locks the build folder and writes to it.
TESTS_PROGRAM := tenutoPackageTests.xctest --testing-library swift-testing --no-parallel
TEST := .build-test/debug/$(TESTS_PROGRAM)
# The results of tests as lines of JSON in EVENTS.jackd and so on, if EVENTS is set.
event_stream = $(if $(EVENTS),--event-stream-output-path $(EVENTS).$(1) --event-stream-version 0)
# Tests that judge no live sound: a separate process runs them beside the others, which mostly wait.
# Some call compilers.
OFFLINE_TESTS := ^CommandLineTests\.(BatchTests|DependencyTests|DevTests|FaustTests|HelpTests|NewTests
OFFLINE_TESTS := $(OFFLINE_TESTS)|SDKTests|UsageTests)/|^DocumentationTests\.(CommandTests|KernelTests)/
OFFLINE_TESTS := $(OFFLINE_TESTS)|^(TenutoNetworkMIDITests|SoundFontTests)\.
# PipeWire's libjack needs a separate process; the tests start its daemon.
PIPEWIRE_TESTS := JACKEngineTests.*(OneClientTests|PatchTests|EachClientTests)|LiveMIDITests
PIPEWIRE_TESTS := $(PIPEWIRE_TESTS)|MIDIClientTests|CoreMIDITests

# Tests that must also pass without realtime priority and root privileges.
USER_TESTS := ^(TenutoJACKTests|SandboxTests|SupervisionTests)\.
USER_TESTS := $(USER_TESTS)|JACKEngineTests.*/(ServerTests|ControlTests|SlotTests|PatchTests)/
USER_TEST := .ci/as-user 600 $(TEST)

# The page's tests control a browser from Python; their extensions are in a separate folder.
PAGE_BUNDLES := .build-page/extensions
PAGE_TEST := TENUTO="$(abspath .build-test/debug/tenuto)" TENUTO_PATH="$(abspath $(PAGE_BUNDLES))" \
  .build-peers/bin/python

PYTHON_TEST := TENUTO="$(abspath .build-test/debug/tenuto)" \
  TENUTO_PATH="$(abspath $(PAGE_BUNDLES))" PATH="$(abspath .build-test/debug):$$PATH"

# Tests with several threads in one process. ThreadSanitizer crashes when an extension is started (clone
# with CLONE_VM), and in libjack's threads; tests with either are omitted.
TSAN_TESTS := ^(TenutoMIDITests|TenutoCoreTests|TenutoTransportTests)\.

##@ Play
.PHONY: run demo-crash build examples
run: build ## Play SONG through Sawtooth and Delay, and record it to SONG_OUT; Ctrl-C ends it
	@# The suggested commands repeat TENUTO_PATH if the user's shell has a different value.
	@$(if $(filter $(abspath $(BUNDLES)),$(TENUTO_PATH)),,TENUTO_REPEAT_PATH=1) \
	  TENUTO_PATH="$(abspath $(BUNDLES))" $(PROGRAMS)/tenuto play "$(SONG)" \
	  $(if $(GM),--gm,--instrument '$(INSTRUMENT)' --effect '$(EFFECT)') \
	  $(if $(ENGINE),--engine $(ENGINE)) --connect --web --record "$(SONG_OUT)"

demo-crash: build ## Play SONG, kill its instrument every second, and count the samples that differ
	@$(BUILD) --product tenuto-soak
	@TENUTO_PATH="$(abspath $(BUNDLES))" $(PROGRAMS)/tenuto-soak crash "$(SONG)" "$(INSTRUMENT)"

build: deps ## Build the release, with the extensions as bundles in .build/extensions
	TENUTO_PROGRAMS=1 $(BUILD)
	@.ci/bundles $(PROGRAMS) $(BUNDLES) $(EXTENSIONS)
	@.ci/kit $(PROGRAMS) .ci/sdk

EXAMPLES := MinimalHost MinimalJACKHost MIDIMonitor PianoTerminal NetworkNotes OctaveEcho WriteSong \
  CKernel CxxSawtooth LayoutDevice
examples: deps ## Build the programs in Examples
	@for product in $(EXAMPLES); do $(BUILD) --product $$product; done

.PHONY: install uninstall deb deb-test service-test
install: ## Install tenuto and its extensions below PREFIX (/usr/local)
	@# Under sudo, installs the user's build, and leaves no files of root in .build.
	@if [ -z "$${SUDO_USER:-}" ] || [ ! -x $(PROGRAMS)/tenuto ]; then $(MAKE) build; fi
	@TENUTO_BIN="$(PREFIX)/bin" .ci/install $(PROGRAMS) "$(DESTDIR)$(PREFIX)" $(EXTENSIONS)

uninstall: ## Remove the files that `make install` with the same PREFIX has installed
	@.ci/uninstall "$(DESTDIR)$(PREFIX)" $(EXTENSIONS)

deb: build ## Make Debian packages in .build/deb, and check them with lintian
	@.ci/dependencies deb
	@.ci/deb $(PROGRAMS) .build/deb $(EXTENSIONS)

deb-test: ## Install the packages of `make deb` in a minimal Debian, and play there; as root
	@.ci/dependencies deb
	@.ci/deb-test .build/deb

service-test: ## Boot a virtual machine with the packages, and run a session as a service there; as root
	@.ci/dependencies deb
	@.ci/service-test .build/deb

##@ Check
.PHONY: test test-offline test-pipewire test-jackd test-user test-page test-python test-build screenshots
.PHONY: test-machine
.PHONY: page-bundles test-again-offline test-again-pipewire test-again-jackd test-again-user
.PHONY: check lint imports rtsan tsan api
test: test-build ## Run all tests, JACK's also on PipeWire; or those that FILTER matches
ifneq ($(FILTER),)
	$(TEST) --filter '$(FILTER)'
else
	output=$$(mktemp); failed=0; $(MAKE) test-offline >"$$output" 2>&1 & \
	$(MAKE) test-pipewire || failed=1; $(MAKE) test-jackd || failed=1; \
	wait $$! || failed=1; cat "$$output"; rm "$$output"; exit $$failed
endif

test-offline:
	nice -n 5 $(TEST) $(call event_stream,offline) --filter '$(OFFLINE_TESTS)'

test-pipewire:
	TENUTO_TEST_JACK=pipewire $(TEST) $(call event_stream,pipewire) --filter '$(PIPEWIRE_TESTS)'

test-jackd:
	TENUTO_TEST_JACK=jackd $(TEST) $(call event_stream,jackd) --skip '$(OFFLINE_TESTS)'

test-user: test-build ## Run the tests of JACK, sandbox and supervision as an ordinary user
	@$(if $(EVENTS),: >$(EVENTS).user && chmod 666 $(EVENTS).user)
	$(USER_TEST) $(call event_stream,user) --filter '$(USER_TESTS)'

test-page: test-build page-bundles ## Run the tests of the page in Chromium and Firefox
	$(PAGE_TEST) -m unittest discover -s Tests/Page

test-python: test-build page-bundles ## Test the Python package, and execute its notebooks again
	@.ci/python .build-python/package nbclient==0.11.0 nbformat==5.11.1 ipykernel==7.4.0 \
	  matplotlib==3.11.2 numpy==2.4.6 websocket-client==1.9.2
	@.build-python/package/bin/pip install --quiet --disable-pip-version-check --force-reinstall \
	  --no-deps ./Examples/Python
	$(PYTHON_TEST) .build-python/package/bin/python -m unittest discover -s Tests/Python

test-machine: test-build ## Boot Debian's kernel in qemu, and play there from MIDI devices and a USB interface
	@.ci/dependencies machine
	@python3 -m unittest discover -v -s Tests/Machine

screenshots: test-build page-bundles ## Make pictures of the page's views in .build-page/screenshots
	$(PAGE_TEST) Tests/Page/screenshots.py .build-page/screenshots

page-bundles:
	@.ci/bundles .build-test/debug $(PAGE_BUNDLES) $(EXTENSIONS) LayoutDevice

# For .ci/tests: runs the failed TESTS, a pattern from the environment.
test-again-user:
	@$(if $(EVENTS),: >$(EVENTS).user && chmod 666 $(EVENTS).user)
	$(USER_TEST) $(call event_stream,user) --filter "$$TESTS"

test-again-offline test-again-pipewire test-again-jackd: test-again-%:
	TENUTO_TEST_JACK=$* $(TEST) $(call event_stream,$*) --filter "$$TESTS"

test-build: deps-test ## Build the tests without running them
	$(TEST_BUILD)
	@.ci/kit .build-test/debug .ci/sdk

check: lint imports test test-page tsan api ## Run everything: format, imports, tests, both sanitizers, and docs
	@$(MAKE) docs

lint: toolchain ## Check the format of Swift files, the order of folders, and the list of the page's files
	swift format lint --strict --parallel -r $(SOURCES)
	@.ci/folders $(LAYERED)
	@.ci/page check

api: test-build ## List the public API in .ci/public, and compare it with the last tag
	@.ci/api .build-test/debug

imports: deps-test ## Build each file separately: imports, and @_noLocks across files
	swift build --build-tests --scratch-path .build-check $(IMPORTS)

rtsan: test-build ## Run the render paths of both processes under RealtimeSanitizer
	$(TEST) --filter RealtimeTests

tsan: deps-test ## Run the tests of the transport under ThreadSanitizer
	TENUTO_SANITIZED=1 TSAN_OPTIONS='suppressions=$(abspath .ci/thread-sanitizer.txt)' \
	  swift test --sanitize=thread --scratch-path .build-tsan --filter '$(TSAN_TESTS)'

##@ Measure and maintain
.PHONY: bench lv2-bench lv2 clap throughput distributed soak soak-edits attack kills models fuzz docs format clean
bench: deps-bench ## Measure Tenuto's performance: a table, and bench.json
	$(BUILD)
	@.ci/bundles $(PROGRAMS) $(BUNDLES) $(EXTENSIONS)
	$(PROGRAMS)/tenuto-bench bench.json $(if $(QUICK),--quick)

lv2-bench: deps-bench ## Measure LV2 effects as extensions, in jalv and in one process: lv2-bench.json
	$(BUILD)
	$(PROGRAMS)/tenuto-bench lv2-bench.json --only=lv2

lv2: build ## Test every installed LV2 plug-in: start, sound, parameters, state, end; lv2.csv, lv2.html
	$(BUILD) --product tenuto-plugin-table
	TENUTO_PATH="$(abspath $(BUNDLES))" $(PROGRAMS)/tenuto-plugin-table lv2 lv2.csv

clap: build ## Test every installed CLAP plug-in in the same way; clap.csv
	$(BUILD) --product tenuto-plugin-table
	TENUTO_PATH="$(abspath $(BUNDLES))" $(PROGRAMS)/tenuto-plugin-table clap clap.csv

throughput: build ## Compare rendering with pedalboard and dawdreamer, with the same plug-ins and song
	@.ci/python .build-python/hosts pedalboard==0.9.26 dawdreamer==0.9.0 scipy==1.17.1
	TENUTO_PATH="$(abspath $(BUNDLES))" .build-python/hosts/bin/python \
	  Tests/Throughput/throughput.py --tenuto $(abspath $(PROGRAMS)/tenuto)

distributed: build ## Render 1000 jobs on a Ray cluster while killing workers and a node
	@.ci/python .build-python/ray -r Examples/Distributed/requirements.txt
	PYTHON=.build-python/ray/bin/python TENUTO_PATH="$(abspath $(BUNDLES))" \
	  Examples/Distributed/try "$(abspath $(PROGRAMS)/tenuto)" 1000

soak: deps-test ## Let random extensions fail for MINUTES (10) while JACK plays, and check the others
	$(BUILD)
	$(PROGRAMS)/tenuto-soak $(MINUTES)

attack: deps-test ## Attack the sandbox, then the sound of others for MINUTES (10)
	@for product in SandboxProbe HostileExtension HostileDynamicExtension Faulty tenuto-soak; do \
	  $(BUILD) --product $$product; done
	@.ci/attack $(PROGRAMS) $(MINUTES)

models: deps-test ## Check the model of the rendezvous with spin, and every mutation of it
	Tests/Models/check

kills: deps-test ## Kill each component with a shadow KILLS times (1000), in every way, and compare all samples
	@# A hang offline takes a quarter of a second: four processes share the kills, and wait together.
	@pids=; for seed in 1 2 3 4; do \
	  TENUTO_KILLS=$$((($(KILLS) + 3) / 4)) TENUTO_KILLS_SEED=$$seed \
	    $(TEST) --filter '^TenutoGraphTests.ShadowTests' & pids="$$pids $$!"; \
	done; rc=0; for pid in $$pids; do wait $$pid || rc=1; done; exit $$rc

soak-edits: deps ## Edit a playing session EDITS times (10000), and check its memory
	$(BUILD)
	$(PROGRAMS)/tenuto-soak edits $(EDITS)

fuzz: deps ## Fuzz every decoder for SECONDS each (30), or only TARGETS
	SECONDS_EACH="$(SECONDS)" .ci/fuzz $(TARGETS)

docs: deps ## Make the documentation in .build/docs, a folder per module
	@mkdir -p .build/docs
	for module in TenutoMIDI TenutoMIDIMessages TenutoExtension TenutoHost TenutoSystem TenutoComponents \
	  TenutoProcess TenutoRender TenutoSupervision TenutoJACK TenutoJACKEngine TenutoCoreMIDI TenutoControl \
	  TenutoSession TenutoNetworkMIDI TenutoALSA; do \
	  TENUTO_DOCS=1 swift package --allow-writing-to-directory .build/docs generate-documentation \
	    --target $$module --warnings-as-errors --output-path .build/docs/$$module || exit 1; \
	done

format: toolchain ## Format all Swift files in place
	swift format format --parallel -i -r $(SOURCES)

clean: ## Remove all build output
	rm -rf .build .build-test .build-page .build-check .build-tsan .build-fuzz .build-peers \
	  .build-python .build-machine \
	  .ci/sdk/Package@swift-*.swift .ci/sdk/TenutoKit.artifactbundle

# Installs missing packages; quick if none is missing.
.PHONY: toolchain deps deps-test deps-bench help
toolchain:
	@.ci/toolchain

deps: toolchain
	@.ci/dependencies build

deps-test: toolchain
	@.ci/dependencies build test
	@.ci/peers

deps-bench: toolchain
	@.ci/dependencies build bench
	@.ci/peers

help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@printf '\nVariables: SONG, SONG_OUT, ENGINE (jack or clock), INSTRUMENT, EFFECT, GM, FILTER, QUICK, PREFIX, DESTDIR\n'
