import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#kit/contract/client.ts';
import { demoId } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { playContract } from '../contract.ts';

let server: TestServer;
let nobody: Client;
beforeAll(async () => {
  server = await startTestServer();
  nobody = await server.as(undefined);
});
afterAll(() => server.close());

const read = (equipmentId: string) => nobody.call(playContract.readMachine, { equipmentId });
const claw = 'CW10001';

async function tell(state: { online?: boolean; busy?: boolean; faults?: string[] }): Promise<void> {
  const { online = true, busy = false, faults = [] } = state;
  await server.services.db.raw`
    update device_state set online = ${online}, busy = ${busy}, faults = ${JSON.stringify(faults)}::text::jsonb
    where device_id = ${demoId(`device:${claw}`)}`;
}

describe('whoever scans a machine', () => {
  it('reads which it is, where it stands, and what a play costs in money and coins', async () => {
    await tell({});
    expect(await read(claw)).toMatchObject({
      equipmentNo: 1,
      type: 'claw',
      typeName: 'Claw machine',
      state: 'ready',
      price: { per: 'play', lowFen: 200, highFen: 200, coins: 1 },
    });
    expect((await read(claw.toLowerCase())).equipmentNo).toBe(1);
  });

  it('reads when somebody plays, when it is away, and when it is broken', async () => {
    await tell({ busy: true });
    expect((await read(claw)).state).toBe('busy');
    await tell({ faults: ['coinJam'] });
    expect((await read(claw)).state).toBe('fault');
    await tell({ faults: ['noteJam'] });
    expect((await read(claw)).state).toBe('ready');
    await tell({ online: false });
    expect((await read(claw)).state).toBe('offline');
  });

  it('is told nothing private', async () => {
    await tell({ faults: ['coinJam'] });
    const answer = await server.app.inject({
      url: `${playContract.readMachine.path}?equipmentId=${claw}`,
    });
    const { data } = answer.json<{ data: Record<string, unknown> }>();
    expect(Object.keys(data).sort()).toEqual([
      'equipmentName',
      'equipmentNo',
      'fieldId',
      'fieldName',
      'merchantName',
      'price',
      'state',
      'type',
      'typeName',
    ]);
    expect(answer.body).not.toContain('coinJam');
    expect(answer.body).not.toContain(demoId(`device:${claw}`));
  });

  it('learns that the store is closed before anything else', async () => {
    const { fieldId } = await read(claw);
    await server.services.db.raw`update site set enabled = false where id = ${fieldId}`;
    expect((await read(claw)).state).toBe('closed');
    await server.services.db.raw`update site set enabled = true where id = ${fieldId}`;
  });

  it('gets a clear word about codes that are no machine', async () => {
    await expect(read('NOPE')).rejects.toMatchObject({
      status: 404,
      message: 'There is no machine with this code',
    });
    await expect(read('x'.repeat(50))).rejects.toMatchObject({ status: 400 });
  });
});

it('has a price for every machine of the demo that sells something, as an order would take it', async () => {
  const machines = await server.services.db.raw<{ code: string; type: string }[]>`
    select code, type from device where unbound_at is null and controlled`;
  const per = new Map<string, Set<string | undefined>>();
  for (const { code, type } of machines) {
    const { price, state } = await read(code);
    if (type === 'deposit') expect(state === 'unsold' || state === 'closed').toBe(true);
    per.set(type, (per.get(type) ?? new Set()).add(price?.per));
    if (price) expect(price.highFen).toBeGreaterThanOrEqual(price.lowFen);
    if (price) expect(price.lowFen).toBeGreaterThan(0);
  }
  expect(per.get('claw')).toEqual(new Set(['play']));
  expect(per.get('exchange')).toEqual(new Set(['coins']));
  expect(per.get('vending')).toContain('piece');
  expect(per.get('deposit')).toEqual(new Set([undefined]));
});
