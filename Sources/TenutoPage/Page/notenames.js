// Note names in five notations, as in TenutoMIDI's `NoteNaming`.

/** Semitones of the seven natural notes above C. */
const steps = [0, 2, 4, 5, 7, 9, 11];

/** The notations: a title, the seven names from C, and the form of a raised note. */
export const notations = {
  english: {
    title: "C D E", names: ["C", "D", "E", "F", "G", "A", "B"], raise: (name) => `${name}#`,
  },
  german: {
    title: "C D E … H", names: ["C", "D", "E", "F", "G", "A", "H"], raise: (name) => `${name}is`,
  },
  italian: {
    title: "Do Re Mi", names: ["Do", "Re", "Mi", "Fa", "Sol", "La", "Si"],
    raise: (name) => `${name} diesis`,
  },
  katakana: {
    title: "ド レ ミ", names: ["ド", "レ", "ミ", "ファ", "ソ", "ラ", "シ"],
    raise: (name) => `${name}♯`,
  },
  japanese: {
    title: "ハ ニ ホ", names: ["ハ", "ニ", "ホ", "ヘ", "ト", "イ", "ロ"],
    raise: (name) => `嬰${name}`,
  },
};

/** The languages of the notations, for screen readers. */
export const languages = {
  english: "English", german: "Deutsch", italian: "Italiano", katakana: "カタカナ", japanese: "日本語",
};

/** Whether a key is black. */
export function isBlack(key) {
  return !steps.includes(key % 12);
}

/** The name of a key without its octave. */
export function keyName(key, notation) {
  const { names, raise } = notations[notation];
  const step = steps.indexOf(key % 12);
  return step >= 0 ? names[step] : raise(names[steps.indexOf((key % 12) - 1)]);
}

/** The name of a key with its octave; middle C, 60, is in octave 4. */
export function noteName(key, notation) {
  const name = keyName(key, notation);
  return `${name}${name.includes(" ") ? " " : ""}${Math.floor(key / 12) - 1}`;
}
