internal import TenutoComponents
internal import TenutoCore
internal import TenutoJACKEngine
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSystem

/// A session that is being opened.
struct SessionOpening {
  let session: Session
  private let launch: NodeLaunch
  private(set) var products: [String: NodeLaunch.Product] = [:]
  private(set) var ids: [String: Graph.NodeID] = [:]
  private(set) var graph = Graph()
  private var rules: [Graph.NodeID: [PortRule]] = [:]

  init(_ session: Session, _ launch: NodeLaunch) {
    self.session = session
    self.launch = launch
  }

  /// One sentence for each difference from the session.
  var notes: [String] {
    session.nodes.flatMap { node -> [String] in
      switch products[node.name] {
      case .component(let launched): launched.notes.map { "\(node.name): \($0)" }
      case .missing(let missing): ["\(node.name): \(missing.error.message)"]
      default: []
      }
    }
  }

  /// Starts all nodes at once.
  ///
  /// - Throws: An error if a node is impossible.
  mutating func start() throws(SessionEditError) {
    let launch = launch
    let results = Parallel.map(session.nodes) { node in
      Result { () throws(HostError) in try launch.start(node) }
    }
    for (node, result) in zip(session.nodes, results) {
      if case .success(let product) = result { products[node.name] = product }
    }
    for (node, result) in zip(session.nodes, results) {
      if let error = result.missing, launch.options.needsAll {
        discard()
        throw SessionEditError(error)
      }
      guard let error = result.obstacle else { continue }
      discard()
      throw SessionEditError(.invalid, "\(node.name): \(error.message)")
    }
  }

  private func discard() { for product in products.values { product.discard() } }

  /// Starts an engine with the nodes; extensions that end in the meantime become missing.
  mutating func perform(
    _ makeEngine: EngineMaker, _ relay: PatchRelay
  ) throws(SessionEditError) -> any GraphEngine {
    while true {
      makeGraph()
      do throws(HostError) {
        return try makeEngine(
          EngineOrder(graph: graph, rules: rules) { made, broken in relay.take(made, broken) })
      } catch {
        if !launch.options.needsAll, takeOutDead(because: error) { continue }
        discard()
        throw SessionEditError(error)
      }
    }
  }

  private mutating func makeGraph() {
    graph = Graph()
    var nodes: [String: RunningNode] = [:]
    for node in session.nodes {
      guard let product = products[node.name] else { continue }
      let content = product.content(of: node, in: session)
      let id = graph.add(content, name: node.name)
      ids[node.name] = id
      nodes[node.name] = RunningNode(id: id, part: product.provisionalPart)
    }
    _ = SessionGraph.connect(&graph, as: session, nodes)
    rules = session.rules(nodes)
  }

  /// Replaces instances that have ended by placeholders; returns true if there was one.
  private mutating func takeOutDead(because error: HostError) -> Bool {
    var isFound = false
    for (name, product) in products {
      guard case .component(let launched) = product, launched.instance.process.exit != nil else {
        continue
      }
      let code = launched.maker.component.code
      products[name] = .missing(MissingComponent(code: code, error: error))
      isFound = true
    }
    return isFound
  }
}

extension Result<NodeLaunch.Product, HostError> {
  /// The reason why the session cannot be played.
  ///
  /// A lack of resources for an extension counts too, since the session would otherwise play only in
  /// part because of a limit that can be raised.
  fileprivate var obstacle: HostError? {
    if case .failure(let error) = self { return error }
    return missing?.code == .outOfResources ? missing : nil
  }

  /// The reason why an extension does not play, or nil for other errors.
  fileprivate var missing: HostError? {
    if case .success(.missing(let missing)) = self { missing.error } else { nil }
  }
}

extension NodeLaunch.Product {
  /// The node's content in the graph.
  func content(of node: SessionNode, in session: Session) -> Graph.Content {
    switch self {
    case .component(let launched): .instance(launched.instance)
    case .missing(let missing):
      .placeholder(
        Placeholder(
          missing.code, name: node.name, layout: SessionGraph.layout(of: node, in: session)))
    case .host(let content): content
    }
  }

  /// Its stand-in until supervision begins.
  var provisionalPart: RunningNode.Part {
    switch self {
    case .component: .host([])
    case .missing(let missing): .missing(missing)
    case .host(let content): RunningNode.Part(host: content)
    }
  }
}
