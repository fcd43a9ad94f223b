import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { createdAtColumn, idColumn, instantColumn } from '#kit/server/tables.ts';
import type { TransferState } from './contract/transfers.ts';

/**
 * A device on its way to another merchant: it belongs to two tenants, so it is no tenant table, and every query names
 * one of the two. At most one offer of a device is open.
 */
export const deviceTransfers = pgTable('device_transfer', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  fromTenantId: text('from_tenant_id').notNull(),
  /** the row of the former owner */
  deviceId: uuid('device_id').notNull(),
  toTenantId: text('to_tenant_id').notNull(),
  code: text('code').notNull(),
  type: text('type').$type<DeviceType>().notNull(),
  deviceName: text('device_name'),
  state: text('state').$type<TransferState>().notNull(),
  offeredBy: text('offered_by').notNull(),
  decidedAt: instantColumn('decided_at'),
});
