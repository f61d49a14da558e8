"""The types and requests of the control API; written by generate.py, not to be edited."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
from urllib.parse import quote

Number = float | Literal["inf", "-inf", "nan"]
"""A number in JSON, which has no infinities."""

BypassRequest = TypedDict("BypassRequest", {
    "bypassed": "bool",
})

ChainRecord = TypedDict("ChainRecord", {
    "limit": "Number",
    "need": "Number",
    "nodes": "list[str]",
})

ChangeRecord = TypedDict("ChangeRecord", {
    "kind": "str",
    "link": "NotRequired[LinkRecord]",
    "message": "NotRequired[str]",
    "node": "NotRequired[str]",
    "number": "int",
    "parameter": "NotRequired[str]",
    "value": "NotRequired[Number]",
})

ComparisonAnswer = TypedDict("ComparisonAnswer", {
    "slot": "str",
})

ComparisonRequest = TypedDict("ComparisonRequest", {
    "copies": "NotRequired[bool]",
})

ComponentEntry = TypedDict("ComponentEntry", {
    "code": "str",
    "manufacturer": "str",
    "name": "str",
    "presets": "list[str]",
    "summary": "str",
    "tags": "list[str]",
})

ComponentsAnswer = TypedDict("ComponentsAnswer", {
    "components": "list[ComponentEntry]",
})

FaultRecord = TypedDict("FaultRecord", {
    "bundle": "NotRequired[str]",
    "cause": "str",
    "lastLines": "list[str]",
    "message": "str",
    "pid": "int",
    "time": "Number",
})

FileRecord = TypedDict("FileRecord", {
    "kind": "str",
    "name": "str",
    "path": "str",
})

FunctionBlock = TypedDict("FunctionBlock", {
    "firstGroup": "int",
    "groupCount": "int",
    "isActive": "bool",
    "name": "str",
    "number": "int",
})

HostStatus = TypedDict("HostStatus", {
    "chains": "list[ChainRecord]",
    "engine": "str",
    "frames": "int",
    "heapBytes": "int",
    "isEdited": "NotRequired[bool]",
    "load": "Number",
    "name": "str",
    "nodes": "list[NodeStatus]",
    "pid": "int",
    "position": "Number",
    "problem": "NotRequired[str]",
    "recordings": "list[RecordingRecord]",
    "sampleRate": "Number",
    "session": "NotRequired[str]",
    "sessionPath": "NotRequired[str]",
    "transport": "NotRequired[TransportRecord]",
    "version": "str",
    "xrunReports": "list[XrunRecord]",
    "xruns": "int",
})

JACKConnectionRecord = TypedDict("JACKConnectionRecord", {
    "destination": "NotRequired[str]",
    "from": "str",
    "source": "NotRequired[str]",
    "to": "str",
})

JACKConnectionRequest = TypedDict("JACKConnectionRequest", {
    "from": "str",
    "to": "str",
})

JACKPortRecord = TypedDict("JACKPortRecord", {
    "bus": "NotRequired[int]",
    "channel": "NotRequired[int]",
    "direction": "str",
    "isPhysical": "bool",
    "kind": "str",
    "name": "str",
    "node": "NotRequired[str]",
})

JACKPortsRecord = TypedDict("JACKPortsRecord", {
    "connections": "list[JACKConnectionRecord]",
    "ports": "list[JACKPortRecord]",
})

LearnRequest = TypedDict("LearnRequest", {
    "node": "str",
    "parameter": "str",
})

LinkRecord = TypedDict("LinkRecord", {
    "channels": "NotRequired[list[int]]",
    "from": "str",
    "keys": "NotRequired[list[int]]",
    "kind": "NotRequired[str]",
    "outputChannel": "NotRequired[int]",
    "to": "str",
    "transpose": "NotRequired[int]",
})

LocateRequest = TypedDict("LocateRequest", {
    "beat": "NotRequired[Number]",
    "measure": "NotRequired[int]",
    "seconds": "NotRequired[Number]",
})

LogAnswer = TypedDict("LogAnswer", {
    "records": "list[LogRecord]",
})

LogMessage = TypedDict("LogMessage", {
    "kind": "str",
    "record": "LogRecord",
})

LogRecord = TypedDict("LogRecord", {
    "label": "str",
    "level": "str",
    "message": "str",
    "metadata": "dict[str, str]",
    "number": "int",
    "time": "Number",
})

LoopRequest = TypedDict("LoopRequest", {
    "loops": "bool",
})

MapRecord = TypedDict("MapRecord", {
    "channel": "NotRequired[int]",
    "controller": "int",
    "input": "NotRequired[str]",
    "maximum": "NotRequired[Number]",
    "minimum": "NotRequired[Number]",
    "node": "str",
    "parameter": "str",
})

MessageAnswer = TypedDict("MessageAnswer", {
    "message": "str",
})

MuteRequest = TypedDict("MuteRequest", {
    "input": "NotRequired[int]",
})

NameRecord = TypedDict("NameRecord", {
    "name": "str",
})

NetworkAnswer = TypedDict("NetworkAnswer", {
    "sessions": "list[NetworkSessionRecord]",
})

NetworkEndpointRecord = TypedDict("NetworkEndpointRecord", {
    "functionBlocks": "list[FunctionBlock]",
    "name": "str",
    "productInstanceID": "str",
})

NetworkPeerRecord = TypedDict("NetworkPeerRecord", {
    "address": "str",
    "delay": "Number",
    "endpoint": "NotRequired[NetworkEndpointRecord]",
    "isConnected": "bool",
    "isInvited": "bool",
    "jitter": "Number",
    "late": "int",
    "lost": "int",
    "name": "str",
    "port": "int",
    "received": "int",
    "recovered": "int",
    "roundTrip": "NotRequired[Number]",
    "sent": "int",
    "systemExclusive": "NetworkSystemExclusiveRecord",
})

NetworkSessionRecord = TypedDict("NetworkSessionRecord", {
    "midiInput": "str",
    "midiOutput": "str",
    "name": "str",
    "peers": "list[NetworkPeerRecord]",
    "policy": "str",
    "port": "int",
    "protocol": "str",
    "session": "str",
    "waiting": "list[NetworkWaitingRecord]",
})

NetworkSystemExclusiveRecord = TypedDict("NetworkSystemExclusiveRecord", {
    "received": "str",
    "refused": "int",
    "sent": "str",
})

NetworkWaitingRecord = TypedDict("NetworkWaitingRecord", {
    "address": "str",
    "name": "str",
})

NodeOrder = TypedDict("NodeOrder", {
    "channels": "NotRequired[int]",
    "component": "NotRequired[str]",
    "inputs": "NotRequired[list[int]]",
    "kind": "NotRequired[str]",
    "loops": "NotRequired[bool]",
    "name": "NotRequired[str]",
    "parameters": "NotRequired[dict[str, Number]]",
    "path": "NotRequired[str]",
    "ports": "NotRequired[list[str]]",
    "preset": "NotRequired[str]",
    "tracks": "NotRequired[list[int]]",
})

NodeRecord = TypedDict("NodeRecord", {
    "component": "NotRequired[str]",
    "givesMIDI": "bool",
    "hasPage": "NotRequired[bool]",
    "inputs": "list[int]",
    "isMissing": "bool",
    "kind": "str",
    "name": "str",
    "outputs": "list[int]",
    "parameters": "list[ParameterRecord]",
    "place": "NotRequired[list[int]]",
    "takesMIDI": "bool",
})

NodeSetting = TypedDict("NodeSetting", {
    "node": "str",
    "parameter": "str",
    "value": "float | str",
})

NodeStatus = TypedDict("NodeStatus", {
    "badSamples": "int",
    "clippedSamples": "int",
    "comparison": "NotRequired[str]",
    "component": "str",
    "condition": "str",
    "excessEvents": "int",
    "faults": "list[FaultRecord]",
    "hasSpare": "bool",
    "isBypassed": "bool",
    "isMuted": "bool",
    "kind": "str",
    "latency": "int",
    "level": "NotRequired[Number]",
    "lostEvents": "int",
    "loudCycles": "int",
    "misses": "int",
    "missesInRow": "int",
    "mutes": "int",
    "name": "str",
    "pid": "NotRequired[int]",
    "preset": "NotRequired[str]",
    "problem": "NotRequired[str]",
    "renderTime": "RenderTimeRecord",
    "restarts": "int",
    "sandbox": "NotRequired[list[str]]",
    "shadow": "NotRequired[str]",
    "spare": "NotRequired[str]",
    "takeovers": "int",
    "timing": "str",
    "title": "str",
    "usage": "NotRequired[UsageRecord]",
})

Page = TypedDict("Page", {
    "origin": "str",
    "sysex": "bool",
})

PageAddress = TypedDict("PageAddress", {
    "port": "int",
    "url": "str",
})

PageRequest = TypedDict("PageRequest", {
    "port": "NotRequired[int]",
})

ParameterRecord = TypedDict("ParameterRecord", {
    "group": "NotRequired[str]",
    "id": "str",
    "initial": "Number",
    "isLogarithmic": "NotRequired[bool]",
    "isReadOnly": "bool",
    "maximum": "Number",
    "minimum": "Number",
    "name": "str",
    "text": "str",
    "unit": "str",
    "value": "Number",
    "valueNames": "list[str]",
})

ParametersAnswer = TypedDict("ParametersAnswer", {
    "parameters": "list[ParameterRecord]",
})

PathRecord = TypedDict("PathRecord", {
    "path": "NotRequired[str]",
})

PlacesRecord = TypedDict("PlacesRecord", {
    "places": "dict[str, list[int]]",
})

PresetRecord = TypedDict("PresetRecord", {
    "isUser": "bool",
    "name": "str",
})

PresetRequest = TypedDict("PresetRequest", {
    "name": "str",
    "overwrite": "NotRequired[bool]",
})

PresetsAnswer = TypedDict("PresetsAnswer", {
    "presets": "list[PresetRecord]",
})

RampRequest = TypedDict("RampRequest", {
    "parameter": "str",
    "seconds": "Number",
    "value": "float | str",
})

RecordedFileRecord = TypedDict("RecordedFileRecord", {
    "frames": "int",
    "path": "str",
})

RecordingRecord = TypedDict("RecordingRecord", {
    "files": "list[RecordedFileRecord]",
    "frames": "int",
    "interruptions": "int",
    "lostFrames": "int",
    "node": "NotRequired[str]",
    "problem": "NotRequired[str]",
})

RenderTimeRecord = TypedDict("RenderTimeRecord", {
    "max": "Number",
    "p50": "Number",
    "p99": "Number",
})

ReplayAnswer = TypedDict("ReplayAnswer", {
    "isRepeated": "bool",
    "message": "str",
})

ReplayRequest = TypedDict("ReplayRequest", {
    "bundle": "str",
})

RequestError = TypedDict("RequestError", {
    "message": "str",
    "status": "int",
})

SessionRecord = TypedDict("SessionRecord", {
    "connections": "list[LinkRecord]",
    "isEdited": "bool",
    "maps": "list[MapRecord]",
    "name": "str",
    "nodes": "list[NodeRecord]",
    "path": "NotRequired[str]",
})

SetRequest = TypedDict("SetRequest", {
    "parameter": "str",
    "value": "float | str",
})

SettingAnswer = TypedDict("SettingAnswer", {
    "parameter": "str",
    "value": "Number",
})

SettingsAnswer = TypedDict("SettingsAnswer", {
    "values": "list[Number]",
})

SnapshotRecord = TypedDict("SnapshotRecord", {
    "kind": "str",
    "number": "int",
    "session": "SessionRecord",
    "status": "HostStatus",
})

SocketAnswer = TypedDict("SocketAnswer", {
    "id": "NotRequired[str]",
    "kind": "str",
    "message": "NotRequired[str]",
    "status": "NotRequired[int]",
    "values": "NotRequired[list[Number]]",
})

SocketRequest = TypedDict("SocketRequest", {
    "id": "NotRequired[str]",
    "set": "NotRequired[list[NodeSetting]]",
})

SoundFormat = TypedDict("SoundFormat", {
    "channels": "int",
    "sampleRate": "Number",
})

SpareRequest = TypedDict("SpareRequest", {
    "spare": "str",
})

StatusMessage = TypedDict("StatusMessage", {
    "kind": "str",
    "status": "HostStatus",
})

TimingRequest = TypedDict("TimingRequest", {
    "timing": "str",
})

TransportRecord = TypedDict("TransportRecord", {
    "beat": "Number",
    "beatOfMeasure": "Number",
    "duration": "NotRequired[Number]",
    "isLooping": "bool",
    "isPlaying": "bool",
    "measure": "int",
    "meter": "str",
    "seconds": "Number",
    "tempo": "Number",
})

UsageRecord = TypedDict("UsageRecord", {
    "majorFaults": "int",
    "memoryBytes": "int",
    "minorFaults": "int",
    "processor": "Number",
})

WebMIDIAnswer = TypedDict("WebMIDIAnswer", {
    "allowed": "list[Page]",
    "waiting": "list[Page]",
})

WebMIDIDecision = TypedDict("WebMIDIDecision", {
    "isAllowed": "bool",
    "origin": "str",
    "sysex": "NotRequired[bool]",
})

WebMIDIRevocation = TypedDict("WebMIDIRevocation", {
    "origin": "str",
})

XrunRecord = TypedDict("XrunRecord", {
    "message": "str",
    "node": "NotRequired[str]",
    "time": "Number",
})


class API:
    """The requests of the control API; `request` sends them."""

    def request(self, method: str, path: str, body: Any = None,
                query: dict[str, Any] | None = None) -> Any:
        """Sends a request, and returns the answer."""
        raise NotImplementedError

    def get_components(self) -> ComponentsAnswer:
        """The installed components."""
        return self.request("GET", "/v1/components")

    def delete_connections(self, body: LinkRecord) -> LinkRecord:
        """Removes a connection."""
        return self.request("DELETE", "/v1/connections", body)

    def post_connections(self, body: LinkRecord) -> LinkRecord:
        """Connects two nodes, or a node's port and JACK ports of other clients."""
        return self.request("POST", "/v1/connections", body)

    def get_jack(self) -> JACKPortsRecord:
        """All ports of the JACK server, and the connections of other programs."""
        return self.request("GET", "/v1/jack")

    def delete_jack_connections(self, body: JACKConnectionRequest) -> JACKConnectionRequest:
        """Disconnects two ports of JACK."""
        return self.request("DELETE", "/v1/jack/connections", body)

    def post_jack_connections(self, body: JACKConnectionRequest) -> JACKConnectionRequest:
        """Connects two ports of JACK by their full names."""
        return self.request("POST", "/v1/jack/connections", body)

    def get_log(self, since: int | None = None) -> LogAnswer:
        """The log, the newest 1000 records at most."""
        return self.request("GET", "/v1/log", query={"since": since})

    def delete_maps(self, body: MapRecord) -> MapRecord:
        """Removes a map."""
        return self.request("DELETE", "/v1/maps", body)

    def post_maps(self, body: MapRecord) -> MapRecord:
        """Maps a controller to a parameter."""
        return self.request("POST", "/v1/maps", body)

    def post_maps_learn(self, body: LearnRequest) -> LearnRequest:
        """Maps the next controller that moves within 30 s to a parameter."""
        return self.request("POST", "/v1/maps/learn", body)

    def delete_midi_permissions(self, body: WebMIDIRevocation) -> WebMIDIAnswer:
        """Revokes a page's permission and closes its sockets."""
        return self.request("DELETE", "/v1/midi/permissions", body)

    def get_midi_permissions(self) -> WebMIDIAnswer:
        """Pages of other origins that may use MIDI, or ask for it."""
        return self.request("GET", "/v1/midi/permissions")

    def post_midi_permissions(self, body: WebMIDIDecision) -> WebMIDIAnswer:
        """Allows a page MIDI, or refuses it while the host runs."""
        return self.request("POST", "/v1/midi/permissions", body)

    def get_network(self) -> NetworkAnswer:
        """The open network MIDI sessions of the user."""
        return self.request("GET", "/v1/network")

    def post_nodes(self, body: NodeOrder) -> NameRecord:
        """Adds a node and starts it; the answer has its name."""
        return self.request("POST", "/v1/nodes", body)

    def delete_nodes_name(self, name: str) -> NameRecord:
        """Removes a node with its connections."""
        return self.request("DELETE", f"/v1/nodes/{quote(name, safe='')}")

    def get_nodes_name(self, name: str) -> NodeStatus:
        """One node."""
        return self.request("GET", f"/v1/nodes/{quote(name, safe='')}")

    def post_nodes_name_bypass(self, name: str, body: BypassRequest) -> NodeStatus:
        """Bypasses a node, or ends the bypass."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/bypass", body)

    def post_nodes_name_compare(self, name: str, body: ComparisonRequest) -> ComparisonAnswer:
        """Switches between a node's two settings, A and B, which start equal."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/compare", body)

    def post_nodes_name_loop(self, name: str, body: LoopRequest) -> NodeStatus:
        """Sets whether the transport loops a song."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/loop", body)

    def post_nodes_name_mute(self, name: str, body: MuteRequest) -> NodeStatus:
        """Mutes a node, or one input of a mixer."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/mute", body)

    def get_nodes_name_parameters(self, name: str) -> ParametersAnswer:
        """A node's parameters with their values."""
        return self.request("GET", f"/v1/nodes/{quote(name, safe='')}/parameters")

    def post_nodes_name_preset(self, name: str, body: NameRecord) -> NodeStatus:
        """Loads a preset; a user preset takes precedence over a factory preset."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/preset", body)

    def delete_nodes_name_presets(self, name: str, body: NameRecord) -> PresetsAnswer:
        """Deletes a preset of the user's."""
        return self.request("DELETE", f"/v1/nodes/{quote(name, safe='')}/presets", body)

    def get_nodes_name_presets(self, name: str) -> PresetsAnswer:
        """The presets that a node can load."""
        return self.request("GET", f"/v1/nodes/{quote(name, safe='')}/presets")

    def post_nodes_name_presets(self, name: str, body: PresetRequest) -> PresetsAnswer:
        """Saves a node's current settings as a user preset."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/presets", body)

    def post_nodes_name_ramp(self, name: str, body: RampRequest) -> SettingAnswer:
        """Moves a parameter linearly to a value."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/ramp", body)

    def post_nodes_name_rename(self, name: str, body: NameRecord) -> NameRecord:
        """Renames a node."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/rename", body)

    def post_nodes_name_replay(self, name: str, body: ReplayRequest) -> ReplayAnswer:
        """Replays the input before a fault in another process; the answer comes at its end."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/replay", body)

    def post_nodes_name_restart(self, name: str) -> NodeStatus:
        """Replaces a node's process and keeps its state."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/restart")

    def post_nodes_name_retry(self, name: str) -> NodeStatus:
        """Starts a quarantined, bypassed or muted node again."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/retry")

    def post_nodes_name_set(self, name: str, body: SetRequest) -> SettingAnswer:
        """Sets a parameter to a number or a text such as '30 %'."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/set", body)

    def post_nodes_name_spare(self, name: str, body: SpareRequest) -> NodeStatus:
        """Sets the kind of spare that is kept ready for a node."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/spare", body)

    def post_nodes_name_timing(self, name: str, body: TimingRequest) -> NodeStatus:
        """Sets the timing of a node's output."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/timing", body)

    def post_nodes_name_unmute(self, name: str, body: MuteRequest) -> NodeStatus:
        """Unmutes a node, or one input of a mixer; also a node muted for invalid output."""
        return self.request("POST", f"/v1/nodes/{quote(name, safe='')}/unmute", body)

    def get_openapi_json(self) -> dict[str, Any]:
        """This description."""
        return self.request("GET", "/v1/openapi.json")

    def post_page(self, body: PageRequest) -> PageAddress:
        """Serves the page on 127.0.0.1; the answer is an address for one browser."""
        return self.request("POST", "/v1/page", body)

    def post_places(self, body: PlacesRecord) -> PlacesRecord:
        """Sets the columns and rows of nodes in a patchbay."""
        return self.request("POST", "/v1/places", body)

    def post_redo(self) -> MessageAnswer:
        """Redoes the last undone edit."""
        return self.request("POST", "/v1/redo")

    def post_save(self, body: PathRecord) -> PathRecord:
        """Saves the session, to another path if one is given."""
        return self.request("POST", "/v1/save", body)

    def get_session(self) -> SessionRecord:
        """The session as it is now."""
        return self.request("GET", "/v1/session")

    def post_set(self, body: list[NodeSetting]) -> SettingsAnswer:
        """Sets many parameters at once; those before a wrong one are set."""
        return self.request("POST", "/v1/set", body)

    def get_status(self) -> HostStatus:
        """The host with all its nodes."""
        return self.request("GET", "/v1/status")

    def get_transport(self) -> TransportRecord:
        """The transport position."""
        return self.request("GET", "/v1/transport")

    def post_transport_locate(self, body: LocateRequest) -> TransportRecord:
        """Moves the transport to a time, a quarter note or a measure."""
        return self.request("POST", "/v1/transport/locate", body)

    def post_transport_play(self) -> TransportRecord:
        """Starts the transport."""
        return self.request("POST", "/v1/transport/play")

    def post_transport_stop(self) -> TransportRecord:
        """Stops the transport."""
        return self.request("POST", "/v1/transport/stop")

    def post_undo(self) -> MessageAnswer:
        """Undoes the last edit."""
        return self.request("POST", "/v1/undo")
