import { boolean, date, integer, text, uuid } from 'drizzle-orm/pg-core';
import { createdAtColumn, idColumn, siteTable } from '#kit/server/tables.ts';
import type { Reminded } from './rules/fan-group-rules.ts';
import type { OwnPage, SlideLink } from './rules/slide-rules.ts';

/** Pictures at the head of the players' home page. */
export const slides = siteTable('slide', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** none: at every site of the merchant */
  siteId: uuid('site_id'),
  name: text('name').notNull(),
  image: text('image').notNull(),
  enabled: boolean('enabled').notNull(),
  link: text('link').$type<SlideLink['link']>().notNull(),
  page: text('page').$type<OwnPage>(),
  address: text('address'),
  fromDay: date('from_day', { mode: 'string' }),
  toDay: date('to_day', { mode: 'string' }),
  sort: integer('sort').notNull(),
});

/** The group of a shop on WeChat, by the picture of its code. */
export const fanGroups = siteTable('fan_group', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  name: text('name').notNull(),
  intro: text('intro').notNull(),
  qr: text('qr').notNull(),
  endsOn: date('ends_on', { mode: 'string' }).notNull(),
  /** what its merchant was told of this end: that it comes, that it has come */
  reminded: text('reminded').$type<Reminded>(),
});
