import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { type DeviceView, listDemoFleet } from '#features/machines/devices/server/public.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { downTopic, upTopic } from '#kit/protocol/topics.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { adsContract } from '../contract.ts';
import { adPlays, adPlaysAside } from '../tables.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
const neighbour = staff('merchant2');
const scope = tenantScope(demoTenants.merchant);
const {
  listGroups,
  listMedia,
  saveMedia,
  removeMedia,
  saveGroup,
  readGroup,
  removeGroups,
  savePlacement,
  previewPlacement,
  listPlacements,
  removePlacements,
  readScreen,
  listScreens,
  readMainSwitch,
  setMainSwitch,
  listAside,
} = adsContract;

/** Lottery machines have nothing on their screens in the demo. */
const machines = async () =>
  (await listDemoFleet(server.services.db.read, scope)).filter(({ type }) => type === 'lottery');

async function uploaded(bytes: Buffer, fileType: '1' | '2', name: string): Promise<string> {
  const token = (await server.login('merchant')).access_token;
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/pay/uploadVideoOrImage?fileType=${fileType}`,
    headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'multipart/form-data; boundary=X' },
    payload: Buffer.concat([
      Buffer.from(`--X\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      bytes,
      Buffer.from('\r\n--X--\r\n'),
    ]),
  });
  return answer.json().data.link;
}

let shade = 0;
/** Every file of the library is another one. */
async function picture(name: string): Promise<string> {
  const bytes = await sharp({
    create: { width: 64 + shade++, height: 48, channels: 3, background: '#2a7' },
  })
    .png()
    .toBuffer();
  const link = await uploaded(bytes, '1', `${name}.png`);
  return (await merchant.call(saveMedia, { link, name })).id;
}

async function groupOf(name: string, ...media: string[]): Promise<string> {
  const items = media.map((mediaId) => ({ mediaId, seconds: 10 }));
  return (await merchant.call(saveGroup, { name, items })).id;
}

const say = (code: string, kind: 'hello' | 'content' | 'telemetry', message: object) =>
  server.loopback!.publish(upTopic(code, kind), JSON.stringify(message));

const hello = ({ code, type }: DeviceView, contentVersion = 0, session = `${code}-${Math.random()}`) =>
  say(code, 'hello', {
    ...{ session, protocol: 1, type, model: 'test', firmware: '2.4.0', boot: 1, epoch: 1, contentVersion },
    ...{ settingsVersion: 0, settingsHash: '0000000000000000', faults: [], signal: { kind: 'wired' } },
  });

interface Sent {
  version: number;
  shown: boolean;
  utcOffsetMin: number;
  items: { id: string; url: string; sha256: string; sizeBytes: number; seconds: number }[];
}
const heard = (code: string): Sent[] =>
  server
    .loopback!.published.filter(({ topic }) => topic === downTopic(code, 'content'))
    .map(({ payload }) => JSON.parse(JSON.parse(payload).body));

async function nextContent(code: string, after = 0): Promise<Sent> {
  await vi.waitFor(() => expect(heard(code).length).toBeGreaterThan(after), soon);
  return heard(code).at(-1)!;
}

const answer = (code: string, message: UpMessage<'content'>) => say(code, 'content', message);
const stateOf = async (equipmentId: string) => (await merchant.call(readScreen, { equipmentId })).state;

