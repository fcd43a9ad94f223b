export const amountKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'] as const;
export type AmountKey = (typeof amountKeys)[number];

const shape = /^(0|[1-9]\d*)?(\.\d{0,2})?$/;

/** What stands there after a key; a key that would make no amount, or one above the limit, changes nothing. */
export function typeAmount(text: string, key: AmountKey, maxFen: number): string {
  if (key === 'back') return text.slice(0, -1);
  const typed = key === '.' && text === '' ? '0.' : text === '0' && key !== '.' ? key : text + key;
  return shape.test(typed) && fenOf(typed) <= maxFen ? typed : text;
}

/** Whole fen of what was typed so far. */
export function fenOf(text: string): number {
  const [whole = '', rest = ''] = text.split('.');
  return Number(whole || 0) * 100 + Number(rest.padEnd(2, '0') || 0);
}
