import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hourMs } from '#kit/kernel/time.ts';
import type { DemoUser } from '#kit/server/testing/harness.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { uploadsContract } from '../contract.ts';
import { forgetIncoming } from '../server/incoming.ts';

const { server } = testServer({ UPLOAD_TENANT_QUOTA_BYTES: '3000000', UPLOAD_VIDEO_MAX_BYTES: '1000000' });

const photo = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#2a6' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
const box = (kind: string, bytes: number) => {
  const whole = Buffer.alloc(bytes);
  whole.writeUInt32BE(bytes, 0);
  whole.write(kind, 4, 'latin1');
  return whole;
};
/** twelve bytes more than its film is asked to weigh */
const mp4 = (size: number) =>
  Buffer.concat([box('ftyp', 24), box('moov', 16), box('mdat', Math.max(8, size + 12 - 40))]);

async function post(path: string, bytes: Buffer, name: string, user: DemoUser = 'merchant') {
  const { access_token } = await server.login(user);
  const boundary = `b${randomBytes(8).toString('hex')}`;
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await server.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: {
      'blade-auth': `bearer ${access_token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'accept-language': 'en-us',
    },
  });
  return {
    status: answer.statusCode,
    ...answer.json<{
      msg: string;
      data: { link: string; name: string; sizeBytes: number; remainingBytes: number };
    }>(),
  };
}

describe('a picture', () => {
  it('is encoded again without what was hidden in it, named by four characters and the time, and served safely', async () => {
    const { status, data } = await post(
      '/api/pay/fileUpload?busType=site',
      await photo(),
      '../../shop photo.jpg',
    );
    expect(status).toBe(200);
    expect(data.link).toMatch(/^\/files\/100002\/\d{6}\/[A-Za-z0-9]{4}\d{13}\.jpg$/);
    const file = await server.app.inject({ url: data.link });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
    expect(file.headers['content-security-policy']).toContain('sandbox');
    expect(file.rawPayload.toString('latin1')).not.toContain('secret place');
    expect((await sharp(file.rawPayload).metadata()).width).toBe(800);
  });

  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a shell script', Buffer.from('#!/bin/sh\nrm -rf /')],
    [
      'a picture header with rubbish behind it',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(500)]),
    ],
    ['a video where a picture is asked', mp4(100)],
    ['nothing', Buffer.alloc(0)],
  ])('is refused when it is %s', async (_what, bytes) => {
    const before = await (await server.as('merchant')).call(uploadsContract.space, {});
    const { status, msg } = await post('/api/pay/fileUpload?busType=picture', bytes, 'x.jpg');
    expect([status, msg]).toEqual([400, 'This file format is not allowed, or the file is damaged']);
    expect(await (await server.as('merchant')).call(uploadsContract.space, {})).toEqual(before);
  });

  it('for customer service is at most 200 KB', async () => {
    const noise = await sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(200 * 1024);
    const { status, msg } = await post('/api/pay/fileUpload?busType=serviceQr', noise, 'qr.png');
    expect([status, msg]).toEqual([400, 'The file is too large: 200 KB at most']);
  });
});

describe('a video', () => {
  it('is kept as it is and counts against the space of the merchant', async () => {
    const { status, data } = await post('/api/pay/uploadVideoOrImage?fileType=2', mp4(500_000), 'clip.mp4');
    expect(status).toBe(200);
    expect(data.sizeBytes).toBe(500_012);
    const space = await (await server.as('merchant')).call(uploadsContract.space, {});
    expect(space.remainingBytes).toBe(data.remainingBytes);
  });

  it.each([
    ['a head with rubbish behind it', Buffer.concat([box('ftyp', 24), randomBytes(500)])],
    ['a page behind the head of a film', Buffer.concat([box('ftyp', 24), Buffer.from('<html><script>')])],
    ['cut off', mp4(400).subarray(0, 300)],
    ['without a film', Buffer.concat([box('ftyp', 24), box('moov', 16)])],
    ['a picture of the same family', Buffer.concat([box('ftyp', 24), box('meta', 16), box('mdat', 16)])],
    ['a head of WebM alone', Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(100)])],
  ])('is refused when it is %s, and nothing stays', async (_what, bytes) => {
    const before = await (await server.as('merchant')).call(uploadsContract.space, {});
    const { status, msg } = await post('/api/pay/uploadVideoOrImage?fileType=2', bytes, 'x.mp4');
    expect([status, msg]).toEqual([400, 'This file format is not allowed, or the file is damaged']);
    expect(await (await server.as('merchant')).call(uploadsContract.space, {})).toMatchObject({
      usedBytes: before.usedBytes,
    });
  });

  it('is refused above the limit of one file, and when the space is used up, leaving nothing behind', async () => {
    expect((await post('/api/pay/uploadVideoOrImage?fileType=2', mp4(1_100_000), 'long.mp4')).msg).toContain(
      'too large',
    );
    const statuses: number[] = [];
    for (let index = 0; index < 7; index++)
      statuses.push(
        (await post('/api/pay/uploadVideoOrImage?fileType=2', mp4(900_000), 'fill.mp4', 'merchant2')).status,
      );
    expect(statuses).toEqual([200, 200, 200, 400, 400, 400, 400]);
    const { usedBytes } = await (await server.as('merchant2')).call(uploadsContract.space, {});
    expect(usedBytes).toBeLessThanOrEqual(3_000_000);
  });
});

describe('temporary credentials', () => {
  it('let a page send one file, which is served only after inspection', async () => {
    const client = await server.as('franchisee');
    const upload = await client.call(uploadsContract.temporaryCredentials, {
      busType: 'video',
      contentType: 'video/mp4',
      sizeBytes: 1012,
    });
    const sent = await server.app.inject({
      method: 'PUT',
      url: upload.url,
      headers: upload.headers,
      payload: mp4(1000),
    });
    expect(sent.statusCode).toBe(200);
    expect((await server.app.inject({ url: `/files/${upload.key}` })).statusCode).toBe(404);
    const { link } = await client.call(uploadsContract.completeUpload, {
      key: upload.key,
      originalName: 'clip.mp4',
    });
    expect((await server.app.inject({ url: link })).statusCode).toBe(200);
    await expect(client.call(uploadsContract.completeUpload, { key: upload.key })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('can not be changed, reused for a larger file, or completed by another merchant', async () => {
    const client = await server.as('merchant');
    const upload = await client.call(uploadsContract.temporaryCredentials, {
      busType: 'video',
      contentType: 'video/mp4',
      sizeBytes: 1012,
    });
    const put = (url: string, size: number) =>
      server.app.inject({ method: 'PUT', url, headers: upload.headers, payload: mp4(size) });
    expect((await put(upload.url.replace('incoming', 'incoming2'), 1000)).statusCode).toBe(403);
    expect((await put(upload.url, 5000)).statusCode).toBe(400);
    expect((await put(upload.url, 1000)).statusCode).toBe(200);
    await expect(
      (await server.as('merchant2')).call(uploadsContract.completeUpload, { key: upload.key }),
    ).rejects.toMatchObject({ status: 404 });
    server.clock.forward(16 * 60_000);
    expect((await put(upload.url, 1000)).statusCode).toBe(403);
  });

  it('take their space at once, and give it back when the file was never completed', async () => {
    const client = await server.as('agent');
    const used = async () => (await client.call(uploadsContract.space, {})).usedBytes;
    const ask = (sizeBytes?: number) =>
      client.call(uploadsContract.temporaryCredentials, {
        busType: 'video',
        contentType: 'video/mp4',
        sizeBytes,
      });
    const before = await used();
    const first = await ask(900_000);
    await ask();
    expect(await used()).toBe(before + 900_000 + 1_000_000);
    const many = await Promise.allSettled(Array.from({ length: 5 }, () => ask(900_000)));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await server.app.inject({ method: 'PUT', url: first.url, headers: first.headers, payload: mp4(800_000) });
    expect(await server.services.storage.open(first.key).then((sent) => sent?.body.destroy())).toBeDefined();
    await forgetIncoming(server.services);
    expect(await used()).toBeGreaterThan(before);
    server.clock.forward(2 * hourMs);
    await forgetIncoming(server.services);
    expect(await (await server.logIn('agent')).call(uploadsContract.space, {})).toMatchObject({
      usedBytes: before,
    });
    expect(await server.services.storage.open(first.key)).toBeUndefined();
  });

  it('take nothing more once the file is completed', async () => {
    const client = await server.logIn('franchisee');
    const upload = await client.call(uploadsContract.temporaryCredentials, {
      busType: 'video',
      contentType: 'video/mp4',
      sizeBytes: 1012,
    });
    const put = () =>
      server.app.inject({ method: 'PUT', url: upload.url, headers: upload.headers, payload: mp4(1000) });
    expect((await put()).statusCode).toBe(200);
    const completions = await Promise.allSettled(
      [1, 2, 3].map(() => client.call(uploadsContract.completeUpload, { key: upload.key })),
    );
    expect(completions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await put()).statusCode).toBe(403);
    expect(await server.services.storage.open(upload.key)).toBeUndefined();
  });
});
