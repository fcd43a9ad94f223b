import type { Action } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { IconName } from '#kit/ui/icons.tsx';
import type { GiftRecord, warehouseKinds } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { warehouseAfter } from '../rules/consequence-rules.ts';

type StockKind = (typeof warehouseKinds)[number];

const icons: Record<StockKind, IconName> = { in: 'plus', out: 'upload', correct: 'clipboard-list' };

/** What staff book in the warehouse: pieces in, out, or what was counted. */
export const stockAction = (kind: StockKind): Action<GiftRecord> => ({
  label: `gifts:stock.${kind}`,
  icon: icons[kind],
  form: formAction({
    endpoint: giftsContract.moveStock,
    title: (gift: GiftRecord, t) => `${t(`gifts:stock.${kind}`)} · ${gift.name}`,
    submitLabel: `gifts:stock.${kind}`,
    initial: (gift) => ({ giftId: gift.id, kind }),
    lead: ({ stock }, t) => t('gifts:stock.now', { number: stock }),
    fields: ({ stock }) => [
      {
        name: 'amount',
        comesTo: ({ amount }) => warehouseAfter(kind, stock, amount),
        label: kind === 'correct' ? 'gifts:stock.counted' : 'gifts:field.amount',
        hint: kind === 'correct' ? 'gifts:stock.countedHint' : undefined,
        min: kind === 'correct' ? 0 : 1,
      },
      {
        name: 'note',
        label: 'gifts:field.reason',
        placeholder: `gifts:stock.reason.${kind}`,
        required: kind !== 'in',
        rows: 2,
      },
    ],
    success: 'gifts:stock.booked',
  }),
});
