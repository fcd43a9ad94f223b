import { createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '#kit/kernel/time.ts';
import { makerStatement } from '#kit/protocol/signing.ts';
import { readBody, type SimulatorServer, startSimulatorServer } from '#providers/simulator-http.ts';
import type { ControllerOptions } from '../devices/device-core.ts';
import { type Bench, deviceOnBench } from './bench-device.ts';

const image = randomBytes(300_000);
const other = randomBytes(200_000);
const sha256 = createHash('sha256').update(image).digest('hex');

let http: SimulatorServer;
let asked: (string | undefined)[];
/** the connection breaks after so many bytes, so many times */
let breaks: { afterBytes: number; times: number };

beforeEach(async () => {
  asked = [];
  breaks = { afterBytes: 0, times: 0 };
  http = await startSimulatorServer({}, async (request, response) => {
    await readBody(request, 0);
    asked.push(request.headers.range);
    const file = request.url === '/other' ? other : image;
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': file.length - from });
    if (breaks.times-- <= 0) return void response.end(file.subarray(from));
    response.write(file.subarray(from, from + breaks.afterBytes));
    setTimeout(() => response.destroy(), 20);
  });
});
afterEach(() => http.close());

/** Downloads take real time, the rest is the test's: lets both pass until something is so. */
async function until({ timers }: Bench, condition: () => boolean, stepMs = 500): Promise<void> {
  for (let step = 0; !condition(); step++) {
    if (step === 2000) throw new Error('it did not happen');
    await new Promise((done) => setTimeout(done, 2));
    await timers.advance(stepMs);
  }
}

const bench = (options: Partial<ControllerOptions> = {}) =>
  deviceOnBench('claw', { httpBase: http.url, ...options });

describe('firmware over the air', () => {
  const order = ({ server }: Bench, change = {}) => ({
    rollout: randomUUID(),
    target: 'firmware' as const,
    version: '2.5.0',
    url: '/image',
    sizeBytes: image.length,
    sha256,
    expiresAt: server.in(60 * minuteMs),
    ...change,
  });
  const states = ({ server }: Bench) => [...new Set(server.of('firmware').map(({ state }) => state))];

  it('is fetched, checked, installed and confirmed by the first welcome', async () => {
    const device = await bench();
    device.server.send('firmware', order(device));
    await until(device, () => device.server.last('firmware')?.state === 'installed');
    expect(states(device)).toEqual(['downloading', 'verified', 'installed']);
    expect(device.server.last('offline')?.reason).toBe('update');
    expect(device.server.last('hello')).toMatchObject({ firmware: '2.5.0', boot: 2 });
    expect(device.client.controller?.memory.trial).toBe(undefined);
  });

  it('goes on where the connection broke, and after a power cut', async () => {
    breaks = { afterBytes: 100_000, times: 1 };
    const device = await bench();
    device.server.send('firmware', order(device));
    await until(device, () => asked.length === 1 && device.server.of('firmware').length > 0, 0);
    device.client.unplug();
    await device.client.plug();
    await until(device, () => device.server.last('firmware')?.state === 'installed');
    expect(asked.length).toBe(2);
    expect(Number(/\d+/.exec(asked[1] ?? '')?.[0])).toBeGreaterThan(0);
  });

  it('that does not match its hash is thrown away', async () => {
    const device = await bench();
    device.server.send('firmware', order(device, { sha256: '0'.repeat(64) }));
    await until(device, () => device.server.last('firmware')?.state === 'failed');
    expect(device.server.last('firmware')).toMatchObject({ reason: 'hash' });
    expect(await device.storage.sizeOfFile('firmware')).toBe(0);
    expect(device.server.of('hello')).toHaveLength(1);
  });

  it('that hangs when it starts gives way to the old one', async () => {
    const device = await bench({ firmwareBoots: (version) => version !== '2.5.0' });
    device.server.send('firmware', order(device));
    await until(device, () => device.server.last('firmware')?.state === 'rolledBack', 5000);
    expect(device.server.last('firmware')).toMatchObject({ version: '2.5.0', reason: 'boot' });
    expect(device.server.last('hello')?.firmware).toBe('2.4.0');
  });

  it('waits for its hour and for the end of the game', async () => {
    const device = await bench();
    device.server.send('firmware', order(device, { notBefore: device.server.in(10 * minuteMs) }));
    await device.timers.advance(9 * minuteMs);
    expect(asked).toEqual([]);
    await until(device, () => device.server.last('firmware')?.state === 'installed', 10_000);
  });

  it('made for another model or board is not taken', async () => {
    const device = await bench({ hardware: 'B' });
    for (const change of [{ model: 'T-2' }, { hardware: ['A', 'C'] }])
      device.server.send('firmware', order(device, change));
    await device.timers.advance(1000);
    expect(device.server.of('firmware')).toMatchObject([
      { state: 'failed', reason: 'model' },
      { state: 'failed', reason: 'model' },
    ]);
    expect(asked).toEqual([]);
    device.server.send('firmware', order(device, { model: 'T-1', hardware: ['A', 'B'] }));
    await until(device, () => device.server.last('firmware')?.state === 'installed');
  });

  it('is taken by a device with the maker’s key only when the maker signed just this, whatever the server says', async () => {
    const maker = generateKeyPairSync('ed25519');
    const device = await bench({ makerKey: maker.publicKey });
    const wanted = order(device);
    const signed = (change = {}, key = maker.privateKey) =>
      sign(null, makerStatement({ ...wanted, type: 'claw', ...change }), key).toString('base64');
    for (const makerSignature of [
      undefined,
      signed({ version: '2.4.9' }),
      signed({ type: 'vending' }),
      signed({}, generateKeyPairSync('ed25519').privateKey),
    ])
      device.server.send('firmware', { ...wanted, ...(makerSignature && { makerSignature }) });
    await device.timers.advance(1000);
    expect(device.server.of('firmware').map(({ reason }) => reason)).toEqual([
      'maker',
      'maker',
      'maker',
      'maker',
    ]);
    expect(asked).toEqual([]);
    device.server.send('firmware', { ...wanted, makerSignature: signed() });
    await until(device, () => device.server.last('firmware')?.state === 'installed');
  });

  it('that is not the server’s, or late, is not taken', async () => {
    const device = await bench();
    device.server.send('firmware', order(device), randomBytes(32));
    device.server.send('firmware', order(device, { expiresAt: device.server.in(-1) }));
    await device.timers.advance(1000);
    expect(device.server.of('firmware')).toMatchObject([{ state: 'failed', reason: 'expired' }]);
    expect(asked).toEqual([]);
  });
});

describe('content for the screen', () => {
  const item = (change = {}) => ({
    id: randomUUID(),
    kind: 'picture' as const,
    place: 'idle' as const,
    url: '/picture',
    sizeBytes: image.length,
    sha256,
    ...change,
  });
  const send = (device: Bench, version: number, items: ReturnType<typeof item>[]) =>
    device.server.send('content', { version, expiresAt: device.server.in(minuteMs * 60), items });

  const otherItem = (change = {}) =>
    item({
      url: '/other',
      sizeBytes: other.length,
      sha256: createHash('sha256').update(other).digest('hex'),
      ...change,
    });
  const memoryOf = ({ client }: Bench) => client.controller!.memory;
  const statesOf = ({ server }: Bench) => server.of('content').map(({ state, item: file }) => [state, file]);

  it('is fetched whole, each file is confirmed, and its version told', async () => {
    const device = await bench();
    const [first, second, same] = [item(), otherItem(), item()];
    send(device, 3, [first, second, same]);
    await until(device, () => device.server.last('content')?.state === 'applied');
    expect(asked).toHaveLength(2);
    expect(statesOf(device)).toEqual([
      ['downloading', first.id],
      ['stored', first.id],
      ['downloading', second.id],
      ['stored', second.id],
      ['applied', undefined],
    ]);
    await until(device, () => device.server.of('telemetry').some(({ freeBytes }) => freeBytes !== undefined));
    device.server.lose();
    await until(device, () => device.server.last('hello')?.contentVersion === 3);
  });

  it('that does not fit, match or come leaves the version before in place', async () => {
    const device = await bench();
    send(device, 3, [item({ sizeBytes: 600 * 1024 * 1024 })]);
    await until(device, () => device.server.last('content')?.reason === 'space');
    send(device, 4, [item({ sha256: '0'.repeat(64) })]);
    await until(device, () => device.server.last('content')?.reason === 'hash');
    breaks = { afterBytes: 0, times: 100 };
    send(device, 5, [item()]);
    await until(device, () => device.server.last('content')?.reason === 'download');
    expect(device.client.controller?.memory.contentVersion).toBe(0);
  });

  it('goes on where a power cut stopped it, without being sent again', async () => {
    breaks = { afterBytes: 100_000, times: 1 };
    const device = await bench();
    send(device, 3, [item()]);
    let haveBytes = 0;
    await until(
      device,
      () => {
        void device.storage.sizeOfFile(`content-${sha256}`).then((bytes) => {
          haveBytes = bytes;
        });
        return haveBytes > 0;
      },
      0,
    );
    device.client.unplug();
    await device.client.plug();
    await until(device, () => device.server.last('content')?.state === 'applied');
    expect(asked).toHaveLength(2);
    expect(Number(/\d+/.exec(asked[1] ?? '')?.[0])).toBeGreaterThan(0);
  });

  it('keeps the files that go on being needed and removes the others', async () => {
    const device = await bench();
    const [stays, goes] = [item(), otherItem()];
    send(device, 3, [stays, goes]);
    await until(device, () => memoryOf(device).contentVersion === 3);
    asked = [];
    send(device, 4, [stays]);
    await until(device, () => memoryOf(device).contentVersion === 4);
    expect(asked).toEqual([]);
    expect(await device.storage.sizeOfFile(`content-${goes.sha256}`)).toBe(0);
    expect(await device.storage.sizeOfFile(`content-${sha256}`)).toBe(image.length);
    expect(memoryOf(device).contentFiles).toEqual({ [sha256]: image.length });
  });

  it('belongs to one owner: a machine that is let go forgets it and its files', async () => {
    const device = await bench();
    send(device, 3, [item()]);
    await until(device, () => memoryOf(device).contentVersion === 3);
    device.server.claimed = false;
    device.server.lose();
    await until(device, () => Object.keys(memoryOf(device).contentFiles).length === 0);
    expect(memoryOf(device)).toMatchObject({ content: undefined, contentVersion: 3 });
  });

  describe('is shown while nobody plays', () => {
    const playedOf = ({ server }: Bench) => server.of('telemetry').flatMap(({ played }) => played ?? []);
    const total = (device: Bench, id: string) =>
      playedOf(device)
        .filter((one) => one.item === id)
        .reduce((sum, { thousandths }) => sum + thousandths, 0);

    async function showing(items: ReturnType<typeof item>[]) {
      const device = await bench();
      send(device, 3, items);
      await until(device, () => memoryOf(device).contentVersion === 3, 100);
      return device;
    }

    it('after the waiting time, one after another, and counted by hour', async () => {
      const [first, second] = [item({ seconds: 10 }), otherItem({ seconds: 20 })];
      const device = await showing([first, second]);
      expect(device.client.controller?.screen.shown).toBe(undefined);
      await device.timers.advance(31_000);
      expect(device.client.controller?.screen.shown?.item.id).toBe(first.id);
      await device.timers.advance(10 * minuteMs);
      const rounds = total(device, first.id) / 1000;
      expect(rounds).toBeGreaterThan(15);
      expect(Math.abs(rounds - total(device, second.id) / 1000)).toBeLessThanOrEqual(3);
      expect(new Set(playedOf(device).map(({ hour }) => hour))).toEqual(
        new Set(['2026-11-16T04:00:00.000Z']),
      );
    });

    it('and not in hours that are not its own, nor while it is switched off', async () => {
      const never = item({ seconds: 5, hours: [{ days: [7], period: '00:00-24:00' }] });
      const device = await showing([never, otherItem({ seconds: 5 })]);
      await device.timers.advance(5 * minuteMs);
      expect(total(device, never.id)).toBe(0);
      await device.client.controller?.touchPanel({ ads: { enabled: false } });
      await device.timers.advance(minuteMs);
      const before = playedOf(device).length;
      await device.timers.advance(5 * minuteMs);
      expect(device.client.controller?.screen.shown).toBe(undefined);
      expect(playedOf(device)).toHaveLength(before);
    });
  });
});

describe('the price list on the screen', () => {
  const listed = {
    kind: 'coins' as const,
    name: '50元58币',
    priceFen: 5000,
    coins: 50,
    bonusCoins: 8,
    points: 0,
    recommended: true,
    audience: 'everyone' as const,
    fromDay: null,
    toDay: null,
    hours: [],
  };
  const send = ({ server }: Bench, version: number, expiresInMs = minuteMs) =>
    server.send('prices', { version, expiresAt: server.in(expiresInMs), packages: [listed], discounts: [] });
  const shown = ({ client }: Bench) => client.controller?.memory.prices;

  it('is kept over a restart, confirmed again when it comes again, and told with every hello', async () => {
    const device = await bench();
    send(device, 7);
    await until(device, () => device.server.last('prices')?.state === 'applied');
    expect(shown(device)).toEqual({ version: 7, packages: [listed], discounts: [] });
    device.client.unplug();
    await device.client.plug();
    await until(device, () => device.server.last('hello')?.pricesVersion === 7);
    send(device, 7);
    await until(device, () => device.server.of('prices').length === 2);
    expect(device.server.last('prices')).toEqual({ version: 7, state: 'applied' });
  });

  it('that is older or came too late leaves the one before', async () => {
    const device = await bench();
    send(device, 7);
    send(device, 6);
    send(device, 8, -minuteMs);
    await until(device, () => device.server.of('prices').length === 3);
    expect(device.server.of('prices').map(({ version, reason }) => [version, reason])).toEqual([
      [7, undefined],
      [6, 'old'],
      [8, 'expired'],
    ]);
    expect(shown(device)?.version).toBe(7);
  });

  it('is forgotten when the machine is let go: the next owner has other prices', async () => {
    const device = await bench();
    send(device, 7);
    await until(device, () => shown(device) !== undefined);
    device.server.claimed = false;
    device.server.lose();
    await until(device, () => shown(device) === undefined);
  });
});
