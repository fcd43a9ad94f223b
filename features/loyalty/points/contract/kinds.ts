import { choiceOf } from '#kit/contract/schemas.ts';

/** What this feature keeps; what players buy with money is elsewhere. */
export const pointUnits = ['point', 'ticket'] as const;
export type PointUnit = (typeof pointUnits)[number];
export const pointUnit = () => choiceOf('points:unit', pointUnits);

/** What a movement means for the merchant; `moved` stays with the same person. */
export const flows = ['issued', 'spent', 'expired', 'reversed', 'adjusted', 'moved'] as const;
export type Flow = (typeof flows)[number];
export const flow = () =>
  choiceOf('points:flow', flows, {
    issued: 'good',
    spent: 'info',
    expired: 'quiet',
    reversed: 'bad',
    adjusted: 'waiting',
    moved: 'quiet',
  });

/** The most that one movement by hand brings or takes. */
export const mostAtOnce = 1_000_000;
