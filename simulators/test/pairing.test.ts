import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bleCharacteristics,
  bleService,
  framesOf,
  ownPageAddress,
  type PairingJoin,
  type PairingStatus,
  pairingStatus,
  smartConfigLengths,
} from '#kit/protocol/pairing.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { PairingMode } from '../devices/pairing.ts';
import { bluetoothScript } from '../devices/pairing-bluetooth-script.ts';
import { ownPage } from '../devices/pairing-own-page.ts';
import { type PairingRadio, startPairingRadio } from '../devices/pairing-radio.ts';
import { SharedTimers, type Timers } from '../devices/timers.ts';

/** A hundred times faster than life. */
const hurried: Timers = {
  now: () => new Date(),
  after: (ms, task) => new SharedTimers().after(ms / 100, task),
};
const join: PairingJoin = {
  ssid: 'Arcade-2.4G',
  password: '12345678',
  server: 'mqtt://here',
  token: 'token-1234567890',
};

let joined: unknown[];
let connected: boolean;
let mode: PairingMode;
let radio: PairingRadio;
let softAp: string | undefined;

beforeEach(async () => {
  const list: unknown[] = [];
  joined = list;
  connected = true;
  mode = new PairingMode({
    info: { code: 'PAIR0001', type: 'claw', model: 'C-2' },
    air: [
      { ssid: 'Arcade-2.4G', password: '12345678', dbm: -52 },
      { ssid: 'Guests', password: undefined, dbm: -70 },
    ],
    timers: hurried,
    onJoined: (request) => list.push(request),
    isConnected: () => connected,
  });
  radio = await startPairingRadio([mode]);
  softAp = radio.waiting()[0]?.softAp;
});
afterEach(() => radio.stop());

interface Characteristic extends EventTarget {
  value?: DataView;
  readValue(): Promise<DataView>;
  writeValueWithResponse(value: Uint8Array): Promise<void>;
  startNotifications(): Promise<Characteristic>;
}
interface GattService {
  getCharacteristic(uuid: string): Promise<Characteristic>;
}
interface WebBluetooth {
  requestDevice(options: object): Promise<{
    gatt: {
      connect(): Promise<{ getPrimaryService(uuid: string): Promise<GattService> }>;
      disconnect(): void;
    };
  }>;
}

const settled = () =>
  vi.waitUntil(() => mode.status.state === 'connected' || mode.status.state === 'failed', {
    timeout: patient(20_000),
  });

