import { boolean, doublePrecision, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { OpeningPeriod, RefundMode, SiteTimeZone, SiteType } from './contract.ts';

export const sites = tenantTable(
  'site',
  {
    id: idColumn(),
    createdAt: createdAtColumn(),
    /** Removed sites stay as rows: past orders and reports still name them. */
    removedAt: instantColumn('removed_at'),
    name: text('name').notNull(),
    type: text('type').$type<SiteType>().notNull(),
    regionCode: text('region_code').notNull(),
    address: text('address').notNull(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    isDefault: boolean('is_default').notNull().default(false),
    openingHours: jsonb('opening_hours').$type<OpeningPeriod[]>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    contactName: text('contact_name'),
    contactNumber: text('contact_number'),
    refundMode: text('refund_mode').$type<RefundMode>().notNull(),
    businessCategoryCode: integer('business_category_code'),
    timeZone: text('time_zone').$type<SiteTimeZone>().notNull().default('Asia/Shanghai'),
    /** the hour at which its day begins, for reports */
    dayStart: integer('day_start').notNull().default(0),
    sort: integer('sort').notNull().default(0),
    photo: text('photo'),
    remark: text('remark'),
  },
  { site: 'id' },
);
