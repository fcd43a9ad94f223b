import { formatFen, parseYuan } from '#kit/kernel/money.ts';

/** The text of a money field for a value in fen: without separators, so that it can be edited. */
export function yuanText(fen: number | undefined): string {
  return fen === undefined ? '' : formatFen(fen).replaceAll(',', '').replace(/\.00$/, '');
}

/** undefined: the field is empty. NaN: it is not an amount; the schema then refuses it. */
export function fenOf(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  return parseYuan(text) ?? Number.NaN;
}

export function percentText(basisPoints: number | undefined): string {
  if (basisPoints === undefined || Number.isNaN(basisPoints)) return '';
  const sign = basisPoints < 0 ? '-' : '';
  const absolute = Math.abs(basisPoints);
  const rest = String(absolute % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${sign}${Math.floor(absolute / 100)}${rest && `.${rest}`}`;
}

/** Text arithmetic, because 0.07 × 100 is not 7 in floating point. */
export function basisPointsOf(text: string): number | undefined {
  if (text.trim() === '') return undefined;
  const match = /^(-?)(\d{1,9})(?:\.(\d{0,2}))?$/.exec(text.trim());
  if (!match) return Number.NaN;
  const value = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? 0 - value : value;
}
