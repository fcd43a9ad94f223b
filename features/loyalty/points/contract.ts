import { adjustContract } from './contract/adjust.ts';
import { booksContract } from './contract/books.ts';
import { ownContract } from './contract/own.ts';
import { rulesContract } from './contract/rules.ts';

export type { CodeState, TicketCodeRecord } from './contract/adjust.ts';
export type { HoldingRecord, MovementRecord } from './contract/books.ts';
export { pointRulesChanged, pointsMoved, ticketCodesChanged } from './contract/events.ts';
export { type Flow, flows, type PointUnit, pointUnits } from './contract/kinds.ts';
export { type OwnPlace, rankings, rankPeriods } from './contract/own.ts';
export type { RateRecord } from './contract/rules.ts';

export const pointsContract = { ...booksContract, ...rulesContract, ...adjustContract, ...ownContract };