describe('over its own access point', () => {
  const at = (path: string) => `${softAp}${path}`;
  const post = (body: unknown) =>
    fetch(at('/join'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('a machine tells who it is and what it hears, joins, and connects with the token', async () => {
    expect(await (await fetch(at('/info'))).json()).toEqual(mode.info);
    expect(await (await fetch(at('/networks'))).json()).toContainEqual({
      ssid: 'Guests',
      dbm: -70,
      locked: false,
    });
    expect((await post(join)).status).toBe(202);
    await settled();
    expect(pairingStatus.parse(await (await fetch(at('/status'))).json())).toEqual({ state: 'connected' });
    expect(joined).toEqual([{ server: join.server, token: join.token }]);
    expect(radio.waiting()).toEqual([]);
  });

  it.each([
    [{ ...join, password: 'wrong-one' }, 'password'],
    [{ ...join, ssid: 'Nowhere' }, 'notFound'],
  ])('it says why it can not join, and may be told again', async (request, reason) => {
    await post(request);
    await settled();
    expect(mode.status).toEqual({ state: 'failed', reason });
    expect(joined).toEqual([]);
    expect((await post(join)).status).toBe(202);
  });

  it('it says when the server does not answer', async () => {
    connected = false;
    await post(join);
    await settled();
    expect(mode.status).toEqual({ state: 'failed', reason: 'noServer' });
  });

  it('it refuses what is not of the protocol, and a second one at the same time', async () => {
    expect((await post({ ssid: 'x' })).status).toBe(400);
    await post(join);
    expect((await post(join)).status).toBe(409);
  });

  it('its own page takes the token from the address, tells progress and sends the person back', async () => {
    const back = 'https://coinyard.test/distribution_network?id=1&x="><script>';
    const address = ownPageAddress(softAp ?? '', { token: 'K7M29QXH', server: 'mqtt://here', back });
    const first = await (await fetch(address)).text();
    const values = new URLSearchParams(
      [...first.matchAll(/name="(token|server|back)"[^>]*?value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [
          name,
          value.replaceAll(/&#(\d+);/g, (_, digits) => String.fromCharCode(Number(digits))),
        ],
      ),
    );
    expect(Object.fromEntries(values)).toEqual({ token: 'K7M29QXH', server: 'mqtt://here', back });
    const send = (password: string) => {
      const form = new URLSearchParams([...values, ['ssid', 'Arcade-2.4G'], ['password', password]]);
      return fetch(at('/join'), { method: 'POST', body: form });
    };
    await send('wrong');
    await settled();
    const failed = await (await fetch(address)).text();
    expect(failed).toContain('Wrong WiFi password');
    expect(failed).toContain('name="token" value="K7M29QXH"');
    const joining = await (await send('12345678')).text();
    expect(joining).toMatch(/[123]\/3/);
    await vi.waitUntil(() => mode.status.state === 'connected', { timeout: patient(20_000) });
    expect(joined).toEqual([{ server: 'mqtt://here', token: 'K7M29QXH' }]);
    const done = await (await fetch(address)).text();
    expect(done).toContain('3/3');
    expect(done).toContain(
      '<a href="https://coinyard.test/distribution_network?id=1&#38;x=&#34;&#62;&#60;script&#62;">',
    );
  });

  it('its own page renews itself while it waits, and names every step', () => {
    const query = { token: '', server: '', back: 'https://coinyard.test/' };
    const shown = (state: PairingStatus['state']) => ownPage('PAIR0001', [], { state }, query);
    for (const [state, step, renews, leads] of [
      ['idle', 'form', false, false],
      ['joining', '1/3', true, false],
      ['joined', '2/3', true, true],
      ['connected', '3/3', false, true],
    ] as const) {
      expect(shown(state)).toContain(step);
      expect(shown(state).includes('http-equiv="refresh"'), state).toBe(renews);
      expect(shown(state).includes('href="https://coinyard.test/"'), state).toBe(leads);
    }
  });

  it('its own page takes a code that was typed, in any writing, and says when it can not be one', async () => {
    const send = async (token: string, back = '') =>
      (
        await fetch(at('/join'), {
          method: 'POST',
          body: new URLSearchParams({ ssid: 'Guests', token, back }),
        })
      ).text();
    expect(await send('K7M2 9QX')).toContain('has 8 letters and digits');
    expect(mode.status.state).toBe('idle');
    expect(await send('k7m2-9qxh', 'javascript:alert(1)')).not.toContain('href');
    await settled();
    expect(joined).toEqual([{ server: '', token: 'K7M29QXH' }]);
  });

  it('it has a page of its own, without a token', async () => {
    expect(await (await fetch(at('/'))).text()).toContain('PAIR0001');
    const form = new URLSearchParams({ ssid: 'Guests', password: '' });
    await fetch(at('/join'), { method: 'POST', body: form, redirect: 'manual' });
    await settled();
    expect(joined).toEqual([{ server: '', token: undefined }]);
  });
});

describe('over Bluetooth', () => {
  it('a page that speaks Web Bluetooth pairs it, hearing each step', async () => {
    const source = bluetoothScript(new URL(radio.bluetoothScript).origin);
    const script = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
      install(name: string): void;
    };
    script.install('CY-PAIR0001');
    const { bluetooth } = navigator as unknown as { bluetooth: WebBluetooth };
    const device = await bluetooth.requestDevice({});
    const service = await (await device.gatt.connect()).getPrimaryService(bleService);
    const info = await (await service.getCharacteristic(bleCharacteristics.info)).readValue();
    expect(JSON.parse(new TextDecoder().decode(info))).toEqual(mode.info);
    const heard: string[] = [];
    const status = await (await service.getCharacteristic(bleCharacteristics.status)).startNotifications();
    status.addEventListener('characteristicvaluechanged', () =>
      heard.push(pairingStatus.parse(JSON.parse(new TextDecoder().decode(status.value))).state),
    );
    const target = await service.getCharacteristic(bleCharacteristics.join);
    for (const frame of framesOf(JSON.stringify(join))) await target.writeValueWithResponse(frame);
    await vi.waitUntil(() => heard.includes('connected'), { timeout: patient(20_000) });
    expect(heard).toEqual(['idle', 'joining', 'joined', 'connected']);
    device.gatt.disconnect();
  });

  it('frames that are too long are refused', async () => {
    const answer = await fetch(`${new URL(radio.bluetoothScript).origin}/ble/CY-PAIR0001/join`, {
      method: 'POST',
      body: new Uint8Array(181),
    });
    expect(answer.status).toBe(400);
  });
});

it('by the lengths of packets it is told a network, though some get lost', async () => {
  const socket = createSocket('udp4');
  const lengths = smartConfigLengths(join);
  for (let round = 0; round < 6 && mode.status.state === 'idle'; round++) {
    for (const [index, length] of lengths.entries()) {
      // another one is lost in every round
      if (index % 9 === round && index > 4) continue;
      await new Promise<void>((sent) =>
        socket.send(Buffer.alloc(length + 24), radio.smartConfig.port, radio.smartConfig.address, () =>
          sent(),
        ),
      );
      if (index % 20 === 0) await sleep(1);
    }
  }
  await settled();
  socket.close();
  expect(joined).toEqual([{ server: '', token: join.token }]);
});
