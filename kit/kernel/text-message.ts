import { inChina } from './time.ts';

/** A variable of a text may have no more signs. */
const longest = 20;

export const shortParam = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;

/** MM-DD hh:mm where the shops are. */
export const momentParam = (at: Date): string => inChina(at).toISOString().slice(5, 16).replace('T', ' ');
