import Testing

@testable import TenutoJACKEngine

/// In which order one thread looks at clients, and which of them share a core.
@Suite struct SignalOrderTests {
  @Test func eachComesAfterItsSources() {
    let order = SignalOrder(feeders: [[2], [0], [], [1, 2]])
    #expect(order.entries.map(\.index) == [2, 0, 1, 3])
    #expect(order.entries.map(\.feeders) == [[], [2], [0], [1, 2]])
  }

  @Test func thoseInACycleComeLastAndWaitForNone() {
    let order = SignalOrder(feeders: [[1], [0], [], [2, 0]])
    #expect(order.entries.map(\.index) == [2, 0, 1, 3])
    #expect(order.entries.map(\.feeders) == [[], [], [], []])
  }

  @Test func aChainEndsWhereAnotherHearsOrFeeds() {
    // 0 → 1 → 2 → 5, 3 → 4 → 5, and 4 also feeds 6.
    let chains = SignalOrder.chains([[], [0], [1], [], [3], [2, 4], [4]])
    #expect(chains == [[0, 1, 2], [3, 4], [5], [6]])
  }

  @Test func aCircleIsNoChain() {
    #expect(SignalOrder.chains([[1], [0], []]) == [[2]])
  }
}
