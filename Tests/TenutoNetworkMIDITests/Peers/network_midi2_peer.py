"""A client of Network MIDI 2.0, written from the tables of M2-124-UM.

Usage: network_midi2_peer.py PORT SECRET
Invites the host at PORT, plays three notes but withholds the second until the host requests it, and
leaves when it receives note 1. Prints a line for each event.
"""

import hashlib
import socket
import struct
import sys

PORT, SECRET = int(sys.argv[1]), sys.argv[2].encode()
NOTES = [0x20903C40, 0x20903E40, 0x20904040]
link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
link.connect(("127.0.0.1", PORT))
link.settimeout(1)


def command(code, data1=0, data2=0, payload=b""):
    return struct.pack("!BBBB", code, len(payload) // 4, data1, data2) + payload


def send(*commands):
    link.send(b"MIDI" + b"".join(commands))


def music(number):
    return command(0xFF, number >> 8, number & 0xFF, struct.pack("!I", NOTES[number]))


def invite():
    # Six words for the name, four for the product; it can answer a challenge for a secret.
    send(command(0x01, 6, 1, b"Python".ljust(24, b"\0") + b"0123456789".ljust(32, b"\0")))


def commands(datagram):
    assert datagram[:4] == b"MIDI", datagram
    at = 4
    while at < len(datagram):
        code, words, data1, data2 = struct.unpack_from("!BBBB", datagram, at)
        payload = datagram[at + 4 : at + 4 + 4 * words]
        assert len(payload) == 4 * words, datagram
        yield code, data1, data2, payload
        at += 4 + 4 * words


invite()
is_accepted, seen = False, set()
for _ in range(200):
    try:
        datagram = link.recv(2000)
    except TimeoutError:
        if not is_accepted:
            invite()
        continue
    assert len(datagram) <= 1400
    for code, data1, data2, payload in commands(datagram):
        if code == 0x12:
            assert data2 == 0, "the digest is a wrong one"
            send(command(0x02, payload=hashlib.sha256(payload[:16] + SECRET).digest()))
        elif code == 0x10 and not is_accepted:
            is_accepted = True
            name = payload[: 4 * data1].rstrip(b"\0").decode()
            print(f"accepted by {name}", flush=True)
            send(music(0))
            send(music(2))
        elif code == 0x20:
            send(command(0x21, payload=payload))
        elif code == 0x80:
            first, count = data1 << 8 | data2, struct.unpack_from("!H", payload)[0]
            print(f"asked for {count} from {first}", flush=True)
            send(music(first))
        elif code == 0xFF and (data1, data2) not in seen:
            seen.add((data1, data2))
            for (word,) in struct.iter_unpack("!I", payload):
                print(f"heard {word:08x}", flush=True)
                if word >> 8 & 0x7F == 1:
                    send(command(0xF0, 1))
        elif code == 0xF1:
            print("over", flush=True)
            sys.exit(0)
sys.exit(1)
