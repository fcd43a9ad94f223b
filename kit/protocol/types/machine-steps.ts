/** What moves in a machine, in the order in which machines of some type do it: said once for machines and their window. */
export const stepNames = [
  'aim',
  'lower',
  'grip',
  'lift',
  'home',
  'release',
  'spin',
  'ticket',
  'readNote',
  'coin',
  'needles',
  'turn',
  'open',
  'count',
  'await',
] as const;
export type StepName = (typeof stepNames)[number];

export const endingKinds = ['won', 'lost', 'given', 'stuck', 'counted'] as const;
export type EndingKind = (typeof endingKinds)[number];
