import { bigint, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { Door, RequestState } from './contract.ts';

const fen = (name: string) => bigint(name, { mode: 'number' });
const who = { userId: uuid('user_id').notNull(), userName: text('user_name').notNull() };
const door = () => text('door').$type<Door>().notNull();

/** All that was given away, by whatever door: one row for each thing given. */
export const allowanceGiven = tenantTable('allowance_given', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...who,
  day: date('day', { mode: 'string' }).notNull(),
  door: door(),
  /** what was given, by the door's own name for it: said again it counts once */
  subjectId: uuid('subject_id').notNull(),
  units: integer('units').notNull(),
  worthFen: fen('worth_fen').notNull(),
  /** what of it counts: less where a part never left, or came back */
  countsFen: fen('counts_fen').notNull(),
  /** a promise that nobody takes up until then counts no more */
  lapsesAt: instantColumn('lapses_at'),
  /** the request that a second person agreed to: it counts against nobody's day */
  requestId: uuid('request_id'),
});

/** Of everybody (no role), and of job roles that have another. */
export const allowanceLimits = tenantTable('allowance_limit', {
  id: idColumn(),
  roleId: uuid('role_id'),
  perDayFen: fen('per_day_fen').notNull(),
  /** one gift that is worth more needs a second person, whatever is left of the day */
  aloneFen: fen('alone_fen').notNull(),
});

/** What a door tells the second person; said in the reader's language. */
export interface Told {
  key: string;
  params?: Record<string, string | number>;
}

export const allowanceRequests = tenantTable('allowance_request', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...who,
  door: door(),
  label: text('label').notNull(),
  tells: jsonb('tells').$type<Told[]>().notNull(),
  worthFen: fen('worth_fen').notNull(),
  /** what carries it out; gone once it is decided */
  payload: jsonb('payload').$type<unknown>(),
  state: text('state').$type<RequestState>().notNull(),
  decidedAt: instantColumn('decided_at'),
  decidedBy: uuid('decided_by'),
  decidedByName: text('decided_by_name'),
  reason: text('reason').notNull().default(''),
});
