import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { defineForm, type FormField } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { newRequestId } from '#kit/ui/request-id.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import type { GiftRecord, warehouseKinds } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { giftAnswers } from './gift-answers.ts';

export type StockKind = (typeof warehouseKinds)[number];
export interface StockTask {
  gift: Pick<GiftRecord, 'id' | 'name' | 'stock'>;
  kind: StockKind;
}

const schema = giftsContract.moveStock.input.pick({ amount: true, note: true });

function StockForm({ task, onDone }: { task: StockTask; onDone: () => void }) {
  const t = useText();
  const { gift, kind } = task;
  // One intent, one id: tapping twice or trying again after a lost answer books once.
  const [requestId] = useState(newRequestId);
  const form = useMemo(() => {
    const fields: FormField<typeof schema>[] = [
      {
        name: 'amount',
        label: kind === 'correct' ? 'gifts:stock.counted' : 'gifts:field.amount',
        hint: kind === 'correct' ? 'gifts:stock.countedHint' : undefined,
        min: kind === 'correct' ? 0 : 1,
        wide: true,
      },
      {
        name: 'note',
        label: 'gifts:field.reason',
        placeholder: `gifts:stock.reason.${kind}`,
        required: kind !== 'in',
        rows: 2,
        wide: true,
      },
    ];
    return defineForm({
      schema,
      fields,
      guard: false,
      header: (
        <Text size="sm" c="dimmed">
          {t('gifts:stock.now', { number: gift.stock })}
        </Text>
      ),
      submit: (data) => client.call(giftsContract.moveStock, { ...data, giftId: gift.id, kind, requestId }),
      submitLabel: `gifts:stock.${kind}`,
      invalidates: giftAnswers,
      success: 'gifts:stock.booked',
      afterwards: onDone,
    });
  }, [gift, kind, requestId, onDone, t]);
  return <FormPage definition={form} />;
}

export function StockSheet({ task, onClose }: { task: StockTask | undefined; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet
      opened={task !== undefined}
      onClose={onClose}
      title={task && `${t(`gifts:stock.${task.kind}`)} · ${task.gift.name}`}
    >
      {task && <StockForm task={task} onDone={onClose} />}
    </Sheet>
  );
}
