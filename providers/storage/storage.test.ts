import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import type { ObjectStore } from './client.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store, type S3StoreOptions } from './s3.ts';
import { type S3SimulatorOptions, startS3Simulator } from './simulator.ts';
import { verifyTemporaryUpload } from './temporary-upload.ts';

const keys = { accessKeyId: 'AKIATEST', secretAccessKey: 'right/secret+key' };
const uploadBaseUrl = 'https://operator.example/upload';
const secret = 'upload-secret';
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startDisk(now?: () => number) {
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-disk-'));
  closers.push(() => rm(folder, { recursive: true }));
  return { folder, store: createDiskStore(join(folder, 'store'), { uploadBaseUrl, secret, now }) };
}

async function startS3(simulated: Partial<S3SimulatorOptions> = {}, used: Partial<S3StoreOptions> = {}) {
  const simulator = await startS3Simulator({ ...keys, bucket: 'yard', ...simulated });
  closers.push(simulator.close);
  const place = { endpoint: simulator.url, region: 'cn-test-1', bucket: 'yard', forcePathStyle: true };
  return { simulator, store: createS3Store({ ...place, ...keys, ...used }) };
}

async function read(store: ObjectStore, key: string) {
  const found = await store.open(key);
  return found && { ...found, body: await buffer(found.body) };
}

const stores: [string, () => Promise<{ store: ObjectStore }>][] = [
  ['disk', startDisk],
  ['S3', startS3],
];

