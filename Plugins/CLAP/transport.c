#include "transport.h"
#include <math.h>

// Fixed point with 31 fractional bits; music never reaches the limits of the range.
static int64_t fixed(double number) {
  double scaled = number * 2147483648.0;
  return fabs(scaled) < 9e18 ? (int64_t)llround(scaled) : 0;
}

bool transport_read(const tenuto_cycle *cycle, double sample_rate, clap_event_transport *to) {
  tenuto_music m;
  if (!tenuto_get_music(cycle, &m)) return false;
  double seconds_per_beat = m.tempo > 0 ? 60 / m.tempo : 0;
  double bar_beats = m.meter_denominator ? m.meter_numerator * 4.0 / m.meter_denominator : 0;
  double bar = bar_beats > 0 ? floor(m.measure_downbeat / bar_beats + 0.5) : 0;
  *to = (clap_event_transport){
      .header = {sizeof *to, 0, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_TRANSPORT, 0},
      .flags = CLAP_TRANSPORT_HAS_TEMPO | CLAP_TRANSPORT_HAS_BEATS_TIMELINE |
               CLAP_TRANSPORT_HAS_SECONDS_TIMELINE | CLAP_TRANSPORT_HAS_TIME_SIGNATURE |
               (m.is_playing ? CLAP_TRANSPORT_IS_PLAYING : 0u) |
               (m.is_recording ? CLAP_TRANSPORT_IS_RECORDING : 0u) |
               (m.is_looping ? CLAP_TRANSPORT_IS_LOOP_ACTIVE : 0u),
      .song_pos_beats = fixed(m.beat_position),
      .song_pos_seconds = fixed((double)m.sample_position / sample_rate),
      .tempo = m.tempo,
      .loop_start_beats = fixed(m.loop_start),
      .loop_end_beats = fixed(m.loop_end),
      .loop_start_seconds = fixed(m.loop_start * seconds_per_beat),
      .loop_end_seconds = fixed(m.loop_end * seconds_per_beat),
      .bar_start = fixed(m.measure_downbeat),
      .bar_number = fabs(bar) < 1e9 ? (int32_t)bar : 0,
      .tsig_num = (uint16_t)m.meter_numerator,
      .tsig_denom = (uint16_t)m.meter_denominator,
  };
  return true;
}
