import Glibc
import TenutoCore
import TestSupport
import Testing

@testable import TenutoProcess
@testable import TenutoRender

struct LayerTests {
  @Test func everyLayerHasANameAndASentence() {
    for layer in SandboxLayers.each {
      #expect(!layer.name.isEmpty)
      #expect(layer.explanation.hasSuffix("."))
    }
    #expect(SandboxLayers.each.count == 17)
  }

  @Test func anInstanceListsItsLayers() throws {
    let instance = try Instance.sine()
    defer { instance.terminate() }
    #expect(instance.process.layers.isSuperset(of: .required))
    #expect(try Sandbox.probe().layers == instance.process.layers)
  }

  /// Until its exec an extension shares the host's memory; the host's own rights must remain.
  @Test func theHostKeepsItsRights() throws {
    _ = try Sandbox.probe()
    let both = PROT_READ | PROT_WRITE | PROT_EXEC
    let page = unsafe mmap(nil, 4096, both, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let isMapped = unsafe page != MAP_FAILED
    #expect(isMapped)
    if isMapped { unsafe munmap(page, 4096) }
  }

  @Test func withoutASandboxThereAreNoLayers() throws {
    let instance = try Instance(built: "Sine", "aumu sine Tnto", sandbox: .off)
    defer { instance.terminate() }
    #expect(instance.process.layers.isEmpty)
  }

  @Test func withoutNamespacesTheRequiredLayersStay() throws {
    var policy = SandboxPolicy.standard
    policy.leavesOutNamespaces = true
    let instance = try Instance(built: "Sine", "aumu sine Tnto", sandbox: policy)
    defer { instance.terminate() }
    #expect(instance.process.layers.isSuperset(of: .required))
    #expect(instance.process.layers.isDisjoint(with: .namespaces))
  }

  @Test func theExitStatusPassesTheNamespace() throws {
    let killed = try ExtensionProcess(
      executablePath: Built.path("HostileExtension"),
      environment: ["TENUTO_TEST_ATTEMPT=bpf"])
    #expect(eventually { killed.exit == .signaled(number: 31) })
    let left = try ExtensionProcess(
      executablePath: Built.path("HostileExtension"), environment: ["TENUTO_TEST_ATTEMPT=none"])
    #expect(eventually { left.exit == .exited(code: 3) })
  }
}

struct DigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func fipsVectors(text: String, digest: String) {
    #expect(SHA256.hexadecimal(of: Array(text.utf8)) == digest)
  }

  @Test func aMillionLetters() {
    let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(SHA256.hexadecimal(of: [UInt8](repeating: 0x61, count: 1_000_000)) == digest)
  }
}
