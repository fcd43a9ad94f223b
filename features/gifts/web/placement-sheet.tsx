import { Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { defineForm, type FormDefinition, type FormField } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { client } from '#kit/ui/client.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { type Translate, translate, useText } from '#kit/ui/i18n.ts';
import { newRequestId } from '#kit/ui/request-id.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import type { PlacementRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { giftAnswers } from './gift-answers.ts';
import { deviceLabel } from './gift-parts.tsx';

export interface PlacementTask {
  placement: PlacementRecord;
  kind: 'load' | 'unload' | 'replace' | 'count' | 'configure';
}

const giftSource = referenceTo({
  endpoint: giftsContract.listGifts,
  search: 'name',
  labelOf: (gift) => gift.name,
  hintOf: (gift) => translate('gifts:placement.warehouseHas', { number: gift.stock }),
});

const loadInput = giftsContract.loadDevice.input;
const topUp = loadInput.pick({ amount: true });
const firstLoad = giftsContract.replaceGift.input.pick({
  giftId: true,
  amount: true,
  capacity: true,
  alarmThreshold: true,
});
const unload = giftsContract.unloadDevice.input.pick({ amount: true, note: true });
const count = giftsContract.countDevice.input.pick({ stock: true, note: true });
const configure = giftsContract.configurePlacement.input.omit({ equipmentId: true });

const amountField = { name: 'amount', label: 'gifts:field.amount', min: 1, wide: true } as const;
const placementFields: FormField<typeof firstLoad>[] = [
  { name: 'giftId', label: 'gifts:field.gift', source: giftSource, wide: true },
  { name: 'amount', label: 'gifts:placement.amountIn', wide: true },
  { name: 'capacity', label: 'gifts:field.capacity', hint: 'gifts:placement.capacityHint' },
  { name: 'alarmThreshold', label: 'gifts:field.alarmThreshold', hint: 'gifts:placement.alarmHint' },
];

const defaultCapacity = 30;
const defaultThreshold = 5;

type Part = Omit<FormDefinition<z.ZodObject>, 'guard' | 'invalidates' | 'afterwards'>;
/** Each form has a schema of its own; from here on they are handled alike. */
const part = <S extends z.ZodObject>(definition: FormDefinition<S>) => definition as unknown as Part;

function loadForm(t: Translate, placement: PlacementRecord, requestId: string): Part {
  const { equipmentId, giftId, capacity, stock, warehouseStock } = placement;
  if (giftId === null)
    return part({
      schema: firstLoad,
      fields: placementFields,
      initial: { capacity: defaultCapacity, alarmThreshold: defaultThreshold },
      submit: (data) => client.call(giftsContract.loadDevice, { ...data, equipmentId, requestId }),
    });
  const room = Math.max(0, (capacity ?? 0) - stock);
  const suggested = Math.min(room, warehouseStock ?? 0);
  return part({
    schema: topUp,
    fields: [amountField],
    initial: suggested > 0 ? { amount: suggested } : {},
    header: (
      <Text size="sm" c="dimmed">
        {t('gifts:placement.room', { room, warehouse: warehouseStock ?? 0 })}
      </Text>
    ),
    submit: (data) => client.call(giftsContract.loadDevice, { ...data, equipmentId, giftId, requestId }),
  });
}

function formOf(t: Translate, { kind, placement }: PlacementTask, requestId: string): Part {
  const { equipmentId } = placement;
  switch (kind) {
    case 'load':
      return loadForm(t, placement, requestId);
    case 'unload':
      return part({
        schema: unload,
        fields: [amountField, { name: 'note', label: 'gifts:field.note', rows: 2, wide: true }],
        initial: { amount: placement.stock },
        submit: (data) => client.call(giftsContract.unloadDevice, { ...data, equipmentId, requestId }),
      });
    case 'replace':
      return part({
        schema: firstLoad,
        fields: placementFields,
        initial: { capacity: placement.capacity, alarmThreshold: placement.alarmThreshold },
        submit: (data) => client.call(giftsContract.replaceGift, { ...data, equipmentId, requestId }),
      });
    case 'count':
      return part({
        schema: count,
        fields: [
          { name: 'stock', label: 'gifts:stock.counted', hint: 'gifts:placement.countHint', wide: true },
          {
            name: 'note',
            label: 'gifts:field.reason',
            placeholder: 'gifts:stock.reason.correct',
            rows: 2,
            wide: true,
          },
        ],
        submit: (data) => client.call(giftsContract.countDevice, { ...data, equipmentId }),
      });
    case 'configure':
      return part({
        schema: configure,
        fields: placementFields.slice(2) as unknown as FormField<typeof configure>[],
        initial: { capacity: placement.capacity, alarmThreshold: placement.alarmThreshold },
        submit: (data) => client.call(giftsContract.configurePlacement, { ...data, equipmentId }),
      });
  }
}

function PlacementForm({ task, onDone }: { task: PlacementTask; onDone: () => void }) {
  const t = useText();
  // One intent, one id: tapping twice or trying again after a lost answer moves the pieces once.
  const [requestId] = useState(newRequestId);
  const form = useMemo(
    () =>
      defineForm({
        submitLabel: `gifts:placement.${task.kind}`,
        success: 'gifts:placement.done',
        ...formOf(t, task, requestId),
        guard: false,
        invalidates: giftAnswers,
        afterwards: onDone,
      }),
    [t, task, requestId, onDone],
  );
  const { giftName, stock } = task.placement;
  return (
    <Stack gap="sm">
      {giftName && task.kind !== 'configure' && (
        <Text size="sm">{t('gifts:placement.holds', { name: giftName, number: stock })}</Text>
      )}
      {task.kind === 'replace' && (
        <Text size="sm" c="dimmed">
          {t('gifts:placement.replaceHint')}
        </Text>
      )}
      <FormPage definition={form} />
    </Stack>
  );
}

/** Everything staff do to what lies in one device. */
export function PlacementSheet(props: { task: PlacementTask | undefined; onClose: () => void }) {
  const t = useText();
  const { task, onClose } = props;
  return (
    <Sheet
      opened={task !== undefined}
      onClose={onClose}
      title={task && `${t(`gifts:placement.${task.kind}`)} · ${deviceLabel(t, task.placement)}`}
    >
      {task && <PlacementForm task={task} onDone={onClose} />}
    </Sheet>
  );
}
