import { useMemo } from 'react';
import type { z } from 'zod';
import { text } from '#kit/contract/schemas.ts';
import { defineForm, type FormField } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import type { Values } from '#kit/pages/form-state.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { isIccid, isIcNumber, tidyNumber } from '../card-number.ts';
import { type CardKind, type CardRecord, operators, simcardsContract } from '../contract.ts';
import { cardAnswers, mebibyte } from './card-answers.ts';

/** A new card of a kind, or one to change. */
export interface CardFormTask {
  kind: CardKind;
  card?: CardRecord;
}

const input = simcardsContract.saveCard.input;
const iccid = () =>
  text(40).refine((number) => isIccid(tidyNumber(number)), { error: 'simcards:error.iccid' });
const icNumber = () =>
  text(40).refine((number) => isIcNumber(tidyNumber(number)), { error: 'simcards:error.icNumber' });

const schema = input.omit({ id: true, kind: true });
const schemas: Record<CardKind, typeof schema> = {
  sim: schema.extend({ number: iccid() }),
  ic: schema.extend({ number: icNumber(), holder: text(40) }) as unknown as typeof schema,
};

type Field = FormField<typeof schema>;
const enabledField: Field = { name: 'enabled', label: 'simcards:field.enabled', wide: true };
const remarkField: Field = { name: 'remark', label: 'simcards:field.remark', rows: 2, wide: true };

const megabytes = (values: Values) =>
  typeof values.trafficLimitBytes === 'number' ? values.trafficLimitBytes / mebibyte : undefined;
const fromMegabytes = (value: unknown): Values => ({
  trafficLimitBytes: typeof value === 'number' ? Math.round(value * mebibyte) : undefined,
});

const fields: Record<CardKind, Field[]> = {
  sim: [
    {
      name: 'number',
      label: 'simcards:field.iccid',
      hint: 'simcards:form.iccidHint',
      inputMode: 'numeric',
      autoComplete: 'off',
      wide: true,
    },
    {
      name: 'operator',
      label: 'simcards:field.operator',
      appearance: 'list',
      options: operators.map((value) => ({ value, label: `simcards:operator.${value}` })),
    },
    { name: 'expiresOn', label: 'simcards:field.expiresOn' },
    {
      name: 'trafficLimitBytes',
      label: 'simcards:field.trafficLimit',
      hint: 'simcards:form.limitHint',
      suffix: ' MB',
      read: megabytes,
      write: fromMegabytes,
    },
    enabledField,
    remarkField,
  ],
  ic: [
    {
      name: 'number',
      label: 'simcards:field.icNumber',
      hint: 'simcards:form.icHint',
      autoComplete: 'off',
      wide: true,
    },
    { name: 'holder', label: 'simcards:field.holder', hint: 'simcards:form.holderHint', wide: true },
    { name: 'expiresOn', label: 'simcards:field.expiresOn' },
    enabledField,
    remarkField,
  ],
};

/** An emptied field must reach the server as "nothing". */
const emptied = { operator: null, expiresOn: null, trafficLimitBytes: null, holder: null, remark: null };

function CardForm({ task, onDone }: { task: CardFormTask; onDone: () => void }) {
  const { kind, card } = task;
  const form = useMemo(
    () =>
      defineForm({
        schema: schemas[kind],
        fields: fields[kind],
        initial: card ?? { enabled: true },
        guard: false,
        submit: (data: z.input<typeof schema>) =>
          client.call(simcardsContract.saveCard, { ...emptied, ...data, kind, id: card?.id }),
        invalidates: cardAnswers,
        success: 'kit:action.saved',
        afterwards: onDone,
      }),
    [kind, card, onDone],
  );
  return <FormPage definition={form} />;
}

export function CardFormSheet({ task, onClose }: { task: CardFormTask | undefined; onClose: () => void }) {
  const t = useText();
  return (
    <Sheet
      opened={task !== undefined}
      onClose={onClose}
      title={task && t(task.card ? 'kit:action.edit' : `simcards:list.add.${task.kind}`)}
    >
      {task && <CardForm task={task} onDone={onClose} />}
    </Sheet>
  );
}
