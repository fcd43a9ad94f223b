import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { bool, id, text } from '#kit/contract/schemas.ts';

export const viewsChanged = defineEvent<object>('views.changed');

const base = '/api/blade-views' as const;
/** Which page: the path of the call whose answer it shows. */
const page = () => text(200);
const name = () => text(30);

/** More than anybody looks through on one page. */
export const mostViews = 30;

/** Parts of the page's address, without its days where a rule says them. */
const query = () =>
  z
    .record(z.string().regex(/^[A-Za-z][\w.]{0,39}$/), text(200, 0))
    .refine((parts) => Object.keys(parts).length <= 20);

/** `rules/range-rules.ts`: days that are said as a rule are other days tomorrow. */
const range = () =>
  z.string().regex(/^(today|yesterday|last7|last30|thisMonth|lastMonth|days:[1-9]\d{0,3})$/);

export const viewsContract = {
  listViews: get(`${base}/list`, 'session', {
    input: z.object({ page: page() }),
    output: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        query: z.record(z.string(), z.string()),
        range: z.string().nullable(),
        isOwn: z.boolean(),
        isShared: z.boolean(),
        userName: z.string(),
      }),
    ),
    refreshedBy: [viewsChanged],
    summary: 'The views of a page that the caller keeps, and those the organisation shares',
  }),
  saveView: post(`${base}/save`, 'session', {
    input: z.object({ page: page(), name: name(), query: query(), range: range().optional() }),
    output: z.object({ id: z.string() }),
    emits: [viewsChanged],
    summary: 'Keeps what a page shows under a name',
  }),
  renameView: post(`${base}/rename`, 'session', {
    input: z.object({ id: id(), name: name() }),
    output: z.object({ id: z.string() }),
    emits: [viewsChanged],
    summary: 'Gives an own view another name',
  }),
  removeView: post(`${base}/remove`, 'session', {
    input: z.object({ id: id() }),
    output: z.object({}),
    emits: [viewsChanged],
    summary: 'Takes an own view away',
  }),
  shareView: post(`${base}/share`, permit('views.share', 'merchant', 'agent', 'platform'), {
    input: z.object({ id: id(), shared: bool() }),
    output: z.object({ id: z.string() }),
    emits: [viewsChanged],
    summary: 'Shows an own view to the whole organisation; or no longer, also one of somebody else',
  }),
};
