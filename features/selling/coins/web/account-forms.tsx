import { countedAgainst, isTyped } from '#kit/contract/consequence.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { ExchangeAccount } from '../contract/exchange-machines.ts';
import { coinsContract } from '../contract.ts';

const usualHoppers = [1, 2, 3];
const hoppersOf = ({ hoppers }: ExchangeAccount) =>
  hoppers.length > 0 ? hoppers.map(({ hopper }) => hopper) : usualHoppers;

export const load = formAction({
  endpoint: coinsContract.loadExchange,
  title: 'coins:account.load',
  submitLabel: 'coins:account.load',
  initial: (account: ExchangeAccount) => ({
    equipmentId: account.equipmentId,
    hopper: hoppersOf(account)[0],
  }),
  fields: (account) => [
    {
      name: 'hopper',
      kind: 'choice',
      options: hoppersOf(account).map((hopper) => ({
        value: hopper,
        label: String(hopper),
        plain: true,
      })),
    },
    {
      name: 'coins',
      label: 'coins:account.poured',
      comesTo: ({ coins }) =>
        isTyped(coins) && account.expected !== null
          ? { text: 'coins:account.afterLoad', params: { count: account.expected + coins } }
          : undefined,
    },
    { name: 'remark', kind: 'text' },
  ],
  success: ({ told }, t) => t(told ? 'coins:account.loadTold' : 'coins:account.loadNoted'),
});

export const count = formAction({
  endpoint: coinsContract.countExchange,
  title: ({ expected }: ExchangeAccount, t) =>
    t(expected === null ? 'coins:account.open' : 'coins:account.count'),
  submitLabel: 'coins:account.saveCount',
  lead: ({ expected }, t) =>
    expected === null ? t('coins:account.openHint') : t('coins:account.countHint', { count: expected }),
  initial: ({ equipmentId }) => ({ equipmentId }),
  fields: ({ expected }) => [
    {
      name: 'counted',
      label: 'coins:account.countedByHand',
      comesTo: ({ counted }) =>
        isTyped(counted) && expected !== null ? countedAgainst(counted, expected) : undefined,
    },
    { name: 'remark', kind: 'text' },
  ],
  success: ({ difference }, t) =>
    difference === null
      ? t('coins:account.opened')
      : t('coins:account.countedWith', { difference: difference > 0 ? `+${difference}` : difference }),
});
