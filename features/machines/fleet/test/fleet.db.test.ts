import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ProducedIdentity } from '#features/machines/devices/contract/production.ts';
import { devicesContract as calls } from '#features/machines/devices/contract.ts';
import { signLabel } from '#features/machines/devices/server/label-signature.ts';
import { deviceCommands } from '#features/machines/devices/tables.ts';
import { commandsOf, onlineDevice } from '#features/machines/devices/test/test-device.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { fleetContract } from '../contract.ts';
import { readQr } from './read-picture.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
const rival = staff('merchant2');
const admin = staff('admin');
const first = demoId('site:merchant:1');
const second = demoId('site:merchant:2');
const third = demoId('site:merchant:3');

const produce = (count = 1) => admin.call(calls.produceIdentities, { type: 'claw', model: 'TEST-1', count });
const produceOne = async () => (await produce())[0]!;

const registration = ({ code, claimPin }: ProducedIdentity, fieldId = first) => ({
  type: 'claw' as const,
  code,
  claimPin,
  fieldId,
});
const register = async (fieldId = first, extra: { number?: number } = {}) =>
  merchant.call(fleetContract.registerDevice, { ...registration(await produceOne(), fieldId), ...extra });

it('a device has an address for players and a QR code that says it', async () => {
  const equipmentId = demoId('device:CW10001');
  const { url, image } = await merchant.call(fleetContract.readPlayerQr, { equipmentId });
  expect(url).toMatch(/^https?:\/\/[^/]+\/index\?equipmentId=CW10001&s=[\w-]{10}$/);
  const { data, info } = await sharp(Buffer.from(image.split(',')[1]!, 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([200, 200]);
  expect(await readQr(data, info.width, info.height)).toBe(url);
  await expect(rival.call(fleetContract.readPlayerQr, { equipmentId })).rejects.toMatchObject({
    status: 404,
  });
});

it('a player hears the address they came by, and lets a machine answer whose label they scanned', async () => {
  const device = await onlineDevice(server, {});
  const player = await server.asPlayer('林小雨');
  const s = signLabel(server.services.secrets, device.code);
  const urlBy = async (more: object) =>
    new URL((await player.call(fleetContract.readPlayerQr, { equipmentId: device.code, ...more })).url)
      .search;
  // who only knows the code gets no signature for a label of their own
  expect(await urlBy({})).toBe(`?equipmentId=${device.code}`);
  expect(await urlBy({ s: 'AAAAAAAAAA' })).toBe(`?equipmentId=${device.code}`);
  expect(await urlBy({ s })).toBe(`?equipmentId=${device.code}&s=${s}`);
  const locate = (more: object) =>
    refusalOf(player.call(fleetContract.locateDevice, { equipmentId: device.code, ...more }));
  expect(await locate({})).toBe('devices:error.scanFirst');
  expect(await locate({ s: 'AAAAAAAAAA' })).toBe('devices:error.scanFirst');
  expect(device.heard('command')).toEqual([]);
  expect(await locate({ s })).toBe('done');
  expect(await commandsOf(device)).toMatchObject([{ command: 'locate' }]);
  expect(await refusalOf(merchant.call(fleetContract.locateDevice, { equipmentId: device.code }))).toBe(
    'kit:error.notFound',
  );
});

describe('registering', () => {
  it('brings a machine into the list by code and pin, with the next free number', async () => {
    const identity = await produceOne();
    const { number: proposed } = await merchant.call(fleetContract.proposeNumber, { fieldId: first });
    const made = await merchant.call(fleetContract.registerDevice, {
      ...registration(identity),
      code: `https://play.example/index?equipmentId=${identity.code.toLowerCase()}`,
      name: 'Door',
      remark: 'left',
    });
    expect(made).toMatchObject({ code: identity.code, number: proposed });
    const { records } = await merchant.call(fleetContract.listDevices, { keyword: identity.code });
    expect(records).toMatchObject([
      { equipmentId: made.equipmentId, equipmentName: 'Door', remark: 'left', online: false },
    ]);
    const checked = await merchant.call(fleetContract.checkDevice, { equipmentId: identity.code });
    expect(checked).toMatchObject({ owner: 'own', device: { equipmentId: made.equipmentId } });
    expect(await rival.call(fleetContract.checkDevice, { equipmentId: identity.code })).toEqual({
      code: identity.code,
      owner: 'other',
      type: 'claw',
      model: null,
      online: null,
      device: null,
    });
  });

  it('succeeds once when twenty try the same code at the same time', async () => {
    const identity = await produceOne();
    const tries = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? merchant : rival).call(
        fleetContract.registerDevice,
        registration(identity, index % 2 === 0 ? first : demoId('site:merchant2:1')),
      ),
    );
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rows = await server.services.db.raw`select 1 from device where code = ${identity.code}`;
    expect(rows).toHaveLength(1);
  });

  it('gives twenty machines that come at the same time twenty numbers', async () => {
    const identities = await produce(20);
    const made = await Promise.all(
      identities.map((identity) =>
        merchant.call(fleetContract.registerDevice, registration(identity, second)),
      ),
    );
    expect(new Set(made.map(({ number }) => number)).size).toBe(20);
  });

  it('refuses a number that is taken at the site and names a free one', async () => {
    const { number } = await register();
    const error = await refusal(register(first, { number }));
    expect(error).toMatchObject({ status: 400, key: 'devices:error.numberTaken' });
    expect(error?.issues[0]?.path).toBe('number');
    await register(third, { number });
  });

  it('refuses unknown codes, wrong types, blocked machines and sites of others', async () => {
    const identity = await produceOne();
    const known = registration(identity);
    expect(
      await refusalOf(merchant.call(fleetContract.registerDevice, { ...known, code: 'CWNOTTHERE' })),
    ).toBe('devices:error.unknownCode');
    expect(await refusalOf(merchant.call(fleetContract.registerDevice, { ...known, type: 'vending' }))).toBe(
      'devices:error.wrongType',
    );
    expect(
      await refusalOf(
        merchant.call(fleetContract.registerDevice, { ...known, fieldId: demoId('site:merchant2:1') }),
      ),
    ).toBe('sites:error.unknownSite');
    await admin.call(calls.blockIdentities, { codes: [identity.code], blocked: true });
    expect(await refusalOf(merchant.call(fleetContract.registerDevice, known))).toBe('devices:error.blocked');
    await admin.call(calls.blockIdentities, { codes: [identity.code], blocked: false });
    await merchant.call(fleetContract.registerDevice, known);
  });

  it('lists a machine without a controller under a code of ours', async () => {
    const made = await merchant.call(fleetContract.registerDevice, {
      type: 'cabinet',
      fieldId: first,
      controlled: false,
    });
    const { records } = await merchant.call(fleetContract.listDevices, {
      state: 'uncontrolled',
      keyword: made.code,
    });
    expect(records).toMatchObject([{ code: made.code, controlled: false }]);
  });
});

