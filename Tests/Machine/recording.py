"""What the recordings of a machine contain."""

import array


def parts(data):
    """Where a recording sounds: begin, end and pitch of each part."""
    floats, rate = samples(data)
    window = rate // 50
    loud = [max(map(abs, floats[start:start + window])) > 0.01
            for start in range(0, len(floats) - window, window)]
    found, begin = [], None
    for index, is_loud in enumerate(loud + [False]):
        if is_loud and begin is None:
            begin = index
        if not is_loud and begin is not None:
            piece = floats[begin * window:index * window]
            rises = sum(1 for a, b in zip(piece, piece[1:]) if a < 0 <= b)
            found.append((begin / 50, index / 50, rises * rate / len(piece)))
            begin = None
    return found


def samples(data):
    """The left channel of a WAV file of Float32, and its rate."""
    position = data.index(b"fmt ") + 8
    channels = int.from_bytes(data[position + 2:position + 4], "little")
    rate = int.from_bytes(data[position + 4:position + 8], "little")
    start = data.index(b"data") + 8
    values = array.array("f", data[start:len(data) - (len(data) - start) % (4 * channels)])
    return values[::channels], rate
