import { integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, tenantTable } from '#kit/server/tables.ts';
import type { DeviceType } from './contract.ts';

export const devices = tenantTable(
  'device',
  {
    id: idColumn(),
    createdAt: createdAtColumn(),
    siteId: uuid('site_id').notNull(),
    /** printed on the machine, unique over all tenants: a machine can not stand in two places */
    code: text('code').notNull(),
    /** what staff call it at its site */
    number: integer('number').notNull(),
    type: text('type').$type<DeviceType>().notNull(),
    name: text('name'),
  },
  { site: 'siteId' },
);
