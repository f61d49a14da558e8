internal import Logging

extension Route {
  /// Routes that set parameters.
  static let setting: [Route] = [
    Route(
      "POST", "/v1/set", "Sets many parameters at once; those before a wrong one are set.",
      example: #"[{"node": "delay", "parameter": "mix", "value": 30}]"#, refusals: [400, 404, 409]
    ) { (call, body: [NodeSetting]) throws(RequestError) in
      let values = try call.host.leave(body)
      try call.host.settle()
      return SettingsAnswer(values: values)
    },
    Route(
      "POST", "/v1/nodes/{name}/set", "Sets a parameter to a number or a text such as '30 %'.",
      example: #"{"parameter": "mix", "value": "30 %"}"#, refusals: [400, 404, 409]
    ) { (call, body: SetRequest) throws(RequestError) in
      let node = try call.node()
      let value = try node.number(body.value, for: body.parameter)
      return SettingAnswer(
        parameter: body.parameter, value: try node.set(body.parameter, to: value))
    },
    Route(
      "POST", "/v1/nodes/{name}/ramp", "Moves a parameter linearly to a value.",
      example: #"{"parameter": "mix", "value": 100, "seconds": 2}"#, refusals: [400, 404, 409]
    ) { (call, body: RampRequest) throws(RequestError) in
      let node = try call.node()
      guard (0...86400).contains(body.seconds) else {
        throw RequestError(400, "'seconds' must be 0 to 86400.")
      }
      let value = try node.number(body.value, for: body.parameter)
      return SettingAnswer(
        parameter: body.parameter,
        value: try node.ramp(body.parameter, to: value, seconds: body.seconds))
    },
    Route(
      "POST", "/v1/nodes/{name}/preset",
      "Loads a preset; a user preset takes precedence over a factory preset.",
      example: #"{"name": "Slap"}"#, refusals: [400, 404, 409]
    ) { (call, body: NameRecord) throws(RequestError) in
      let node = try call.node()
      try node.load(preset: body.name)
      return node.status()
    },
    Route(
      "POST", "/v1/nodes/{name}/presets", "Saves a node's current settings as a user preset.",
      example: #"{"name": "Deep bass", "overwrite": false}"#, refusals: [400, 404, 409, 504]
    ) { (call, body: PresetRequest) throws(RequestError) in
      let node = try call.node()
      try node.save(preset: body.name, overwrites: body.overwrite ?? false)
      return PresetsAnswer(presets: try node.presets())
    },
    Route(
      "DELETE", "/v1/nodes/{name}/presets", "Deletes a preset of the user's.",
      example: #"{"name": "Deep bass"}"#, refusals: [400, 404, 409]
    ) { (call, body: NameRecord) throws(RequestError) in
      let node = try call.node()
      try node.delete(preset: body.name)
      return PresetsAnswer(presets: try node.presets())
    },
    Route(
      "POST", "/v1/nodes/{name}/compare",
      "Switches between a node's two settings, A and B, which start equal.",
      example: #"{"copies": false}"#, refusals: [400, 404, 409, 504]
    ) { (call, body: ComparisonRequest) throws(RequestError) in
      let node = try call.node()
      let slot = body.copies == true ? try node.copyComparison() : try node.compare()
      return ComparisonAnswer(slot: slot)
    },
  ]

  /// Routes that act on a playing node.
  static let acting: [Route] = [
    Route(
      "POST", "/v1/nodes/{name}/bypass", "Bypasses a node, or ends the bypass.",
      example: #"{"bypassed": true}"#, refusals: [400, 404]
    ) { (call, body: BypassRequest) throws(RequestError) in
      let node = try call.node()
      try node.setBypass(body.bypassed)
      return node.status()
    },
    Route(
      "POST", "/v1/nodes/{name}/mute", "Mutes a node, or one input of a mixer.",
      example: #"{"input": 2}"#, refusals: [400, 404, 409, 504]
    ) { (call, body: MuteRequest) throws(RequestError) in
      let node = try call.node()
      if let input = body.input {
        try node.setMute(true, input: input)
      } else {
        try node.setMute(true)
      }
      return node.status()
    },
    Route(
      "POST", "/v1/nodes/{name}/unmute",
      "Unmutes a node, or one input of a mixer; also a node muted for invalid output.",
      example: #"{"input": 2}"#, refusals: [400, 404, 409, 504]
    ) { (call, body: MuteRequest) throws(RequestError) in
      let node = try call.node()
      if let input = body.input {
        try node.setMute(false, input: input)
      } else {
        try node.setMute(false)
        try node.unmute()
      }
      return node.status()
    },
    Route(
      "POST", "/v1/nodes/{name}/timing", "Sets the timing of a node's output.",
      example: #"{"timing": "one-period-later"}"#, refusals: [400, 404, 409]
    ) { (call, body: TimingRequest) throws(RequestError) in
      let node = try call.node()
      try node.setTiming(body.timing)
      return node.status()
    },
    Route(
      "POST", "/v1/nodes/{name}/loop", "Sets whether the transport loops a song.",
      example: #"{"loops": true}"#, refusals: [400, 404, 409]
    ) { (call, body: LoopRequest) throws(RequestError) in
      let node = try call.node()
      try node.setLoop(body.loops)
      return node.status()
    },
    Route(
      "POST", "/v1/nodes/{name}/spare", "Sets the kind of spare that is kept ready for a node.",
      example: #"{"spare": "instance"}"#, refusals: [400, 404, 409]
    ) { (call, body: SpareRequest) throws(RequestError) in
      let node = try call.node()
      try node.setSpare(body.spare)
      return node.status()
    },
    Route(
      "POST", "/v1/nodes/{name}/replay",
      "Replays the input before a fault in another process; the answer comes at its end.",
      example:
        #"{"bundle": "/home/me/.local/state/tenuto/crashes/2026-11-21T09-25-40Z-Delay-SIGSEGV"}"#,
      refusals: [400, 404, 409]
    ) { (call, body: ReplayRequest) throws(RequestError) in
      try call.node().replay(bundle: body.bundle)
    },
    act(
      "retry", "Starts a quarantined, bypassed or muted node again.",
      record: "was started again on request"
    ) { node throws(RequestError) in try node.retry() },
    act(
      "restart", "Replaces a node's process and keeps its state.",
      record: "was restarted in a new process on request"
    ) { node throws(RequestError) in try node.restart() },
  ]

  private static let logger = Logger(label: "tenuto.control")

  private static func act(
    _ word: String, _ summary: String, record: String,
    _ body: @escaping @Sendable (any ControlledNode) throws(RequestError) -> Void
  ) -> Route {
    Route("POST", "/v1/nodes/{name}/\(word)", summary, refusals: [404, 409, 504]) {
      call throws(RequestError) in
      let node = try call.node()
      try body(node)
      let status = node.status()
      logger.notice("\(status.name) \(record)", metadata: ["node": "\(status.name)"])
      return status
    }
  }
}
