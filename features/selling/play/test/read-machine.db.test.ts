import { describe, expect, it } from 'vitest';
import { alertsContract } from '#features/insight/alerts/contract.ts';
import { onDeviceFacts } from '#features/machines/devices/server/public.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { playContract } from '../contract.ts';
import { noteOldLabel, tellLabels } from '../server/old-labels.ts';

const { server, staff } = testServer();
const nobody = staff(undefined);
const merchant = staff('merchant');

const read = (equipmentId: string) => nobody.call(playContract.readMachine, { equipmentId });
const claw = 'CW10001';

async function tell(state: { online?: boolean; busy?: boolean; faults?: string[] }): Promise<void> {
  const { online = true, busy = false, faults = [] } = state;
  await server.services.db.raw`
    update device_state set online = ${online}, busy = ${busy}, faults = ${JSON.stringify(faults)}::text::jsonb
    where device_id = ${demoId(`device:${claw}`)}`;
}

describe('a player who scans a machine', () => {
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

  it('is offered what the machine says it holds, whatever our book knows of it', async () => {
    const cabinet = 'GC10001';
    const holds = (lanes: string) => server.services.db.raw`
      update device_state set online = true, faults = '[]', lanes = ${lanes}::text::jsonb
      where device_id = ${demoId(`device:${cabinet}`)}`;
    await holds('[{"lane": 1, "stock": 2}, {"lane": 2, "stock": 0}]');
    expect(await read(cabinet)).toMatchObject({ state: 'ready', price: { per: 'piece', lowFen: 500 } });
    const { lanes } = await nobody.call(playContract.readShelf, { equipmentId: cabinet });
    expect(lanes.filter(({ lane }) => lane <= 2).map(({ onSale }) => onSale)).toEqual([true, false]);
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
      'label',
      'merchantName',
      'odds',
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

describe('the label that was scanned', () => {
  const equipmentId = demoId(`device:${claw}`);
  const other = demoId('device:CW10002');
  const scan = async (link: string) => {
    const { searchParams } = new URL(link);
    return nobody.call(playContract.readMachine, {
      equipmentId: searchParams.get('equipmentId') ?? '',
      s: searchParams.get('s') ?? undefined,
    });
  };
  const alertsOf = (deviceId: string) => server.services.db.raw`
    select tenant_id, ended_at from alert where kind = 'oldLabel' and device_id = ${deviceId}`;

  it('is known as ours, in the preview of labels as on the machine’s page', async () => {
    const { url } = await merchant.call(fleetContract.readPlayerQr, { equipmentId });
    const [first, second] = await merchant.call(fleetContract.readLabelLinks, {
      ids: [equipmentId, other],
    });
    expect([first, second].find((label) => label?.equipmentId === equipmentId)?.link).toBe(url);
    expect(await scan(url)).toMatchObject({ label: 'signed', price: { lowFen: 200 } });
  });

  it('of another merchant’s machine is made by nobody else', async () => {
    const stranger = await server.as('merchant2');
    expect(await refusal(stranger.call(fleetContract.readLabelLinks, { ids: [equipmentId] }))).toMatchObject({
      status: 404,
    });
  });

  it('sells nothing when its signature is another machine’s, or made up', async () => {
    const { url } = await merchant.call(fleetContract.readPlayerQr, { equipmentId: other });
    const copied = url.replace('CW10002', claw);
    for (const link of [copied, `${copied}x`, copied.replace(/s=.*/, 's=AAAAAAAAAA')])
      expect(await scan(link)).toMatchObject({ label: 'wrong', price: null, equipmentNo: 1 });
  });

  it('with a wrong signature needs the player’s word that the machine wears this number, and the staff hear of it once', async () => {
    const wrong = { equipmentId: claw, s: 'AAAAAAAAAA' };
    const before = await nobody.call(playContract.readOffers, wrong);
    expect(before.offers).toEqual([]);
    // what the page says after the player’s yes
    const yes = { ...wrong, s: 'read' };
    expect(await nobody.call(playContract.readMachine, yes)).toMatchObject({
      label: 'read',
      price: { lowFen: 200 },
    });
    expect((await nobody.call(playContract.readOffers, yes)).offers).not.toEqual([]);
    for (let scans = 0; scans < 3; scans++) {
      await nobody.call(playContract.readMachine, wrong);
      await tellLabels(server.services);
    }
    const { records } = await merchant.call(alertsContract.listAlerts, { kind: 'forgedLabel', equipmentId });
    expect(records).toHaveLength(1);
  });

  it('without a signature still works, and the staff are told once', async () => {
    const old = await nobody.call(playContract.readMachine, { equipmentId: 'CW10002' });
    expect(old).toMatchObject({ label: 'unsigned' });
    expect(old.price).not.toBeNull();
    await tellLabels(server.services);
    const told = await alertsOf(other);
    expect(told).toHaveLength(1);
    const { records } = await merchant.call(alertsContract.listAlerts, {
      kind: 'oldLabel',
      equipmentId: other,
    });
    expect(records).toHaveLength(1);
    // somebody says that it is done; the sticker is scanned again, by another server too
    await server.services.db
      .raw`update alert set ended_at = now(), end_reason = 'mended' where kind = 'oldLabel'`;
    await read('CW10002');
    await tellLabels(server.services);
    const elsewhere = { ...server.services };
    const heard: string[] = [];
    onDeviceFacts(elsewhere, { warned: async (_tx, { deviceId }) => void heard.push(deviceId) });
    noteOldLabel(elsewhere, other);
    await tellLabels(elsewhere);
    expect(heard).toEqual([]);
    expect(await alertsOf(other)).toHaveLength(1);
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
