import { hourMs } from '#kit/kernel/time.ts';

/** Alipay writes yuan with at most two decimals; ours are whole fen. No floating point in between. */
export function yuanOf(fen: number): string {
  if (!Number.isSafeInteger(fen) || fen < 0) throw new RangeError(`not an amount: ${fen}`);
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** undefined when the text is not an amount of whole fen. */
export function fenOf(yuan: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan);
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

const chinaOffsetMs = 8 * hourMs;

/** `yyyy-MM-dd HH:mm:ss` in Chinese time, wherever this process runs. */
export const stampOf = (at: Date): string =>
  new Date(at.getTime() + chinaOffsetMs)
    .toISOString()
    .slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
    .replace('T', ' ');

export function instantOf(stamp: string | undefined): Date | undefined {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(stamp ?? '');
  const at = match && new Date(`${match[1]}T${match[2]}+08:00`);
  return at && !Number.isNaN(at.getTime()) ? at : undefined;
}