describe('from the library to a screen', () => {
  it('a placed group reaches the machine, which fetches each file, confirms it, and is up to date', async () => {
    const [machine] = await machines();
    const { code, deviceId: equipmentId } = machine!;
    await hello(machine!);
    const [first, second] = [await picture('一号'), await picture('二号')];
    const groupId = await groupOf('首发', first, second);
    await merchant.call(savePlacement, { groupId, equipmentIds: [equipmentId] });
    const content = await nextContent(code);
    expect(content).toMatchObject({ shown: true, utcOffsetMin: 480 });
    expect(content.items.map(({ id }) => id)).toEqual([first, second]);

    const [file] = content.items;
    const address = new URL(file!.url, 'http://server');
    const get = (headers = {}) =>
      server.app.inject({ method: 'GET', url: address.pathname + address.search, headers });
    const whole = await get();
    expect(createHash('sha256').update(whole.rawPayload).digest('hex')).toBe(file!.sha256);
    const rest = await get({ range: 'bytes=10-' });
    expect([rest.statusCode, rest.rawPayload.equals(whole.rawPayload.subarray(10))]).toEqual([206, true]);
    address.searchParams.set('sig', '0'.repeat(64));
    expect((await get()).statusCode).toBe(403);

    const { version } = content;
    await answer(code, { version, state: 'downloading', item: first, percent: 0 });
    await answer(code, { version, state: 'stored', item: first });
    const halfway = () => merchant.call(readScreen, { equipmentId });
    await vi.waitFor(async () => expect((await halfway()).items[0]?.stored).toBe(true), soon);
    expect(await halfway()).toMatchObject({
      state: 'downloading',
      items: [{ stored: true }, { stored: false }],
    });
    await answer(code, { version, state: 'applied', freeBytes: 1000 });
    await vi.waitFor(async () => expect(await stateOf(equipmentId)).toBe('applied'), soon);
    expect((await halfway()).items.every(({ stored }) => stored)).toBe(true);
  });

  it('a machine that comes back with an older version is sent the content again, and one that failed for space is left alone', async () => {
    const [machine] = await machines();
    const { code, deviceId } = machine!;
    const before = heard(code).length;
    await hello(machine!, 1);
    const { version } = await nextContent(code, before);
    await answer(code, { version, state: 'failed', reason: 'space' });
    await vi.waitFor(async () => expect(await stateOf(deviceId)).toBe('failed'), soon);
    const [row] = (await merchant.call(listScreens, { state: 'failed', size: 100 })).records;
    expect(row).toMatchObject({ equipmentId: deviceId, reason: 'space' });
    await hello(machine!, 1);
    expect(heard(code)).toHaveLength(before + 1);
  });

  it('taking the group off sends an empty content, and then it may be deleted', async () => {
    const [machine] = await machines();
    const { code, deviceId: equipmentId } = machine!;
    const { records } = await merchant.call(listPlacements, { equipmentId, size: 100 });
    const { groupId } = records[0]!;
    expect(await refusalOf(merchant.call(removeGroups, { ids: [groupId] }))).toBe('ads:error.groupInUse');
    const groups = (await merchant.call(listGroups, { size: 100 })).records;
    expect(groups.find(({ id }) => id === groupId)).toMatchObject({ items: 2, round: 20, machines: 1 });
    const library = (await merchant.call(listMedia, { name: '一号' })).records;
    expect(library).toMatchObject([{ groups: 1, plays: 0 }]);
    const before = heard(code).length;
    await merchant.call(removePlacements, { ids: records.map(({ id }) => id) });
    expect((await nextContent(code, before)).items).toEqual([]);
    const { items } = await merchant.call(readGroup, { id: groupId });
    const ids = items.map(({ mediaId }) => mediaId);
    expect(await refusalOf(merchant.call(removeMedia, { ids }))).toBe('ads:error.mediaInUse');
    await merchant.call(removeGroups, { ids: [groupId] });
    await merchant.call(removeMedia, { ids });
    expect((await merchant.call(listMedia, { size: 100 })).records.some(({ id }) => ids.includes(id))).toBe(
      false,
    );
  });

  it('the main switch tells machines to keep their files and show none', async () => {
    const machine = (await machines())[1]!;
    await hello(machine);
    const groupId = await groupOf('开关', await picture('开关图'));
    await merchant.call(savePlacement, { groupId, equipmentIds: [machine.deviceId] });
    const on = await nextContent(machine.code);
    await merchant.call(setMainSwitch, { state: 0 });
    expect(await merchant.call(readMainSwitch, {})).toEqual({ state: 0 });
    const off = await nextContent(machine.code, heard(machine.code).length - 1 || 1);
    await vi.waitFor(() => expect(heard(machine.code).at(-1)?.shown).toBe(false), soon);
    expect(off.items.map(({ id }) => id)).toEqual(on.items.map(({ id }) => id));
    await merchant.call(setMainSwitch, { state: 1 });
    await vi.waitFor(() => expect(heard(machine.code).at(-1)?.shown).toBe(true), soon);
  });
});

