import TestSupport
import Testing

/// Rules for all pages.
struct PageTests {
  @Test(arguments: Repository.allPages)
  func everyLinkLeadsToAFile(page: String) throws {
    let folder = page.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    for link in try Repository.text(page).matches(of: /\]\(([^)]+)\)/) {
      let target = String(link.1)
      if target.hasPrefix("https://") { continue }
      #expect(Repository.exists(folder + target), "\(target)")
    }
  }

  @Test(arguments: Repository.allPages)
  func everySwiftBlockCompiles(page: String) throws {
    let files = try ["Plugins", "Examples"]
      .flatMap { Repository.files(below: $0, endingIn: ".swift") }.map(Repository.text)
    for block in Markdown(try Repository.text(page)).blocks where block.language == "swift" {
      #expect(files.contains(block.text), "\(block.lines.first ?? "")")
    }
  }

  @Test func theReadmeShowsAllOfSine() throws {
    let blocks = Markdown(try Repository.text("README.md")).blocks
    #expect(try blocks.contains { $0.text == (try Repository.text("Plugins/Sine/Sine.swift")) })
  }

  /// Names such as `make bench` occur in the text as well as in blocks.
  @Test(arguments: Repository.allPages)
  func everyNamedMakeTargetExists(page: String) throws {
    let makefile = try Repository.text("Makefile")
    for name in try Repository.text(page).matches(of: /[`\n]make ([a-z0-9-]+)/) {
      #expect(makefile.contains("\n\(name.1):"), "make \(name.1)")
    }
  }

  @Test func theLicenceIsWhole() throws {
    let text = try Repository.text("LICENSE")
    #expect(text.contains("Apache License") && text.contains("END OF TERMS AND CONDITIONS"))
  }
}
