internal import CTenuto
package import TenutoCore

/// Every request of the control channel.
///
/// A new request compiles only once it is handled.
package enum ControlKind: UInt16, CaseIterable {
  case hello = 1
  case describe = 2
  case instantiate = 3
  case allocate = 4
  case deallocate = 5
  case shutdown = 6
  case upload = 7
  case download = 8
  case setParameters = 9
  case parameters = 10
  case reset = 11
  case saveState = 12
  case loadState = 13
  case selectPreset = 14
  case presetState = 15
  case text = 16
  case value = 17
  case message = 18
  case contextName = 19
  case link = 20
  case unlink = 21
  case file = 22
  case snapshot = 23
  case restore = 24
}

/// A request of the host and the type of its answer.
package protocol ControlRequest: WireCodable {
  associatedtype Response: WireCodable
  static var kind: ControlKind { get }
}

/// An empty request or answer.
package struct Nothing: WireCodable, Equatable {
  package init() {}
  package init(from reader: inout WireReader) throws(WireError) {}
  package func encode(into writer: inout WireWriter) {}
}

/// Starts the conversation with the versions of the protocol that the host speaks.
package struct HelloRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.hello
  /// The version of protocol and layout in this build.
  package static let currentVersion: UInt32 = TENUTO_LAYOUT_VERSION

  package let version: UInt32
  package init(version: UInt32 = currentVersion) { self.version = version }

  package init(from reader: inout WireReader) throws(WireError) { version = try reader.read() }
  package func encode(into writer: inout WireWriter) { writer.write(version) }

  /// The extension's version of the protocol, and the number of its components.
  package struct Response: WireCodable, Equatable {
    package let version: UInt32
    package let componentCount: UInt16

    package init(version: UInt32, componentCount: UInt16) {
      self.version = version
      self.componentCount = componentCount
    }

    package init(from reader: inout WireReader) throws(WireError) {
      version = try reader.read()
      componentCount = try reader.read()
    }

    package func encode(into writer: inout WireWriter) {
      writer.write(version)
      writer.write(componentCount)
    }
  }
}

/// Asks for the description of one of the extension's components, to be downloaded.
package struct DescribeRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.describe
  package typealias Response = BulkSize

  package let index: UInt16
  package init(index: UInt16) { self.index = index }

  package init(from reader: inout WireReader) throws(WireError) { index = try reader.read() }
  package func encode(into writer: inout WireWriter) { writer.write(index) }
}

/// Chooses the component that this process runs.
package struct InstantiateRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.instantiate
  package typealias Response = Nothing

  package let code: ComponentCode
  package init(code: ComponentCode) { self.code = code }

  package init(from reader: inout WireReader) throws(WireError) {
    code = try ComponentCode(from: &reader)
  }
  package func encode(into writer: inout WireWriter) { code.encode(into: &writer) }
}

/// Passes the shared memory and starts the render thread.
///
/// Three descriptors travel with it: the cycle page, the segment to the extension, the segment from
/// the extension.
package struct AllocateRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.allocate

  package let format: RenderFormat
  /// The channels of each bus; their sums equal the format's channel counts.
  package let layout: BusLayout

  package init(format: RenderFormat, layout: BusLayout) {
    self.format = format
    self.layout = layout
  }

  package init(from reader: inout WireReader) throws(WireError) {
    format = try RenderFormat(from: &reader)
    layout = BusLayout(
      inputs: try (reader.readList() as [UInt64]).map { Int(truncatingIfNeeded: $0) },
      outputs: try (reader.readList() as [UInt64]).map { Int(truncatingIfNeeded: $0) })
    let counts = layout.inputs + layout.outputs
    guard counts.allSatisfy({ (0...BusDescription.maximumChannelCount).contains($0) }),
      layout.inputChannelCount == format.inputChannelCount,
      layout.outputChannelCount == format.outputChannelCount
    else { throw .invalidValue }
  }

  package func encode(into writer: inout WireWriter) {
    format.encode(into: &writer)
    writer.write(layout.inputs.map { UInt64($0) })
    writer.write(layout.outputs.map { UInt64($0) })
  }

  /// The extension's description of its rendering.
  package struct Response: WireCodable, Equatable {
    /// Thread id of the render thread, as the extension sees it.
    package let renderThread: Int32
    /// Frames by which the output lags behind the input.
    package let latency: UInt32
    /// Frames for which the output continues after the input has ended; `UInt64.max` means
    /// endlessly.
    package let tail: UInt64

    package init(renderThread: Int32, latency: UInt32, tail: UInt64) {
      self.renderThread = renderThread
      self.latency = latency
      self.tail = tail
    }

    package init(from reader: inout WireReader) throws(WireError) {
      renderThread = try reader.read()
      latency = try reader.read()
      tail = try reader.read()
      guard latency <= Self.maximumLatency else { throw .invalidValue }
    }

    /// The largest latency, in frames.
    package static let maximumLatency: UInt32 = 1 << 24

    package func encode(into writer: inout WireWriter) {
      writer.write(renderThread)
      writer.write(latency)
      writer.write(tail)
    }
  }
}

/// Ends the render thread and releases the shared memory.
package struct DeallocateRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.deallocate
  package typealias Response = Nothing
  package init() {}
  package init(from reader: inout WireReader) throws(WireError) {}
  package func encode(into writer: inout WireWriter) {}
}

/// Asks the extension to exit.
package struct ShutdownRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.shutdown
  package typealias Response = Nothing
  package init() {}
  package init(from reader: inout WireReader) throws(WireError) {}
  package func encode(into writer: inout WireWriter) {}
}
