import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallError } from '#kit/contract/client.ts';
import type { Context } from '#kit/server/context.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { createTencentMap } from '#providers/map/client.ts';
import { mapsContract } from '../contract/maps.ts';
import { askProvider } from '../server/ask-provider.ts';

let server: TestServer;
let token: string;
let trap: Server;
let trapUrl: string;
let tiles: string;
const trapped: string[] = [];
const tile = Buffer.from('\x89PNG a tile', 'latin1');

beforeAll(async () => {
  tiles = await mkdtemp(join(tmpdir(), 'coinyard-tiles-'));
  await mkdir(join(tiles, '12/3430'), { recursive: true });
  await writeFile(join(tiles, '12/3430/1674.png'), tile);
  await writeFile(join(tiles, 'secret.png'), 'not for anybody');
  server = await startTestServer({ MAP_TILES_DIR: tiles, MAP_TILES_MAX_ZOOM: '14' });
  token = (await server.login('clerk')).access_token;
  // Stands for a machine inside the operator's network that a caller would like to reach.
  trap = createServer((request, response) => {
    trapped.push(request.url ?? '');
    response.end('{"status":0,"message":"trapped"}');
  });
  await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done));
  trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await server.close();
  await new Promise((done) => trap.close(done));
  await rm(tiles, { recursive: true, force: true });
});

const ask = (url: string) => server.app.inject({ url, headers: { 'blade-auth': `bearer ${token}` } });

describe('the map calls', () => {
  it('turn a point into an address and back, in Tencent’s own shape', async () => {
    const client = await server.as('merchant');
    const found = await client.call(mapsContract.geocode, { location: '31.2297,121.5303' });
    expect(found.status).toBe(0);
    expect(found.result?.ad_info?.adcode).toBe('310115');
    const back = await client.call(mapsContract.geocode, { address: '上海市浦东新区' });
    expect(back.result?.location.lat).toBeCloseTo(31.2, 0);
  });

  it('list places nearest first, fifteen to a page', async () => {
    const client = await server.as('merchant');
    const near = await client.call(mapsContract.explorePlaces, { boundary: 'nearby(31.2297,121.5303,5000)' });
    const distances = (near.data ?? []).map((place) => place._distance ?? 0);
    expect(distances.length).toBeGreaterThan(0);
    expect(distances.length).toBeLessThanOrEqual(15);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    const found = await client.call(mapsContract.searchPlaces, {
      keyword: '广场',
      boundary: 'region(上海,0)',
    });
    expect(found.status).toBe(0);
    expect(found.data?.every((place) => place.title.includes('广场'))).toBe(true);
  });

  it('are for logged-in accounts only', async () => {
    // a picture in a page carries no token
    const { readTile: _, ...calls } = mapsContract;
    for (const { path } of Object.values(calls))
      expect((await server.app.inject({ url: `${path}?location=31,121` })).statusCode).toBe(401);
  });

  it('want a position or an address, and not both', async () => {
    const client = await server.as('merchant');
    for (const input of [{}, { location: '31,121', address: '上海' }])
      await expect(client.call(mapsContract.geocode, input)).rejects.toBeInstanceOf(CallError);
  });

  it('say so where the operator has set up no map service', async () => {
    const services = { ...server.services, map: undefined } as Context['services'];
    await expect(
      askProvider(services, '/ws/geocoder/v1', { location: '31,121' }, mapsContract.geocode.output),
    ).rejects.toMatchObject({ key: 'sites:error.notConfigured', kind: 'invalid' });
  });
});

describe('through the map calls nobody', () => {
  it('reaches another host, whatever parameter names it', async () => {
    const escaped = encodeURIComponent(trapUrl);
    const names = [
      'url',
      'host',
      'baseUrl',
      'base_url',
      'callback',
      'output',
      'key',
      'sig',
      'path',
      'redirect',
    ];
    for (const name of names) await ask(`/map/ws/geocoder/v1?location=31,121&${name}=${escaped}`);
    for (const value of [trapUrl, `@127.0.0.1`, `31,121#@${trapUrl}`, `31,121&key=x`, `../../etc`])
      expect((await ask(`/map/ws/geocoder/v1?location=${encodeURIComponent(value)}`)).statusCode).toBe(400);
    for (const header of ['host', 'x-forwarded-host', 'referer'])
      await server.app.inject({
        url: '/map/ws/geocoder/v1?location=31,121',
        headers: { 'blade-auth': `bearer ${token}`, [header]: new URL(trapUrl).host },
      });
    expect(trapped).toEqual([]);
  });

  it('reaches another path of the provider', async () => {
    const paths = [
      '/map/ws/place/v1/suggestion?keyword=a',
      '/map/ws/geocoder/v1/../../direction/v1/driving?location=31,121',
      '/map/ws/geocoder/v1%2f..%2f..%2fother?location=31,121',
      '/map//127.0.0.1/ws/geocoder/v1?location=31,121',
      `/map/${encodeURIComponent(trapUrl)}`,
    ];
    for (const path of paths) expect((await ask(path)).statusCode).toBe(404);
    expect(trapped).toEqual([]);
  });

  it('is sent on by a redirect of the provider', async () => {
    const redirecting = createServer((_, response) => {
      response.writeHead(302, { location: trapUrl }).end();
    });
    await new Promise<void>((done) => redirecting.listen(0, '127.0.0.1', done));
    const baseUrl = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
    const map = createTencentMap({ key: 'TESTA-TESTB-TESTC-TESTD-TESTE-TESTF', baseUrl });
    const services = { ...server.services, map } as Context['services'];
    await expect(
      askProvider(services, '/ws/geocoder/v1', { location: '31,121' }, mapsContract.geocode.output),
    ).rejects.toMatchObject({ key: 'sites:error.unreachable' });
    expect(trapped).toEqual([]);
    await new Promise((done) => redirecting.close(done));
  });

  it('learns the operator’s key', async () => {
    const answer = await ask('/map/ws/geocoder/v1?location=31.2,121.5');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toMatch(/[A-Z0-9]{5}(-[A-Z0-9]{5}){5}/);
  });
});

describe('tiles of an offline map', () => {
  it('are named to who is logged in, and given out to pages', async () => {
    const client = await server.as('clerk');
    expect((await client.call(mapsContract.readTileSource, {})).tiles).toEqual({
      url: '/map/tiles/{z}/{x}/{y}',
      isWgs84: true,
      maxZoom: 14,
      attribution: '© OpenStreetMap',
    });
    const found = await server.app.inject('/map/tiles/12/3430/1674');
    expect(found.statusCode).toBe(200);
    expect(found.headers['content-type']).toBe('image/png');
    expect(found.headers['cache-control']).toContain('max-age');
    expect(found.rawPayload).toEqual(tile);
    expect((await server.app.inject('/map/tiles/12/3430/9')).statusCode).toBe(404);
  });

  it('are numbers and nothing else: no path leads out of the folder', async () => {
    for (const path of [
      '12/3430/1674.png',
      '12/..%2f/secret',
      '..%2f..%2fetc/passwd/1',
      '%2e%2e/%2e%2e/secret',
      '12/3430/..%5c..%5csecret',
      '12/3430/-1',
      '12/3430/1.5',
      '99/1/1',
      '12/3430/1674%00',
    ]) {
      const answer = await server.app.inject(`/map/tiles/${path}`);
      expect([400, 404], path).toContain(answer.statusCode);
      expect(answer.body).not.toContain('not for anybody');
    }
  });
});
