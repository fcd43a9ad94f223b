import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, day, weekPeriod } from '#kit/contract/schemas.ts';

export const base = '/api/blade-ad';
export const view = permit('ads.view');
export const edit = permit('ads.edit');

/** Media, groups, placements or the main switch. */
export const adsChanged = defineEvent<Record<string, never>>('ads.changed');
/** How far a machine is with what it is to show. */
export const screenChanged = defineEvent<{ id: string }>('ads.screen');

export const mediaKind = () => choiceOf('ads:mediaKind', ['picture', 'video']);
/** A second is the least that anybody sees; the protocol takes no more than 300. */
export const itemSeconds = { min: 1, max: 300 };
export const maxItems = 30;
/** of one machine: what fits into one message */
export const maxOnScreen = 50;
export const maxPeriods = 7;

export const screenStates = ['waiting', 'sent', 'downloading', 'applied', 'failed', 'none'] as const;
export const screenState = () =>
  choiceOf('ads:screenState', screenStates, {
    waiting: 'waiting',
    sent: 'waiting',
    downloading: 'info',
    applied: 'good',
    failed: 'bad',
    none: 'quiet',
  });
export const screenReasons = [
  'hash',
  'space',
  'download',
  'format',
  'signature',
  'expired',
  'old',
  'noAnswer',
] as const;
export type ScreenReason = (typeof screenReasons)[number];

export const asideReasons = ['unknown', 'future', 'old', 'tooMany'] as const;
export type AsideReason = (typeof asideReasons)[number];

export const termInput = {
  fromDay: day().nullable().default(null),
  toDay: day().nullable().default(null),
  hours: z.array(weekPeriod()).max(maxPeriods).default([]),
};
export const termFields = {
  fromDay: day().nullable(),
  toDay: day().nullable(),
  hours: z.array(weekPeriod()),
};
