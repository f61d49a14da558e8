extension Template {
  /// The files of a package in C.
  var cFiles: [TemplateFile] {
    [
      file("Makefile", Self.cMakefile),
      file("Package.swift", Self.cPackage),
      file(
        "Sources/«NAME»Kernel/include/«NAME»Kernel.h",
        isEffect ? Self.cEffectHeader : Self.cInstrumentHeader),
      file("Sources/«NAME»Kernel/«NAME»Kernel.c", isEffect ? Self.cEffect : Self.cInstrument),
      file("Sources/«NAME»/main.c", isEffect ? Self.cEffectMain : Self.cInstrumentMain),
      file("Tests/«NAME»Tests/main.c", isEffect ? Self.cEffectTests : Self.cInstrumentTests),
    ]
  }

  /// Recipes of `make` must begin with a tab.
  static let cMakefile = #"""
    # Builds «NAME» with a C compiler alone; Package.swift does the same with `swift build`.
    #
    #   make           the extension, .build/«NAME»: one static executable
    #   make test      compares the sound with theory
    #
    # TENUTO_SDK overrides the location of Tenuto.
    TENUTO_SDK ?= «MAKESDK»
    CFLAGS ?= -O2 -Wall -Wextra
    TENUTO = $(TENUTO_SDK)/Sources
    LIBRARY = $(TENUTO)/CTenutoExtension
    KERNEL = Sources/«NAME»Kernel
    COMPILE = @mkdir -p $(@D) && $(CC) -std=c11 $(CFLAGS) -MMD -MP -I$(KERNEL)/include \
    «TAB»-I$(LIBRARY)/include -I$(TENUTO)/CTenuto/include -c $< -o $@
    KERNEL_OBJECTS = $(patsubst %.c,.build/%.o,$(wildcard $(KERNEL)/*.c))
    MAIN_OBJECTS = $(patsubst %.c,.build/%.o,$(wildcard Sources/«NAME»/*.c))
    TEST_OBJECTS = $(patsubst %.c,.build/%.o,$(wildcard Tests/«NAME»Tests/*.c))
    LIBRARY_OBJECTS = $(patsubst $(LIBRARY)/%.c,.build/Tenuto/%.o,$(wildcard $(LIBRARY)/*.c))
    MAKEFLAGS += --jobs=$(shell nproc)

    .build/«NAME»: $(MAIN_OBJECTS) $(KERNEL_OBJECTS) $(LIBRARY_OBJECTS)
    «TAB»$(CC) $^ -static -pthread -lm -o $@

    .build/«NAME»Tests: $(TEST_OBJECTS) $(KERNEL_OBJECTS)
    «TAB»$(CC) $^ -lm -o $@

    .build/Tenuto/%.o: $(LIBRARY)/%.c
    «TAB»$(COMPILE)

    .build/%.o: %.c
    «TAB»$(COMPILE)

    # The headers that each source includes.
    -include $(shell find .build -name '*.d' 2>/dev/null)

    test: .build/«NAME»Tests
    «TAB».build/«NAME»Tests

    clean:
    «TAB»rm -rf .build

    .PHONY: test clean

    """#

  static let cPackage = #"""
    // swift-tools-version: 6.2
    import PackageDescription

    /// The location of Tenuto; the variable TENUTO_SDK overrides it.
    let sdk = Context.environment["TENUTO_SDK"] ?? "«SDK»"

    let tenuto = Target.Dependency.product(name: "CTenutoExtension", package: "tenuto")

    let package = Package(
      name: "«NAME»",
      dependencies: [.package(name: "tenuto", path: sdk)],
      targets: [
        // The sound is a library, so that tests can call it.
        .target(
          name: "«NAME»Kernel", dependencies: [tenuto], linkerSettings: [.linkedLibrary("m")]),
        // One static executable without dependencies.
        .executableTarget(
          name: "«NAME»", dependencies: ["«NAME»Kernel", tenuto],
          linkerSettings: [.unsafeFlags(["-static-executable", "-use-ld=lld", "-Xlinker", "-s"])]),
        .executableTarget(
          name: "«NAME»Tests", dependencies: ["«NAME»Kernel"], path: "Tests/«NAME»Tests"),
      ],
      cLanguageStandard: .c11
    )

    """#
}