describe.each(stores)('the %s store', (_name, start) => {
  test('gives back what was put, with its size and type', async () => {
    const { store } = await start();
    const body = Buffer.from([0, 255, 13, 10, 0]);
    await store.put('pictures/2025/ab_1-x.png', body, { contentType: 'image/png' });
    expect(await read(store, 'pictures/2025/ab_1-x.png')).toEqual({
      body,
      sizeBytes: 5,
      contentType: 'image/png',
    });
  });

  test('takes a stream, with or without its size', async () => {
    const { store } = await start();
    const parts = Array.from({ length: 64 }, (_, index) => Buffer.alloc(16 * 1024, index));
    const whole = Buffer.concat(parts);
    await store.put('known.mp4', Readable.from(parts), { contentType: 'video/mp4', sizeBytes: whole.length });
    await store.put('unknown.mp4', Readable.from(parts), { contentType: 'video/mp4' });
    for (const key of ['known.mp4', 'unknown.mp4']) {
      const found = await read(store, key);
      expect(found?.sizeBytes).toBe(whole.length);
      expect(found?.body.equals(whole)).toBe(true);
    }
  });

  test('stores an empty object', async () => {
    const { store } = await start();
    await store.put('empty', Buffer.alloc(0), { contentType: 'text/plain' });
    expect(await read(store, 'empty')).toMatchObject({ sizeBytes: 0 });
  });

  test('replaces an object whole', async () => {
    const { store } = await start();
    await store.put('a.txt', Buffer.from('a long first text'), { contentType: 'text/plain' });
    await store.put('a.txt', Buffer.from('short'), { contentType: 'text/markdown' });
    expect(await read(store, 'a.txt')).toEqual({
      body: Buffer.from('short'),
      sizeBytes: 5,
      contentType: 'text/markdown',
    });
  });

  test('keeps the old object when the new one breaks off or has another size than told', async () => {
    const { store } = await start();
    const old = Buffer.from('old');
    await store.put('a.txt', old, { contentType: 'text/plain' });
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('connection lost');
    }
    await expect(
      store.put('a.txt', Readable.from(broken()), { contentType: 'text/plain' }),
    ).rejects.toThrow();
    for (const body of [Buffer.from('four'), Readable.from([Buffer.from('four')])]) {
      const putting = store.put('a.txt', body, { contentType: 'text/plain', sizeBytes: 5 });
      await expect(putting).rejects.toMatchObject({ code: 'size_mismatch' });
    }
    expect((await read(store, 'a.txt'))?.body).toEqual(old);
  });

  test('gives the rest of an object from a byte on, and nothing beyond its end', async () => {
    const { store } = await start();
    await store.put('a.bin', Buffer.from('0123456789'), { contentType: 'application/octet-stream' });
    const rest = await store.open('a.bin', 7);
    expect(rest?.sizeBytes).toBe(3);
    expect((await buffer(rest!.body)).toString()).toBe('789');
    expect(await store.open('a.bin', 10)).toBeUndefined();
  });

  test('knows nothing of an object that was never put or was removed', async () => {
    const { store } = await start();
    expect(await store.open('never.txt')).toBeUndefined();
    await store.put('folder/gone.txt', Buffer.from('x'), { contentType: 'text/plain' });
    await store.remove('folder/gone.txt');
    expect(await store.open('folder/gone.txt')).toBeUndefined();
    expect(await store.open('folder')).toBeUndefined();
    await store.remove('folder/gone.txt');
  });

  test.each([
    '',
    '/',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a//b',
    'a/',
    './a',
    '.types/a',
    'a\\b',
    'a\0b',
    'ä',
    'a b',
    '%2e%2e/x',
    'x'.repeat(600),
  ])('refuses the key %j everywhere', async (key) => {
    const { store } = await start();
    const refused = { code: 'invalid_key' };
    await expect(store.put(key, Buffer.from('x'), { contentType: 'text/plain' })).rejects.toMatchObject(
      refused,
    );
    await expect(store.open(key)).rejects.toMatchObject(refused);
    await expect(store.remove(key)).rejects.toMatchObject(refused);
    const upload = { contentType: 'text/plain', maxBytes: 1, expiresSeconds: 60 };
    await expect(store.temporaryUpload(key, upload)).rejects.toMatchObject(refused);
  });

  test('refuses a temporary upload that is announced too large', async () => {
    const { store } = await start();
    const upload = { contentType: 'image/png', maxBytes: 10, sizeBytes: 11, expiresSeconds: 60 };
    await expect(store.temporaryUpload('a.png', upload)).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('the disk store', () => {
  test('tells how much space is left', async () => {
    const { store } = await startDisk();
    expect(await store.freeBytes()).toBeGreaterThan(0);
  });

  test('leaves no temporary file behind', async () => {
    const { store, folder } = await startDisk();
    await store.put('a.txt', Buffer.from('x'), { contentType: 'text/plain' });
    await store
      .put('b.txt', Buffer.from('x'), { contentType: 'text/plain', sizeBytes: 2 })
      .catch(() => undefined);
    expect(await readdir(join(folder, 'store', '.incoming'))).toEqual([]);
  });

  test('does not make an object a folder of others', async () => {
    const { store } = await startDisk();
    await store.put('a', Buffer.from('x'), { contentType: 'text/plain' });
    const putting = store.put('a/b', Buffer.from('x'), { contentType: 'text/plain' });
    await expect(putting).rejects.toMatchObject({ code: 'invalid_key' });
    expect(await store.open('a/b')).toBeUndefined();
  });

  test('signs upload addresses that hold until they expire', async () => {
    let clock = Date.parse('2025-06-01T00:00:00.400Z');
    const now = () => clock;
    const { store } = await startDisk(now);
    const upload = await store.temporaryUpload('v/a.mp4', {
      contentType: 'video/mp4',
      maxBytes: 1000,
      expiresSeconds: 60,
    });
    expect(upload).toMatchObject({
      method: 'PUT',
      headers: { 'content-type': 'video/mp4' },
      expiresAt: '2025-06-01T00:01:00.000Z',
    });
    const url = new URL(upload.url);
    expect(url.origin + url.pathname).toBe(uploadBaseUrl);
    const query = Object.fromEntries(url.searchParams);
    const allowed = { key: 'v/a.mp4', contentType: 'video/mp4', maxBytes: 1000 };
    expect(verifyTemporaryUpload(query, { secret, now })).toEqual(allowed);
    expect(verifyTemporaryUpload(query, { secret: 'other', now })).toBeUndefined();
    for (const name of Object.keys(query)) {
      expect(verifyTemporaryUpload({ ...query, [name]: `${query[name]}0` }, { secret, now })).toBeUndefined();
      expect(verifyTemporaryUpload({ ...query, [name]: undefined }, { secret, now })).toBeUndefined();
    }
    clock += 60_000;
    expect(verifyTemporaryUpload(query, { secret, now })).toBeUndefined();
  });

  test('holds an upload to the size that was announced', async () => {
    const { store } = await startDisk();
    const options = { contentType: 'video/mp4', maxBytes: 1000, sizeBytes: 10, expiresSeconds: 60 };
    const { searchParams } = new URL((await store.temporaryUpload('a.mp4', options)).url);
    expect(verifyTemporaryUpload(Object.fromEntries(searchParams), { secret })?.maxBytes).toBe(10);
  });
});

describe('the S3 store', () => {
  test('does not know how much space is left', async () => {
    const { store } = await startS3();
    expect(await store.freeBytes()).toBeUndefined();
  });

  test.each([
    ['SignatureDoesNotMatch', { secretAccessKey: 'wrong' }],
    ['InvalidAccessKeyId', { accessKeyId: 'AKIAOTHER' }],
    ['NoSuchBucket', { bucket: 'other' }],
  ])('is rejected with %s', async (providerCode, used) => {
    const { store, simulator } = await startS3({}, used);
    const putting = store.put('a.txt', Buffer.from('x'), { contentType: 'text/plain' });
    await expect(putting).rejects.toMatchObject({ code: 'rejected', providerCode });
    await expect(store.open('a.txt')).rejects.toMatchObject({ code: 'rejected', providerCode });
    expect(simulator.objects.size).toBe(0);
  });

  test('says when the store can not be reached', async () => {
    const { store, simulator } = await startS3();
    await simulator.close();
    const putting = store.put('a.txt', Buffer.from('x'), { contentType: 'text/plain' });
    await expect(putting).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('hands out a presigned PUT that takes the announced file and nothing else', async () => {
    const { store, simulator } = await startS3();
    const upload = await store.temporaryUpload('v/a.mp4', {
      contentType: 'video/mp4',
      maxBytes: 10,
      sizeBytes: 4,
      expiresSeconds: 60,
    });
    const send = (body: string, headers: Record<string, string>, url = upload.url) =>
      fetch(url, { method: upload.method, headers, body: Buffer.from(body) });
    expect((await send('12345', upload.headers)).status).toBe(403);
    expect((await send('1234', { 'content-type': 'text/html' })).status).toBe(403);
    expect((await send('1234', upload.headers, upload.url.replace('a.mp4', 'b.mp4'))).status).toBe(403);
    expect(simulator.objects.size).toBe(0);
    expect((await send('1234', upload.headers)).status).toBe(200);
    expect(await read(store, 'v/a.mp4')).toMatchObject({ sizeBytes: 4, contentType: 'video/mp4' });
  });

  test('hands out a presigned PUT that expires', async () => {
    const signedAt = Date.now();
    let clock = signedAt;
    const { store } = await startS3({ now: () => clock }, { now: () => signedAt });
    const options = { contentType: 'image/png', maxBytes: 10, expiresSeconds: 60 };
    const { url, headers } = await store.temporaryUpload('a.png', options);
    const send = () => fetch(url, { method: 'PUT', headers, body: Buffer.from('1234') });
    expect((await send()).status).toBe(200);
    clock += 61_000;
    const late = await send();
    expect(late.status).toBe(403);
    expect(await late.text()).toMatch(/<Code>AccessDenied<\/Code><Message>Request has expired/);
  });
});

describe('the S3 simulator', () => {
  test('answers XML errors to unsigned requests', async () => {
    const { simulator } = await startS3();
    const answer = await fetch(`${simulator.url}/yard/a<b`);
    expect(answer.status).toBe(403);
    expect(answer.headers.get('content-type')).toBe('application/xml');
    expect(await answer.text()).toMatch(/^<\?xml .*\n<Error><Code>AccessDenied<\/Code>/);
  });

  test('refuses a request whose clock is off', async () => {
    const { store } = await startS3({ now: () => Date.now() + 3_600_000 });
    const asked = store.remove('a.txt');
    await expect(asked).rejects.toMatchObject({ code: 'rejected', providerCode: 'RequestTimeTooSkewed' });
  });

  test('refuses an object that is too large', async () => {
    const { store } = await startS3({ maxObjectBytes: 10 });
    const putting = store.put('a.txt', Buffer.alloc(11), { contentType: 'text/plain' });
    await expect(putting).rejects.toMatchObject({ code: 'rejected', providerCode: 'EntityTooLarge' });
  });
});
