import { z } from 'zod';
import { day } from '#kit/contract/schemas.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, optional } from '#kit/pages/list-page.tsx';
import type { DifferenceRecord } from '../contract/comparison.ts';
import type { Platform } from '../contract/kinds.ts';
import { groupBuysContract } from '../contract.ts';

const { listDifferences, noteDifference, listComparedDays, compareDay } = groupBuysContract;

const noteForm = formAction({
  endpoint: noteDifference,
  title: 'groupbuys:page.note',
  initial: ({ id }: DifferenceRecord) => ({ id }),
  fields: [{ name: 'note', hint: 'groupbuys:page.noteHint' }],
  success: 'groupbuys:page.noted',
});

/** Where the platform's records say something else than ours. */
export const differencesOf = (platform: Platform) =>
  defineList({
    id: 'differences',
    endpoint: listDifferences,
    input: { platform },
    columns: [
      { key: 'title', phone: 'what' },
      { key: 'difference', phone: 'more' },
      'state',
      { key: 'ourFen', phone: 'amount' },
      ...deskOnly('theirFen', 'ourState', 'theirState', 'day', 'codeEnd'),
      ...optional('storeName', 'fieldName', 'endedAt', 'endedByName', 'note'),
      'createdAt',
    ],
    filters: ['state', 'difference', 'from'],
    facts: true,
    rowActions: [
      {
        label: 'groupbuys:page.note',
        icon: 'edit',
        form: noteForm,
        visible: ({ state }) => state === 'open',
      },
    ],
    empty: { title: 'groupbuys:page.noDifference', hint: 'groupbuys:page.noDifferenceHint' },
    icon: 'circle-check',
  });

const compareForm = (platform: Platform) =>
  formAction({
    endpoint: compareDay,
    title: 'groupbuys:page.compare',
    schema: z.object({ day: day() }),
    fields: [{ name: 'day', label: 'groupbuys:field.day', hint: 'groupbuys:page.compareHint' }],
    toInput: (data) => ({ ...data, platform }),
    success: ({ verified, differences }, t) => t('groupbuys:page.compared', { verified, differences }),
  });

/** Days that were compared with the platform's records and settlement. */
export const daysOf = (platform: Platform) =>
  defineList({
    id: 'days',
    endpoint: listComparedDays,
    input: { platform },
    columns: [
      { key: 'day', phone: 'what' },
      { key: 'verifiedFen', phone: 'amount' },
      { key: 'verified', phone: 'more' },
      'openDifferences',
      ...deskOnly('cancelled', 'settledFen', 'accountName', 'comparedAt'),
    ],
    filters: ['from'],
    facts: true,
    actions: [{ label: 'groupbuys:page.compare', icon: 'refresh', form: compareForm(platform) }],
    empty: { title: 'groupbuys:page.noDay', hint: 'groupbuys:page.noDayHint' },
    icon: 'calendar',
  });
