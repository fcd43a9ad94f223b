import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import {
  choiceOf,
  day,
  id,
  ids,
  longText,
  pageInput,
  pageOf,
  picture,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';
import { creationTime, siteFields } from '#kit/contract/things.ts';

export const fanGroupChanged = defineEvent('fanGroup.changed');

export const qrMaxBytes = 200 * 1024;

const state = () =>
  choiceOf('storefront:groupState', ['open', 'ending', 'ended'], {
    open: 'good',
    ending: 'waiting',
    ended: 'bad',
  });

const groupRecord = z.object({
  id: z.string(),
  ...siteFields,
  name: z.string(),
  intro: z.string(),
  qr: picture(),
  endsOn: day(),
  state: state(),
  createdAt: creationTime(),
});

const { get, post } = callsAbout({ refreshedBy: [fanGroupChanged], emits: [fanGroupChanged] });
const view = permit('storefront.view');
const edit = permit('storefront.edit');

export const fanGroupCalls = {
  listFanGroups: get('/api/blade-fansGroup/list', view, {
    summary: 'Groups that players can join, one for a shop',
    input: pageInput({ name: text(40, 0).optional(), fieldId: id().optional() }, ['endsOn', 'createdAt']),
    output: pageOf(groupRecord),
  }),
  saveFanGroup: post('/api/blade-fansGroup/save', edit, {
    summary: 'Adds the group of a shop, or with an id changes it',
    input: z.object({
      id: id().optional(),
      fieldId: id(),
      name: text(40),
      intro: longText(200),
      qr: uploadPath(),
      endsOn: day(),
    }),
    output: z.object({ id: z.string() }),
  }),
  removeFanGroups: post('/api/blade-fansGroup/remove', edit, {
    summary: 'Takes groups away',
    input: z.object({ ids: ids() }),
  }),
  showFanGroup: get('/api/blade-fansGroup/show', 'public', {
    summary: 'The group of a shop; its code only for as long as it is good',
    input: z.object({ fieldId: id() }),
    output: z.object({
      fieldName: z.string(),
      group: z
        .object({ name: z.string(), intro: z.string(), qr: picture().nullable(), endsOn: day() })
        .nullable(),
    }),
    rate: { max: 600, windowSeconds: 60 },
  }),
};
