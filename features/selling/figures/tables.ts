import { bigint, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { Measure } from './contract/measures.ts';

/** When a day of a site begins, as its figures have it. */
export const figureSites = tenantTable(
  'figure_site',
  {
    siteId: uuid('site_id').notNull(),
    timeZone: text('time_zone').notNull(),
    dayStart: integer('day_start').notNull(),
  },
  { site: 'siteId' },
);

/** What happened and is not part of the levels yet; triggers write it. */
export const figureChanges = tenantTable(
  'figure_change',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    siteId: uuid('site_id'),
    deviceId: uuid('device_id'),
    deviceType: text('device_type'),
    walletId: text('wallet_id'),
    at: instantColumn('at').notNull(),
    figures: jsonb('figures').$type<Partial<Record<Measure, number>>>().notNull(),
  },
  { site: 'siteId' },
);

const day = () => date('day', { mode: 'string' }).notNull();
const siteColumns = () => ({
  siteId: uuid('site_id').notNull(),
  deviceType: text('device_type').notNull(),
  walletId: text('wallet_id').notNull(),
  measure: text('measure').$type<Measure>().notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
});
const deviceColumns = () => ({ ...siteColumns(), deviceId: uuid('device_id').notNull() });

export const figureHours = tenantTable(
  'figure_hour',
  { ...deviceColumns(), hourAt: instantColumn('hour_at').notNull() },
  { site: 'siteId' },
);
export const figureSiteHours = tenantTable(
  'figure_site_hour',
  { ...siteColumns(), hourAt: instantColumn('hour_at').notNull() },
  { site: 'siteId' },
);
export const figureDays = tenantTable('figure_day', { ...deviceColumns(), day: day() }, { site: 'siteId' });
/** `day` is the first of the month */
export const figureMonths = tenantTable(
  'figure_month',
  { ...deviceColumns(), day: day() },
  { site: 'siteId' },
);
export const figureSiteDays = tenantTable(
  'figure_site_day',
  { ...siteColumns(), day: day() },
  { site: 'siteId' },
);
export const figureSiteMonths = tenantTable(
  'figure_site_month',
  { ...siteColumns(), day: day() },
  { site: 'siteId' },
);

/** Nothing of these days changes any more, but by corrections. */
export const figureFixedDays = tenantTable('figure_fixed_day', {
  day: day(),
  fixedAt: instantColumn('fixed_at').notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
});

export const figureTasks = tenantTable(
  'figure_task',
  {
    id: idColumn(),
    createdAt: createdAtColumn(),
    kind: text('kind').$type<'recount' | 'days'>().notNull(),
    siteId: uuid('site_id'),
    timeZone: text('time_zone'),
    dayStart: integer('day_start'),
    /** null: the server itself */
    userName: text('user_name'),
    /** of a recount: the month that its first step is about */
    since: date('since', { mode: 'string' }),
    done: integer('done').notNull().default(0),
    /** null until it has begun */
    total: integer('total'),
    endedAt: instantColumn('ended_at'),
  },
  { site: 'siteId' },
);

export type CorrectionReason = 'late' | 'dayStart' | 'recount';

export const figureCorrections = tenantTable(
  'figure_correction',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    ...deviceColumns(),
    day: day(),
    notedAt: instantColumn('noted_at').notNull().defaultNow(),
    why: text('why').$type<CorrectionReason>().notNull(),
  },
  { site: 'siteId' },
);
