import { expect, it } from 'vitest';
import { dayMs } from '#kit/kernel/time.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { forgetOldLines } from '../server/forget-old-lines.ts';

const { server } = testServer();

it('lines of the log and refusals are forgotten when they are old, and not before', async () => {
  const { db } = server.services;
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
  const [device] = await db.raw`select tenant_id, id from device limit 1`;
  for (const days of [399, 401])
    await db.raw`insert into device_event (tenant_id, id, device_id, at, received_at, kind, data)
      values (${device!.tenant_id}, gen_random_uuid(), ${device!.id}, ${daysAgo(days)}, now(), 'play', ${String(days)}::text::jsonb)`;
  for (const days of [89, 91])
    await db.raw`insert into device_refusal (at, id, code, reason)
      values (${daysAgo(days)}, gen_random_uuid(), 'CW10001', ${`${days} days`})`;
  await forgetOldLines(server.services);
  const events = await db.raw`select data from device_event where data in ('399', '401')`;
  expect(events.map(({ data }) => data)).toEqual([399]);
  const refusals = await db.raw`select reason from device_refusal where reason like '% days'`;
  expect(refusals.map(({ reason }) => reason)).toEqual(['89 days']);
});
