import { date, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { Period, Way } from './contract/choices.ts';

/** What a person chose; who has no row gets what is usual (`rules/choice-rules.ts`). */
export const briefingChoices = tenantTable('briefing_choice', {
  userId: uuid('user_id').notNull(),
  periods: text('periods').array().$type<Period[]>().notNull(),
  ways: text('ways').array().$type<Way[]>().notNull(),
});

/** A summary that went to a person by one way. The key lets it go once. */
export const briefingsSent = tenantTable('briefing_sent', {
  userId: uuid('user_id').notNull(),
  period: text('period').$type<Period>().notNull(),
  /** the first day it is of */
  since: date('since', { mode: 'string' }).notNull(),
  way: text('way').$type<Way>().notNull(),
  /** sending: handed to the platform, which has not answered; such a text is never sent again, a WeChat message for a while */
  state: text('state').$type<'sending' | 'sent' | 'failed'>().notNull(),
  at: instantColumn('at').notNull(),
});

/** The organisation's people have been told everything that was to be told on this day. */
export const briefingDays = tenantTable('briefing_day', {
  day: date('day', { mode: 'string' }).notNull(),
});
