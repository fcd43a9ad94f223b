import { choiceOf } from '#kit/contract/schemas.ts';

export const documentKinds = [
  'receipt',
  'transfer',
  'count',
  'loss',
  'handOut',
  'recycle',
  'reversal',
] as const;
export type DocumentKind = (typeof documentKinds)[number];
export const documentKind = () =>
  choiceOf('stock:kind', documentKinds, {
    receipt: 'good',
    transfer: 'info',
    count: 'waiting',
    loss: 'bad',
    handOut: 'info',
    recycle: 'good',
    reversal: 'quiet',
  });
