import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, day, id, ids, instant, longText, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { maybeMachineFields, siteFields } from '#kit/contract/things.ts';
import { alertChanged, alertOpened, oddKinds } from './kinds.ts';

export const silenceReasons = ['holiday', 'moved', 'repair', 'event', 'other'] as const;
export type SilenceReason = (typeof silenceReasons)[number];

const reason = () => choiceOf('alerts:reason', silenceReasons);
const silenceState = () =>
  choiceOf('alerts:silenceState', ['silent', 'over', 'ended'], {
    silent: 'info',
    over: 'quiet',
    ended: 'quiet',
  });

const base = '/api/blade-alert' as const;
const view = permit('alerts.view');
const handle = permit('alerts.handle');

/** One for what differs from the past: an alert of another kind has a cause that can be mended. */
export const silencesContract = {
  readPicture: get(`${base}/alert/picture`, view, {
    input: z.object({ id: id() }),
    output: z.object({
      /** from the first hour that counts; empty where the alert is not about the past */
      points: z.array(
        z.object({
          at: instant(),
          low: z.number(),
          middle: z.number(),
          high: z.number(),
          was: z.number(),
        }),
      ),
    }),
    refreshedBy: [alertOpened, alertChanged],
    summary: 'What a machine should have done by its own past, and what it did, added up hour by hour',
  }),
  silenceAlert: post(`${base}/silence/submit`, handle, {
    input: z.object({
      /** of an alert that is open */
      id: id(),
      reason: reason(),
      note: longText(200).optional(),
      /** of this machine, or of all machines of its site; one about a site is always for the site */
      place: choiceOf('alerts:silencePlace', ['machine', 'site']),
      /** the last day on which nothing is said */
      untilDay: day(),
    }),
    output: z.object({ id: z.string() }),
    emits: [alertChanged],
    summary: 'Ends an alert about the past and says nothing of its kind until a day, for a reason',
  }),
  listSilences: get(`${base}/silence/list`, view, {
    input: pageInput(
      {
        state: silenceState().optional(),
        reason: reason().optional(),
        kind: choiceOf('alerts:kindName', oddKinds).optional(),
        fieldId: id().optional(),
      },
      ['createdAt', 'untilAt'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        kind: choiceOf('alerts:kindName', oddKinds),
        reason: reason(),
        note: z.string(),
        /** nobody: all machines of the site */
        ...maybeMachineFields,
        ...siteFields,
        state: silenceState(),
        createdAt: instant(),
        userName: z.string(),
        untilAt: instant(),
        endedAt: instant().nullable(),
        endedName: z.string().nullable(),
      }),
    ),
    refreshedBy: [alertChanged],
    summary: 'What is not told for a while: who said so, why, and until when',
  }),
  endSilences: post(`${base}/silence/end`, handle, {
    input: z.object({ ids: ids() }),
    emits: [alertChanged],
    summary: 'Watches again from now on',
  }),
};
