import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { shownPairingCode, smartConfigListener, typedPairingCode } from '#kit/protocol/pairing.ts';
import { upTopic } from '#kit/protocol/topics.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { pairingContract } from '../contract.ts';
import { useSimulatedMachines as offerSimulatedMachines } from '../server/public.ts';

const { server } = testServer();

const { startPairing, readPairing, broadcastSmartConfig, pairingAbilities } = pairingContract;

const hello = (code: string, pairing: string) =>
  server.loopback!.publish(
    upTopic(code, 'hello'),
    JSON.stringify({
      session: pairing,
      protocol: 1,
      type: 'claw',
      model: 'test',
      firmware: '2.4.0',
      boot: 1,
      epoch: 0,
      settingsVersion: 0,
      settingsHash: '0000000000000000',
      contentVersion: 0,
      faults: [],
      signal: { kind: 'wifi', dbm: -50 },
      pairing,
    }),
  );

/** Codes of the demo: claimed by merchant, claimed by merchant2, claimed by nobody. */
async function codes() {
  const rows = await server.services.db.raw<{ code: string; tenant_id: string | null }[]>`
    select code, tenant_id from device_identity where type = 'claw' order by code`;
  const of = (tenant: string | null) => rows.find((row) => row.tenant_id === tenant)!.code;
  return { own: of('100002'), other: of('100003'), free: of(null) };
}

it('the machine that says hello with the token is recognised, and whose it is', async () => {
  const merchant = await server.as('merchant');
  const known = await codes();
  for (const owner of ['own', 'other', 'free'] as const) {
    const { id, token } = await merchant.call(startPairing, { path: 'ble' });
    expect(await merchant.call(readPairing, { id })).toMatchObject({
      state: 'waiting',
      code: null,
      owner: null,
    });
    await hello(known[owner], token);
    const read = await merchant.call(readPairing, { id });
    expect(read).toMatchObject({ state: 'online', code: known[owner], owner });
    expect(read.equipmentId !== null).toBe(owner === 'own');
  }
});

it('a token counts once and for ten minutes', async () => {
  const merchant = await server.as('merchant');
  const { own, free } = await codes();
  const first = await merchant.call(startPairing, { path: 'softap' });
  await hello(free, first.token);
  await hello(own, first.token);
  expect((await merchant.call(readPairing, { id: first.id })).code).toBe(free);
  const late = await merchant.call(startPairing, { path: 'softap' });
  server.clock.forward(11 * 60_000);
  await hello(free, late.token);
  expect(await merchant.call(readPairing, { id: late.id })).toMatchObject({ state: 'expired', code: null });
});

it('nobody sees the attempts of another account', async () => {
  const { id } = await (await server.as('merchant')).call(startPairing, { path: 'ble' });
  await expect((await server.as('merchant2')).call(readPairing, { id })).rejects.toMatchObject({
    status: 404,
  });
});

it('SmartConfig is refused where the server can not reach the air, and heard where it can', async () => {
  const merchant = await server.as('merchant');
  const { id, token } = await merchant.call(startPairing, { path: 'smartconfig' });
  const wifi = { id, ssid: '商场-2.4G', password: 'p@ssword 1' };
  await expect(merchant.call(broadcastSmartConfig, wifi)).rejects.toMatchObject({ status: 400 });
  expect((await merchant.call(pairingAbilities, {})).smartConfig).toBe(false);

  const ear = createSocket('udp4');
  ear.bind(0, '127.0.0.1');
  await once(ear, 'listening');
  const listen = smartConfigListener();
  const heard = new Promise((resolve) => {
    ear.on('message', (packet) => {
      const understood = listen(packet.length);
      if (understood) resolve(understood);
    });
  });
  offerSimulatedMachines(server.services, {
    waiting: () => [],
    smartConfig: { address: '127.0.0.1', port: (ear.address() as AddressInfo).port },
    bluetoothScript: 'http://127.0.0.1:1/bluetooth.js',
  });
  await merchant.call(broadcastSmartConfig, wifi);
  expect(await heard).toEqual({ ssid: wifi.ssid, password: wifi.password, token });
  ear.close();
});

it('for the machine’s own page the token can be typed, lasts longer, and is there again when the page comes back', async () => {
  const merchant = await server.logIn('merchant');
  const { id, token, expiresAt } = await merchant.call(startPairing, { path: 'ownpage' });
  expect(typedPairingCode(shownPairingCode(token).toLowerCase())).toBe(token);
  expect(await merchant.call(readPairing, { id })).toMatchObject({ state: 'waiting', token, expiresAt });
  server.clock.forward(20 * 60_000);
  const { free } = await codes();
  await hello(free, token);
  expect(await (await server.logIn('merchant')).call(readPairing, { id })).toMatchObject({
    state: 'online',
    code: free,
  });
});
