import { id, text } from '#kit/contract/schemas.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Action } from '#kit/pages/actions.ts';
import { type FormAction, formAction } from '#kit/pages/form-action.ts';
import type { FormField } from '#kit/pages/form-definition.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { openSheet } from '#kit/pages/open-form.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { translate } from '#kit/ui/i18n.ts';
import { isIccid, isIcNumber, tidyNumber } from '../card-number.ts';
import { type CardKind, type CardRecord, maxImportLines, simcardsContract } from '../contract.ts';
import { renewedTo, trafficADay, trafficUsed } from '../rules/consequence-rules.ts';
import { groupedNumber } from './card-parts.tsx';
import { ImportResult } from './import-result.tsx';

const { saveCard, importCards, assignCard, renewCard, enterTraffic } = simcardsContract;
const mebibyte = 1024 * 1024;

/** People think of traffic in megabytes. */
const inMegabytes = (name: string) => ({
  suffix: ' MB',
  read: (values: Values) =>
    typeof values[name] === 'number' ? Math.round((values[name] as number) / mebibyte) : undefined,
  write: (value: unknown): Values => ({
    [name]: typeof value === 'number' ? Math.round(value * mebibyte) : undefined,
  }),
});

const schema = saveCard.input.omit({ id: true, kind: true });
const schemas: Record<CardKind, typeof schema> = {
  sim: schema.extend({
    number: text(40).refine((number) => isIccid(tidyNumber(number)), { error: 'simcards:error.iccid' }),
  }),
  ic: schema.extend({
    number: text(40).refine((number) => isIcNumber(tidyNumber(number)), { error: 'simcards:error.icNumber' }),
    holder: text(40),
  }) as unknown as typeof schema,
};

type Field = FormField<typeof schema>;
const lastFields: Field[] = [
  { name: 'enabled', label: 'simcards:field.enabled' },
  { name: 'remark', label: 'simcards:field.remark', rows: 2 },
];
const fields: Record<CardKind, Field[]> = {
  sim: [
    {
      name: 'number',
      label: 'simcards:field.iccid',
      hint: 'simcards:form.iccidHint',
      inputMode: 'numeric',
      autoComplete: 'off',
    },
    { name: 'operator', label: 'simcards:field.operator', appearance: 'list' },
    { name: 'expiresOn', label: 'simcards:field.expiresOn' },
    {
      name: 'trafficLimitBytes',
      label: 'simcards:field.trafficLimitBytes',
      hint: 'simcards:form.limitHint',
      comesTo: ({ trafficLimitBytes }) => trafficADay(trafficLimitBytes),
      ...inMegabytes('trafficLimitBytes'),
    },
    ...lastFields,
  ],
  ic: [
    {
      name: 'number',
      label: 'simcards:field.icNumber',
      hint: 'simcards:form.icHint',
      autoComplete: 'off',
    },
    { name: 'holder', label: 'simcards:field.holder', hint: 'simcards:form.holderHint' },
    { name: 'expiresOn', label: 'simcards:field.expiresOn' },
    ...lastFields,
  ],
};

/** An emptied field must reach the server as "nothing". */
const emptied = { operator: null, expiresOn: null, trafficLimitBytes: null, holder: null, remark: null };

/** A new card of a kind, or one to change. */
const cardForm = (kind: CardKind): FormAction<CardRecord | undefined> =>
  formAction({
    endpoint: saveCard,
    schema: schemas[kind],
    fields: fields[kind],
    initial: (card: CardRecord | undefined) => card ?? { enabled: true },
    toInput: (data, card) => ({ ...emptied, ...data, kind, id: card?.id }),
    success: 'kit:action.saved',
  });
export const cardForms = { sim: cardForm('sim'), ic: cardForm('ic') };

const importForm = (kind: CardKind): FormAction<undefined> =>
  formAction({
    endpoint: importCards,
    initial: { kind },
    fields: [{ name: 'lines', placeholder: `simcards:import.example.${kind}`, rows: 8 }],
    lead: (_, t) => t(`simcards:import.hint.${kind}`, { max: maxImportLines }),
    submitLabel: 'simcards:import.run',
    success: ({ added, results }, t) =>
      t('simcards:import.summary', { added, count: results.length - added }),
    done: (result) =>
      void openSheet({
        title: translate('simcards:import.title'),
        size: 560,
        content: () => <ImportResult result={result} />,
      }),
    size: 560,
  });
export const importForms = { sim: importForm('sim'), ic: importForm('ic') };

const deviceSource = referenceTo({
  endpoint: simcardsContract.listCardDevices,
  search: 'keyword',
  keyOf: (device) => device.equipmentId,
  labelOf: ({ fieldName, equipmentNo, equipmentName }) =>
    [fieldName, translate('kit:thing.machineNo', { number: equipmentNo ?? 0 }), equipmentName]
      .filter(Boolean)
      .join(' · '),
  hintOf: ({ cardNumber, code }) =>
    cardNumber ? translate('simcards:assign.taken', { number: groupedNumber(cardNumber) }) : code,
});

/** Which card it is about, by the digits that people compare. */
const titled = (label: string) => (card: CardRecord, t: typeof translate) =>
  `${t(label)} · ${card.number.slice(-6)}`;
const note = { name: 'note', label: 'simcards:field.note', rows: 2 } as const;

export const assigning: Action<CardRecord> = {
  label: 'simcards:task.assign',
  icon: 'device',
  form: formAction({
    endpoint: assignCard,
    title: titled('simcards:task.assign'),
    schema: assignCard.input.extend({ equipmentId: id().meta({ field: 'reference' }) }),
    initial: ({ id: cardId }: CardRecord) => ({ id: cardId }),
    fields: [{ name: 'equipmentId', label: 'kit:thing.machineLabel', source: deviceSource }, note],
  }),
};

export const renewing: Action<CardRecord> = {
  label: 'simcards:task.renew',
  icon: 'calendar',
  form: formAction({
    endpoint: renewCard,
    title: titled('simcards:task.renew'),
    initial: ({ id: cardId, expiresOn }: CardRecord) => ({ id: cardId, expiresOn, months: 12 }),
    fields: ({ expiresOn }) => [
      {
        name: 'months',
        hint: 'simcards:renew.monthsHint',
        comesTo: ({ months }) => renewedTo(expiresOn, businessDay(new Date()), months),
      },
      note,
    ],
    lead: ({ expiresOn }, t) => t('simcards:renew.notice', { day: expiresOn ?? t('simcards:expiry.none') }),
  }),
};

export const enteringTraffic: Action<CardRecord> = {
  label: 'simcards:task.traffic',
  icon: 'edit',
  form: formAction({
    endpoint: enterTraffic,
    title: titled('simcards:task.traffic'),
    initial: ({ id: cardId, trafficUsedBytes }: CardRecord) => ({ id: cardId, usedBytes: trafficUsedBytes }),
    fields: ({ trafficLimitBytes }) => [
      {
        name: 'usedBytes',
        hint: 'simcards:traffic.usedHint',
        comesTo: ({ usedBytes }) => trafficUsed(trafficLimitBytes, usedBytes),
        ...inMegabytes('usedBytes'),
      },
    ],
  }),
};
