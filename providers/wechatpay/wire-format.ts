import { inChina } from '#kit/kernel/time.ts';

/** RFC 3339 in the platform's own zone, without fractions, as its examples have it. */
export const platformTime = (at: Date): string =>
  `${inChina(at).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}+08:00`;

/** The platform limits texts by characters; a cut never halves one. */
export const clipped = (text: string, maxCharacters: number): string =>
  Array.from(text).slice(0, maxCharacters).join('');
