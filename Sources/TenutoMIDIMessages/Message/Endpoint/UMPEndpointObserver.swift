public import TenutoMIDI
/// Collects the description of another endpoint from its messages.
///
/// For control threads: texts are allocated. Memory is bounded by the limits of the standard: 32
/// function blocks with a name each.
public struct UMPEndpointObserver: Sendable {
  /// The known description.
  public private(set) var endpoint = UMPEndpoint(name: "", protocols: [])

  /// The reported number of function blocks; nil if unknown.
  public private(set) var functionBlockCount: Int?

  private var texts = StreamTextAssembler()
  private var blocks: [UInt8: FunctionBlockInfo] = [:]
  private var blockNames: [UInt8: String] = [:]

  /// Creates an observer without knowledge.
  ///
  /// Thread: any.
  public init() {}

  /// The packets that ask an endpoint for its complete description.
  public static var questions: [UMP] {
    let everything = EndpointDiscoveryFilter(rawValue: .max)
    return [
      StreamMessage.endpointDiscovery(version: .current, filter: everything).ump,
      StreamMessage.functionBlockDiscovery(number: 0xFF, filter: [.info, .name]).ump,
    ]
  }

  /// Handles a message of the endpoint, and returns whether it was part of the description.
  ///
  /// Thread: control.
  @discardableResult
  public mutating func take(_ message: UMPMessage) -> Bool {
    guard case .stream(let stream) = message else { return false }
    switch stream {
    case .endpointInfo(let info): learn(info)
    case .deviceIdentity(let identity): endpoint.identity = identity
    case .streamConfigurationNotification(let configuration):
      endpoint.configuration = configuration
    case .functionBlockInfo(let info):
      guard info.number < 32 else { return false }
      blocks[info.number.rawValue] = info
      listBlocks()
    case .text: return takeText(message)
    default: return false
    }
    return true
  }

  private mutating func learn(_ info: EndpointInfo) {
    endpoint.version = info.version
    endpoint.protocols = info.protocols
    endpoint.jitterReduction = info.jitterReduction
    endpoint.hasStaticFunctionBlocks = info.hasStaticFunctionBlocks
    functionBlockCount = info.functionBlockCount.intValue
  }

  private mutating func takeText(_ message: UMPMessage) -> Bool {
    guard let text = texts.take(message) else { return false }
    switch text.kind {
    case .endpointName: endpoint.name = text.text
    case .productInstanceID: endpoint.productInstanceID = text.text
    case .functionBlockName(let number):
      guard number < 32 else { return false }
      blockNames[number] = text.text
      listBlocks()
    }
    return true
  }

  private mutating func listBlocks() {
    endpoint.functionBlocks = blocks.sorted { $0.key < $1.key }.map { number, info in
      UMPFunctionBlock(info, name: blockNames[number] ?? "")
    }
  }
}
