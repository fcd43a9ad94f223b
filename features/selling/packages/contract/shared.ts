import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, day, flagOf, weekPeriod } from '#kit/contract/schemas.ts';
import { audiences, packageKinds, roundings } from './price-rules.ts';

export const view = permit('packages.view');
export const edit = permit('packages.edit');

/** Whatever changes a price of a site: a package, a discount, the rounding. */
export const pricesChanged = defineEvent<{ fieldId: string }>('prices.changed');

export const packageKind = () => choiceOf('packages:kindName', packageKinds);
/** What a single machine may have: points belong to the site. */
export const machineKind = () => choiceOf('packages:kindName', ['coins', 'stored']);
export const audience = () => choiceOf('packages:audienceName', audiences);
export const rounding = () => choiceOf('packages:roundingName', roundings);

/** How it stands now, in one word. */
export const standings = ['holds', 'notNow', 'notYet', 'over', 'off'] as const;
export const standing = () =>
  choiceOf('packages:standingName', standings, {
    holds: 'good',
    notNow: 'waiting',
    notYet: 'waiting',
    over: 'quiet',
    off: 'quiet',
  });

/** When something holds, as people fill it in and as they read it. */
export const termInput = {
  active: flagOf('packages:activeName').default(true),
  fromDay: day().nullable().default(null),
  toDay: day().nullable().default(null),
  hours: z.array(weekPeriod()).max(14).default([]),
};
export const termFields = {
  active: flagOf('packages:activeName'),
  standing: standing(),
  fromDay: day().nullable(),
  toDay: day().nullable(),
  hours: z.array(weekPeriod()),
};
