import { defineEvent } from '#kit/contract/event.ts';

/** Points or tickets of somebody moved, adjusted or fell into debt. */
export const pointsMoved = defineEvent('points.moved');
export const pointRulesChanged = defineEvent('points.rules');
export const ticketCodesChanged = defineEvent('points.ticketCodes');
