import type { NoteBonus } from '../contract/price-rules.ts';

export interface AcceptedNote {
  yuan: NoteBonus['yuan'];
  accepted: boolean;
  bonusCoins: number;
}

/**
 * The notes of a machine with what its site gives on top: which notes it takes stays as it is, and a note that the site
 * says nothing about gives nothing on top.
 */
export const notesWith = (notes: readonly AcceptedNote[], bonuses: readonly NoteBonus[]): AcceptedNote[] =>
  notes.map((note) => ({
    ...note,
    bonusCoins: bonuses.find(({ yuan }) => yuan === note.yuan)?.bonusCoins ?? 0,
  }));
