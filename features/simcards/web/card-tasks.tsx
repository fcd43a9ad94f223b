import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { z } from 'zod';
import { id } from '#kit/contract/schemas.ts';
import { defineForm, type FormDefinition } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { client } from '#kit/ui/client.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { type Translate, translate, useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { type CardRecord, simcardsContract } from '../contract.ts';
import { cardAnswers, groupedNumber, mebibyte } from './card-answers.ts';
import { deviceLabel } from './card-parts.tsx';

export interface CardTask {
  kind: 'assign' | 'renew' | 'traffic';
  card: CardRecord;
}

const deviceSource = referenceTo({
  endpoint: simcardsContract.listCardDevices,
  search: 'keyword',
  keyOf: (device) => device.equipmentId,
  labelOf: (device) => [device.fieldName, deviceLabel(translate, device)].filter(Boolean).join(' · '),
  hintOf: (device) =>
    device.cardNumber
      ? translate('simcards:assign.taken', { number: groupedNumber(device.cardNumber) })
      : device.code,
});

const assign = simcardsContract.assignCard.input
  .pick({ note: true })
  .extend({ equipmentId: id().meta({ field: 'reference' }) });
const renew = simcardsContract.renewCard.input.pick({ months: true, note: true });
const traffic = simcardsContract.enterTraffic.input.pick({ usedBytes: true });

type Part = Pick<FormDefinition<z.ZodObject>, 'schema' | 'fields' | 'initial' | 'header' | 'submit'>;
/** Each form has a schema of its own; from here on they are handled alike. */
const part = <S extends z.ZodObject>(definition: FormDefinition<S>) => definition as unknown as Part;
const noteField = { name: 'note', label: 'simcards:field.note', rows: 2, wide: true } as const;

function formOf(t: Translate, { kind, card }: CardTask): Part {
  switch (kind) {
    case 'assign':
      return part({
        schema: assign,
        fields: [
          { name: 'equipmentId', label: 'simcards:field.device', source: deviceSource, wide: true },
          noteField,
        ],
        submit: (data) => client.call(simcardsContract.assignCard, { ...data, id: card.id }),
      });
    case 'renew':
      return part({
        schema: renew,
        fields: [
          { name: 'months', label: 'simcards:renew.months', hint: 'simcards:renew.monthsHint', wide: true },
          noteField,
        ],
        initial: { months: 12 },
        header: (
          <Text size="sm" c="dimmed">
            {t('simcards:renew.notice', { day: card.expiresOn ?? t('simcards:expiry.none') })}
          </Text>
        ),
        submit: (data) =>
          client.call(simcardsContract.renewCard, { ...data, id: card.id, expiresOn: card.expiresOn }),
      });
    case 'traffic':
      return part({
        schema: traffic,
        fields: [
          {
            name: 'usedBytes',
            label: 'simcards:traffic.usedThisMonth',
            hint: 'simcards:traffic.usedHint',
            suffix: ' MB',
            read: (values) =>
              typeof values.usedBytes === 'number' ? Math.round(values.usedBytes / mebibyte) : undefined,
            write: (value) => ({
              usedBytes: typeof value === 'number' ? Math.round(value * mebibyte) : undefined,
            }),
            wide: true,
          },
        ],
        initial: { usedBytes: card.trafficUsedBytes },
        submit: (data) => client.call(simcardsContract.enterTraffic, { ...data, id: card.id }),
      });
  }
}

function TaskForm({ task, onDone }: { task: CardTask; onDone: () => void }) {
  const t = useText();
  const form = useMemo(
    () =>
      defineForm({
        ...formOf(t, task),
        submitLabel: `simcards:task.${task.kind}`,
        success: 'kit:action.done',
        guard: false,
        invalidates: cardAnswers,
        afterwards: onDone,
      }),
    [t, task, onDone],
  );
  return <FormPage definition={form} />;
}

/** Assign, renew and traffic of one SIM card. */
export function CardTaskSheet({ task, onClose }: { task: CardTask | undefined; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet
      opened={task !== undefined}
      onClose={onClose}
      title={task && `${t(`simcards:task.${task.kind}`)} · ${task.card.number.slice(-6)}`}
    >
      {task && <TaskForm task={task} onDone={onClose} />}
    </Sheet>
  );
}
