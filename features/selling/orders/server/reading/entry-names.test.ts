import { expect, test } from 'vitest';
import {
  clearing,
  platformFee,
  type SubjectEntry,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { shownEntries } from './entry-names.ts';

const merchant = '100002';
const agent = '100001';
const above = '100009';
const entry = (account: SubjectEntry['account'], amount: number, transferId = 't1'): SubjectEntry => ({
  transferId,
  at: new Date(0),
  kind: 'order-settled',
  account,
  amount,
});
const entries = [
  entry(clearing('wechat'), -1000),
  entry(walletAccount(merchant, merchant, 'available'), 960),
  entry(walletAccount(agent, agent, 'available'), 10),
  entry(walletAccount(above, above, 'available'), 6),
  entry(platformFee, 24),
  entry(platformFee, -24, 't2'),
  entry(walletAccount(agent, agent, 'available'), -10, 't2'),
];
const seenBy = (realm: 'platform' | 'agent' | 'merchant', tenantId: string) =>
  shownEntries(entries, merchant, { realm, tenantId }).map(({ account, amount }) => [
    account.ownerKind === 'merchant' ? account.tenantId : account.ownerKind,
    amount,
  ]);

test('a merchant reads one fee of each movement, and nothing of how agents divide it', () => {
  expect(seenBy('merchant', merchant)).toEqual([
    ['channel', -1000],
    [merchant, 960],
    ['platform', 40],
    ['platform', -34],
  ]);
});

test('an agent reads its own part besides, and not the part of the agent above', () => {
  expect(seenBy('agent', agent)).toEqual([
    ['channel', -1000],
    [merchant, 960],
    [agent, 10],
    ['platform', 30],
    ['platform', -24],
    [agent, -10],
  ]);
});

test('the platform reads every leg, and nothing is lost for anybody', () => {
  expect(seenBy('platform', '000000')).toHaveLength(entries.length);
  for (const seen of [seenBy('merchant', merchant), seenBy('agent', agent)])
    expect(seen.reduce((sum, [, amount]) => sum + (amount as number), 0)).toBe(
      entries.reduce((sum, { amount }) => sum + amount, 0),
    );
});