describe('moving', () => {
  it('keeps the number where it is free, refuses where it is taken, and takes the one that is given', async () => {
    const taken = await register(second, { number: 7001 });
    const device = await register(first, { number: taken.number });
    const move = { equipmentId: device.equipmentId, fieldId: second };
    expect(await refusalOf(merchant.call(fleetContract.moveDevice, move))).toBe('devices:error.numberTaken');
    expect(await merchant.call(fleetContract.moveDevice, { ...move, number: 7002 })).toEqual({
      number: 7002,
    });
    expect(await merchant.call(fleetContract.readDevice, { equipmentId: device.equipmentId })).toMatchObject({
      fieldId: second,
      equipmentNo: 7002,
    });
  });

  it('is told to open lists of sites, which count machines', async () => {
    const { equipmentId } = await register(first);
    const told = async () => {
      const [found] = await server.services.db.raw<{ times: number }[]>`
        select count(*)::int as times from outbox
        where event = 'site.filled' and topic = ${`tenant:${demoTenants.merchant}`}`;
      return found?.times ?? 0;
    };
    const before = await told();
    await merchant.call(fleetContract.moveDevices, { ids: [equipmentId], fieldId: second });
    expect(await told()).toBe(before + 1);
  });

  it('moves many at once and gives those a new number whose own is taken', async () => {
    const free = await register(first, { number: 7101 });
    const clash = await register(first, { number: 7102 });
    await register(third, { number: 7102 });
    const { renumbered } = await merchant.call(fleetContract.moveDevices, {
      ids: [free.equipmentId, clash.equipmentId],
      fieldId: third,
    });
    expect(renumbered.map(({ equipmentId }) => equipmentId)).toEqual([clash.equipmentId]);
    const { records } = await merchant.call(fleetContract.listDevices, { fieldId: third, size: 500 });
    const numbers = records.map(({ equipmentNo }) => equipmentNo);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers).toContain(7101);
  });

  it('of another merchant finds nothing', async () => {
    const device = await register();
    const ids = [device.equipmentId];
    const tries = [
      () => rival.call(fleetContract.moveDevices, { ids, fieldId: demoId('site:merchant2:1') }),
      () => rival.call(fleetContract.unbindDevices, { ids }),
      () => rival.call(fleetContract.updateDevice, { equipmentId: device.equipmentId, name: 'mine' }),
      () => rival.call(fleetContract.offerDevices, { ids, account: 'merchant' }),
      () => rival.call(fleetContract.printLabels, { ids }),
    ];
    for (const attempt of tries) expect((await refusal(attempt())).status).toBe(404);
  });
});

