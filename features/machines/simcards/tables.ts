import { bigint, boolean, date, integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { CardEventKind, CardKind, Operator } from './contract.ts';

/** SIM cards; the chip cards of people stand in the same list and have no device, operator or traffic. */
export const simCards = tenantTable('sim_card', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** Removed cards stay as rows: their history still names them. */
  removedAt: instantColumn('removed_at'),
  kind: text('kind').$type<CardKind>().notNull(),
  number: text('number').notNull(),
  operator: text('operator').$type<Operator>(),
  deviceId: uuid('device_id'),
  expiresOn: date('expires_on', { mode: 'string' }),
  trafficLimitBytes: bigint('traffic_limit_bytes', { mode: 'number' }),
  holder: text('holder'),
  enabled: boolean('enabled').notNull().default(true),
  remark: text('remark'),
});

export const simCardEvents = tenantTable('sim_card_event', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  cardId: uuid('card_id').notNull(),
  kind: text('kind').$type<CardEventKind>().notNull(),
  deviceId: uuid('device_id'),
  /** of the device, as it was then */
  deviceCode: text('device_code'),
  months: integer('months'),
  expiresBefore: date('expires_before', { mode: 'string' }),
  expiresAfter: date('expires_after', { mode: 'string' }),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  note: text('note'),
});

/** `month` is YYYY-MM in China's time. */
export const simCardTraffic = tenantTable('sim_card_traffic', {
  cardId: uuid('card_id').notNull(),
  month: text('month').notNull(),
  usedBytes: bigint('used_bytes', { mode: 'number' }).notNull(),
});
