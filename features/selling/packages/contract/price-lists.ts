import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, flagOf, id, ids, instant, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { machineFields, siteFields } from '#kit/contract/things.ts';
import { priceRefusals } from '#kit/protocol/messages.ts';
import { pricesChanged, view } from './shared.ts';

/** What became of the price list of a machine. */
export const priceListChanged = defineEvent<{ fieldId: string }>('prices.listChanged');

/**
 * waiting: it is offline, and gets the list when it is back; sent: no word yet; silent: no word in time, sent again when it
 * next says hello; applied: it said that it shows the list.
 */
export const listStates = ['waiting', 'sent', 'silent', 'applied', 'refused'] as const;
export type ListState = (typeof listStates)[number];
const shownStates = ['never', ...listStates] as const;

const listState = () =>
  choiceOf('packages:listState', shownStates, {
    never: 'quiet',
    waiting: 'waiting',
    sent: 'waiting',
    silent: 'bad',
    applied: 'good',
    refused: 'bad',
  });

const listRecord = z.object({
  ...machineFields,
  ...siteFields,
  state: listState(),
  /** whether what it shows is what the rules say today; null: nobody sent it anything */
  current: flagOf('packages:currentName', { yes: 'good', no: 'waiting' }).nullable(),
  reason: choiceOf('packages:listRefusal', priceRefusals).nullable(),
  askedAt: instant().nullable(),
  askedByName: z.string().nullable(),
  sentAt: instant('second').nullable(),
  answeredAt: instant('second').nullable(),
});
export type ListRecord = z.infer<typeof listRecord>;

const sendPrices = permit('packages.send');
const outcome = z.object({
  /** on its way now */
  sent: z.int(),
  /** offline: sent when they are back */
  waiting: z.int(),
  /** they show exactly this already */
  current: z.int(),
});

const sendCall = (path: `/${string}`, summary: string) =>
  get(path, sendPrices, {
    changes: true,
    input: z.object({ fieldId: id() }),
    output: outcome,
    emits: [priceListChanged],
    summary,
  });

const about = 'the price list of a site (packages and discounts) to the screens of its machines';

export const priceListCalls = {
  sendDiscounts: sendCall('/api/blade-discount/discount/updateDiscountSendTopic', `Sends ${about}`),
  sendCoinPackages: sendCall(
    '/api/blade-userZjsb/userZjsb/updateUserZjsbSendTopic',
    `Sends ${about}: the same list as from the page of discounts`,
  ),
  sendStoredPackages: sendCall(
    '/api/blade-fieldStorageTc/fieldStorageTc/updateFieldStorageTcbSendTopic',
    `Sends ${about}: the same list as from the page of discounts`,
  ),
  sendPointsPackages: sendCall(
    '/api/blade-userJfTc/userJfTc/updateUserJfTcSendTopic',
    `Sends ${about}: the same list as from the page of discounts`,
  ),
  listPriceLists: get('/api/blade-discount/discount/sendTopicList', view, {
    input: pageInput(
      {
        fieldId: id().optional(),
        state: listState().optional(),
        keyword: text(40, 0).optional(),
      },
      ['askedAt', 'sentAt', 'answeredAt'],
    ),
    output: pageOf(listRecord),
    refreshedBy: [priceListChanged, pricesChanged],
    summary: 'Machines, and whether their screens show the prices of today',
  }),
  sendPriceLists: post('/api/blade-discount/discount/sendTopicToEquipment', sendPrices, {
    input: z.object({ ids: ids() }),
    output: outcome,
    emits: [priceListChanged],
    summary: 'Sends single machines the price list of their site',
  }),
};
