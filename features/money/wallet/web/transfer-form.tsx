import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { walletContract } from '../contract.ts';
import { staysBehind } from '../rules/consequence-rules.ts';

type Summary = OutputOf<typeof walletContract.readWallet>;

/** Moves available money to another wallet of the organisation. */
export const transfer = formAction({
  endpoint: walletContract.transferMoney,
  title: 'wallet:transfer.title',
  submitLabel: 'wallet:action.transfer',
  lead: ({ wallet }: Summary, t) =>
    t('wallet:transfer.available', { amount: formatFen(wallet?.balances.availableFen ?? 0) }),
  initial: ({ wallet, targets }) => ({
    fromWalletId: wallet?.id,
    toWalletId: targets.length === 1 ? targets[0]?.id : undefined,
  }),
  fields: ({ targets, wallet }) => [
    {
      name: 'toWalletId',
      label: 'wallet:field.toWalletId',
      kind: 'choice',
      options: targets.map(({ id, name }) => ({ value: id, label: name, plain: true })),
    },
    {
      name: 'amountFen',
      comesTo: ({ amountFen }) => staysBehind(wallet?.balances.availableFen ?? 0, amountFen),
    },
    'remark',
  ],
  success: 'wallet:transfer.done',
});
