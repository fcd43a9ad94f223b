import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { bool, choiceOf, flagOf, id, ids, pageInput, pageOf, ratio, text } from '#kit/contract/schemas.ts';
import { machineFields, siteFields } from '#kit/contract/things.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

export const oddsChanged = defineEvent('play.oddsChanged');

const mayPublish = permit('play.odds', 'merchant');
const base = '/api/blade-play/odds' as const;
const published = () => flagOf('play:published', { yes: 'good' });

/** What the machine is set to. */
const set = {
  /** of plays that it is set to win; null: it is not set by a rate */
  rateBasisPoints: ratio().nullable(),
  /** after so many plays without a prize the next one is let win; null: no such rule */
  guaranteeAfter: z.int().nullable(),
};

/** … and how far it is, as players see it. */
export const shownOdds = z.object({
  ...set,
  /** plays until the rule holds, counted as the machine tells them; null: nobody can tell */
  toGo: z.int().nullable(),
});
export type ShownOdds = z.infer<typeof shownOdds>;

const oddsRecord = z.object({
  id: z.string(),
  ...machineFields,
  ...siteFields,
  type: choiceOf('devices:type', deviceTypes),
  ...set,
  published: published(),
});
export type OddsRecord = z.infer<typeof oddsRecord>;

export const oddsCalls = {
  listOdds: get(`${base}/list`, mayPublish, {
    input: pageInput(
      { fieldId: id().optional(), published: bool().optional(), word: text(40, 0).optional() },
      ['equipmentNo'],
    ),
    output: pageOf(oddsRecord),
    refreshedBy: [oddsChanged],
    summary: 'Claw and lipstick machines, what they are set to, and whether players see it',
  }),
  publishOdds: post(`${base}/publish`, mayPublish, {
    input: z.object({ ids: ids(), published: bool() }),
    emits: [oddsChanged],
    summary: 'Shows players of these machines how they are set, or shows it no more',
  }),
  readResult: get('/api/blade-player/player/playResult', 'player', {
    rate: { max: 240, windowSeconds: 60 },
    input: z.object({ orderNumber: z.string().regex(/^\d{1,20}$/) }),
    output: z
      .object({
        /** prizes that the machine told of */
        prizes: z.int(),
        /** it will not tell of more */
        over: z.boolean(),
      })
      .nullable(),
    summary: 'Whether the machine gave a prize for what a player bought; null: it tells of none',
  }),
};