it('edits number, name and remark, and empties what is given as null', async () => {
  const device = await register(first);
  const { equipmentId } = device;
  await merchant.call(fleetContract.updateDevice, {
    equipmentId,
    number: 8001,
    name: 'A',
    remark: 'b',
  });
  await merchant.call(fleetContract.updateDevice, { equipmentId, remark: null });
  expect(await merchant.call(fleetContract.readDevice, { equipmentId })).toMatchObject({
    equipmentNo: 8001,
    equipmentName: 'A',
    remark: null,
  });
});

it('keeps the order a site was put in, and newcomers stand behind', async () => {
  const list = () => merchant.call(fleetContract.listDevicesOfSite, { fieldId: second });
  const before = (await list()).map(({ equipmentId }) => equipmentId);
  const wanted = before.toReversed();
  await merchant.call(fleetContract.sortDevices, { fieldId: second, ids: wanted });
  const late = await register(second);
  expect((await list()).map(({ equipmentId }) => equipmentId)).toEqual([...wanted, late.equipmentId]);
});

it('tells players how to use a device, by its id and by its code, without a login', async () => {
  const device = await register();
  const nobody = await server.as(undefined);
  await merchant.call(fleetContract.saveDescription, {
    equipmentId: device.equipmentId,
    text: 'Push the button',
    pictures: [],
  });
  for (const equipmentId of [device.equipmentId, device.code])
    expect(await nobody.call(fleetContract.readDescription, { equipmentId })).toMatchObject({
      text: 'Push the button',
    });
  expect(
    await refusalOf(
      merchant.call(fleetContract.saveDescription, {
        equipmentId: device.equipmentId,
        text: '',
        pictures: ['/files/not/mine.png'],
      }),
    ),
  ).toBe('devices:error.foreignPicture');
});

