import { mostPieces } from '#features/loyalty/handover/contract.ts';
import type { CounterGood } from '../contract/counter.ts';

export type WantedGood = CounterGood & { pieces: number };

/** How the phone shows a pick-up code. */
const pickup = /^CYP[0-9A-Z]{12}$/;
/** No barcode is so short. */
const number = /^[1-9]\d?$/;

type Scan =
  | { kind: 'member'; code: string }
  | { kind: 'pickup'; code: string }
  | { kind: 'pieces'; pieces: number }
  | { kind: 'good'; text: string };

/** What was scanned or typed at a counter. A number says how many of the last good, once there is one. */
export function readScan(
  typed: string,
  { isMemberCode, hasLines }: { isMemberCode: (text: string) => boolean; hasLines: boolean },
): Scan {
  const text = typed.trim();
  if (isMemberCode(text)) return { kind: 'member', code: text };
  if (pickup.test(text)) return { kind: 'pickup', code: text };
  if (hasLines && number.test(text)) return { kind: 'pieces', pieces: Number(text) };
  return { kind: 'good', text };
}

const limited = (pieces: number) => Math.max(1, Math.min(mostPieces, pieces));

/** One more of what was scanned; it is the last one then, which a number is about. */
export function withOne(lines: readonly WantedGood[], good: CounterGood): WantedGood[] {
  const known = lines.find(({ variantId }) => variantId === good.variantId);
  const others = lines.filter((line) => line !== known);
  return [...others, { ...good, pieces: limited((known?.pieces ?? 0) + 1) }];
}

/** So many of the last one. */
export const withPieces = (lines: readonly WantedGood[], pieces: number): WantedGood[] =>
  lines.map((line, place) => (place === lines.length - 1 ? { ...line, pieces: limited(pieces) } : line));
