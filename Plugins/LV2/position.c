#include "position.h"
#include <lv2/atom/forge.h>
#include <math.h>
#include <string.h>
#include "events.h"

// Bars and beats in LV2's form: from 0, in the beats of the meter.
typedef struct music_position {
  double beat_unit, beats_per_bar, beats_per_minute;
  double beat, bar_beat;
  int64_t bar;
} music_position;

static music_position music_position_of(const tenuto_music *m) {
  music_position p = {m->meter_denominator, m->meter_numerator, 0, 0, 0, 0};
  double scale = p.beat_unit / 4;  // beats of the meter per quarter note
  p.beats_per_minute = m->tempo * scale;
  p.beat = m->beat_position * scale;
  p.bar_beat = (m->beat_position - m->measure_downbeat) * scale;
  double bars = p.beats_per_bar > 0 ? floor(m->measure_downbeat * scale / p.beats_per_bar + 0.5) : 0;
  p.bar = fabs(bars) < 1e15 ? (int64_t)bars : 0;
  return p;
}

static bool is_as_expected(const known_position *known, const tenuto_music *m) {
  const tenuto_music *old = &known->music;
  return known->is_known && m->tempo == old->tempo && m->is_playing == old->is_playing &&
         m->meter_numerator == old->meter_numerator &&
         m->meter_denominator == old->meter_denominator &&
         m->sample_position == known->next_frame;
}

static void set_ports(kernel *k, const tenuto_music *m, bool is_offline) {
  music_position p = music_position_of(m);
  for (uint32_t i = 0; i < k->plugin->port_count; i++) {
    float *value = &k->controls[i];
    switch (k->plugin->ports[i].role) {
      case ROLE_FREEWHEEL: *value = is_offline; break;
      case ROLE_TEMPO: *value = (float)p.beats_per_minute; break;
      case ROLE_SPEED: *value = m->is_playing; break;
      case ROLE_FRAME: *value = (float)m->sample_position; break;
      case ROLE_BAR: *value = (float)p.bar; break;
      case ROLE_BAR_BEAT: *value = (float)p.bar_beat; break;
      case ROLE_BEAT: *value = (float)p.beat; break;
      case ROLE_BEAT_UNIT: *value = (float)p.beat_unit; break;
      case ROLE_BEATS_PER_BAR: *value = (float)p.beats_per_bar; break;
      case ROLE_NONE:
      case ROLE_LATENCY:
      case ROLE_ENABLED: break;
    }
  }
}

static void forge_position(LV2_Atom_Forge *forge, const tenuto_music *m) {
  const urids *u = common_urids();
  music_position p = music_position_of(m);
  LV2_Atom_Forge_Frame frame;
  lv2_atom_forge_object(forge, &frame, 0, u->time_position);
  lv2_atom_forge_key(forge, u->time_frame);
  lv2_atom_forge_long(forge, m->sample_position);
  lv2_atom_forge_key(forge, u->time_speed);
  lv2_atom_forge_float(forge, m->is_playing);
  lv2_atom_forge_key(forge, u->time_bar_beat);
  lv2_atom_forge_float(forge, (float)p.bar_beat);
  lv2_atom_forge_key(forge, u->time_bar);
  lv2_atom_forge_long(forge, p.bar);
  lv2_atom_forge_key(forge, u->time_beat);
  lv2_atom_forge_double(forge, p.beat);
  lv2_atom_forge_key(forge, u->time_beat_unit);
  lv2_atom_forge_int(forge, (int32_t)p.beat_unit);
  lv2_atom_forge_key(forge, u->time_beats_per_bar);
  lv2_atom_forge_float(forge, (float)p.beats_per_bar);
  lv2_atom_forge_key(forge, u->time_beats_per_minute);
  lv2_atom_forge_float(forge, (float)p.beats_per_minute);
  lv2_atom_forge_pop(forge, &frame);
}

// The music at the start of a run that begins so many frames after the call.
static void shift(tenuto_music *m, int32_t frames, double sample_rate) {
  if (!m->is_playing) return;
  m->sample_position += frames;
  m->beat_position += frames / sample_rate * m->tempo / 60;
  if (m->beat_position < m->measure_downbeat && m->meter_denominator > 0)
    m->measure_downbeat -= 4.0 * m->meter_numerator / m->meter_denominator;
}

void position_send(kernel *k, tenuto_cycle *cycle, uint32_t frame_count) {
  tenuto_music music;
  tenuto_get_music(cycle, &music);
  shift(&music, k->music_shift, k->sample_rate);
  set_ports(k, &music, tenuto_is_offline(cycle));
  bool is_new = !is_as_expected(&k->position, &music);
  k->position = (known_position){
      true, music, music.sample_position + (music.is_playing ? frame_count : 0)};
  if (!is_new) return;
  _Alignas(8) uint8_t bytes[512];
  LV2_Atom_Forge forge = k->forge;
  lv2_atom_forge_set_buffer(&forge, bytes, sizeof bytes);
  forge_position(&forge, &music);
  const LV2_Atom *atom = (const LV2_Atom *)bytes;
  for (uint32_t i = 0; i < k->plugin->port_count; i++)
    if (k->plugin->ports[i].takes_position && k->plugin->ports[i].is_input &&
        k->plugin->ports[i].kind == PORT_ATOM)
      sequence_add(k, (int32_t)i, 0, atom->type, atom + 1, atom->size);
}