describe('files', () => {
  it('are in the library once, and nobody takes those of another merchant', async () => {
    const bytes = await sharp({ create: { width: 33, height: 33, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    const link = await uploaded(bytes, '1', 'a.png');
    await merchant.call(saveMedia, { link, name: 'A' });
    expect(await refusalOf(merchant.call(saveMedia, { link, name: 'B' }))).toBe('ads:error.sameFile');
    expect(await refusalOf(neighbour.call(saveMedia, { link, name: 'C' }))).toBe('ads:error.gone');
  });

  it('that only begin like a video are refused, whatever they are called', async () => {
    const box = (kind: string, content: Buffer) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(content.length + 8);
      head.write(kind, 4, 'latin1');
      return Buffer.concat([head, content]);
    };
    const film = Buffer.concat([
      box('ftyp', Buffer.from('isom\0\0\0\0isom')),
      box('moov', Buffer.from('<script>alert(1)</script>')),
      box('mdat', Buffer.from('<html>')),
    ]);
    const link = await uploaded(film, '2', 'film.mp4');
    expect(link).toMatch(/\.mp4$/);
    expect(await refusalOf(merchant.call(saveMedia, { link, name: 'Film' }))).toBe('ads:error.notFilm');
  });
});

describe('placing', () => {
  it('says before it is saved which share of each hour a group gets beside what is there', async () => {
    const machine = (await machines())[2]!;
    const equipmentIds = [machine.deviceId];
    const all = await groupOf('全天', await picture('全天图'));
    await merchant.call(savePlacement, { groupId: all, equipmentIds });
    const groupId = await groupOf('下午', await picture('下午图'));
    const hours = [{ days: [1, 2, 3, 4, 5, 6, 7], period: '14:00-16:30' }];
    const shares = await merchant.call(previewPlacement, { groupId, equipmentIds, hours });
    const [shown] = shares.machines;
    expect([13, 14, 15, 16, 17].map((hour) => shown!.hours[hour])).toEqual([0, 5000, 5000, 2500, 0]);
    expect((await merchant.call(listPlacements, { groupId })).total).toBe(0);
  });

  it('is refused where the times of group and placement never meet, and at another merchant’s machine', async () => {
    const machine = (await machines())[2]!;
    const media = await picture('早上图');
    const { id: groupId } = await merchant.call(saveGroup, {
      ...{ name: '早上', items: [{ mediaId: media, seconds: 5 }] },
      hours: [{ days: [1], period: '08:00-10:00' }],
    });
    const never = { groupId, hours: [{ days: [1], period: '12:00-13:00' }] };
    expect(
      await refusalOf(merchant.call(savePlacement, { ...never, equipmentIds: [machine.deviceId] })),
    ).toBe('ads:error.never');
    await expect(
      neighbour.call(savePlacement, { groupId, equipmentIds: [machine.deviceId] }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('what a machine says it showed', () => {
  it('is counted once however often it is said, and what can not be true is set aside', async () => {
    const machine = (await machines())[3]!;
    const { code, deviceId } = machine;
    await hello(machine);
    const media = await picture('计数');
    const groupId = await groupOf('计数', media);
    await merchant.call(savePlacement, { groupId, equipmentIds: [deviceId] });
    await nextContent(code);
    const now = server.clock.now();
    const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000).toISOString();
    const later = new Date(Date.parse(hour) + 2 * 3_600_000).toISOString();
    const message = {
      ...{ epoch: 7, seq: 1, at: now.toISOString() },
      played: [
        { item: media, hour, thousandths: 2500 },
        // an hour has room for 360 plays of ten seconds
        { item: media, hour, thousandths: 400_000 },
        { item: media, hour: later, thousandths: 1000 },
        { item: groupId, hour, thousandths: 1000 },
      ],
    };
    for (const _ of [1, 2, 3]) await say(code, 'telemetry', message);
    await say(code, 'telemetry', { ...message, seq: 2, played: [{ item: media, hour, thousandths: 500 }] });
    const { read } = server.services.db;
    const counted = () => find(read, scope, adPlays, (play) => eq(play.deviceId, deviceId));
    await vi.waitFor(
      async () => expect((await counted()).map((play) => play.thousandths)).toEqual([3000]),
      soon,
    );
    const aside = await find(read, scope, adPlaysAside, { deviceId });
    expect(aside.map(({ reason }) => reason).toSorted()).toEqual(['future', 'tooMany', 'unknown']);
    const listed = await merchant.call(listAside, { reason: 'tooMany' });
    expect(listed.records).toMatchObject([{ equipmentId: deviceId, plays: 400, name: '计数' }]);
    expect((await neighbour.call(listAside, {})).total).toBe(0);
  });
});