describe('unbinding', () => {
  it('waits for a command that is still open, then frees the code and keeps the records', async () => {
    const identity = await produceOne();
    const { equipmentId } = await merchant.call(fleetContract.registerDevice, registration(identity));
    const { db, clock } = server.services;
    const soon = new Date(clock.now().getTime() + 60_000);
    const commandId = newId();
    await db.transaction((tx) =>
      insert(tx, tenantScope(demoTenants.merchant), deviceCommands, {
        id: commandId,
        deviceId: equipmentId,
        command: 'locate',
        parameters: {},
        state: 'sent',
        expiresAt: soon,
        answerBy: soon,
        giveUpAt: soon,
      }),
    );
    const ids = [equipmentId];
    expect(await refusalOf(merchant.call(fleetContract.unbindDevices, { ids }))).toBe(
      'devices:error.commandOpen',
    );
    await db.raw`update device_command set state = 'done' where id = ${commandId}`;
    await merchant.call(fleetContract.unbindDevices, { ids });
    expect((await merchant.call(fleetContract.listDevices, { keyword: identity.code })).total).toBe(0);
    expect(await rival.call(fleetContract.checkDevice, { equipmentId: identity.code })).toMatchObject({
      owner: 'free',
    });
    const events =
      await db.raw`select kind from device_event where device_id = ${equipmentId} order by at, id`;
    expect(events.map(({ kind }) => kind)).toEqual(['registered', 'unbound']);
    await rival.call(fleetContract.registerDevice, registration(identity, demoId('site:merchant2:1')));
  });
});

describe('figures', () => {
  it("count today's coins of played machines only, and the states of all", async () => {
    const fieldId = demoId('site:merchant:4');
    const claw = await register(fieldId);
    const [deposit] = await admin.call(calls.produceIdentities, { type: 'deposit', model: 'T', count: 1 });
    const counter = await merchant.call(fleetContract.registerDevice, {
      ...registration(deposit!, fieldId),
      type: 'deposit',
    });
    const before = await merchant.call(fleetContract.readFigures, { fieldId });
    const { raw } = server.services.db;
    for (const { equipmentId } of [claw, counter])
      await raw`insert into device_day (tenant_id, device_id, site_id, day, counter, amount)
        values (${demoTenants.merchant}, ${equipmentId}, ${fieldId}, ${before.day}, 'coinsIn', 25)`;
    await raw`update device_state set online = true, faults = '["coinJam"]' where device_id = ${claw.equipmentId}`;
    const after = await merchant.call(fleetContract.readFigures, { fieldId });
    expect(after.today.coinsIn - before.today.coinsIn).toBe(25);
    expect(after.states).toEqual({
      ...before.states,
      online: before.states.online + 1,
      offline: before.states.offline - 1,
      fault: before.states.fault + 1,
    });
    const faulty = await merchant.call(fleetContract.listDevices, { fieldId, state: 'fault' });
    expect(faulty.records.map(({ equipmentId }) => equipmentId)).toEqual([claw.equipmentId]);
  });
});

describe('production', () => {
  it('is for the platform, and tells a secret that logs in', async () => {
    expect((await refusal(merchant.call(calls.listIdentities, {}))).status).toBe(403);
    const identity = await produceOne();
    expect(identity.secret).toMatch(/^[0-9a-f]{64}$/);
    const renewed = await admin.call(calls.raiseGeneration, { code: identity.code });
    expect(renewed).toMatchObject({ code: identity.code, generation: 2, claimPin: identity.claimPin });
    expect(renewed.secret).not.toBe(identity.secret);
    const { records } = await admin.call(calls.listIdentities, { keyword: identity.code });
    expect(records).toMatchObject([{ state: 'free', generation: 2, ownerName: null }]);
    expect(JSON.stringify(records)).not.toContain(identity.claimPin);
  });
});

// Last in the file: it moves the clock.
it('stops guessing the pin after five tries, also when they come together', async () => {
  const identity = await produceOne();
  const wrong = { ...registration(identity), claimPin: identity.claimPin === '000000' ? '1' : '000000' };
  const keys = await Promise.all(
    Array.from({ length: 12 }, () => refusalOf(merchant.call(fleetContract.registerDevice, wrong))),
  );
  expect(keys.filter((key) => key === 'devices:error.wrongPin')).toHaveLength(5);
  expect(keys.filter((key) => key === 'devices:error.tooManyPins')).toHaveLength(7);
  expect(await refusalOf(merchant.call(fleetContract.registerDevice, registration(identity)))).toBe(
    'devices:error.tooManyPins',
  );
  server.clock.forward(16 * 60_000);
  // the old login has ended meanwhile
  const later = server.withToken((await server.login('merchant')).access_token);
  await later.call(fleetContract.registerDevice, registration(identity));
});
