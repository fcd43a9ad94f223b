import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { regionPath } from '#kit/kernel/regions.ts';
import { createTencentMap, type MapAnswer, type MapPath, mapSignature } from './client.ts';
import { type MapSimulatorOptions, startMapSimulator } from './simulator.ts';

const key = 'AAAAA-BBBBB-CCCCC-DDDDD-EEEEE-FFFFF';
const nanshan = '22.5333,113.9304';
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface FoundPlace {
  id: string;
  title: string;
  category: string;
  address: string;
  _distance: number;
  location: { lat: number; lng: number };
  ad_info: { adcode: number; city: string; district: string };
}

async function startWorld(options: Partial<MapSimulatorOptions> = {}) {
  const simulator = await startMapSimulator({ key, ...options });
  closers.push(simulator.close);
  return {
    url: simulator.url,
    map: createTencentMap({ key, secretKey: options.secretKey, baseUrl: simulator.url }),
  };
}

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function placesOf(answer: MapAnswer): FoundPlace[] {
  return answer.data as FoundPlace[];
}

describe('the map client', () => {
  test('sends only allowed parameters, its own key and a page size of 15', async () => {
    const seen: string[] = [];
    const baseUrl = await startServer((request, response) => {
      seen.push(request.url ?? '');
      response.end('{"status":0,"message":"query ok"}');
    });
    await createTencentMap({ key, baseUrl }).request('/ws/place/v1/search', {
      keyword: '电 玩&key=x',
      boundary: 'region(深圳,0)',
      key: 'stolen',
      callback: 'alert',
      output: 'jsonp',
      host: 'evil.example',
    });
    const url = new URL(seen[0] ?? '', baseUrl);
    expect(url.pathname).toBe('/ws/place/v1/search');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      keyword: '电 玩&key=x',
      boundary: 'region(深圳,0)',
      page_size: '15',
      key,
    });
    expect(seen[0]).not.toContain('+');
  });

  test.each([
    ['/ws/place/v1/search', { keyword: '电玩', boundary: 'region(深圳,0)', page_size: '21' }, 'page_size'],
    ['/ws/place/v1/search', { keyword: '电玩', boundary: 'region(深圳,0)', page_size: '1e1' }, 'page_size'],
    ['/ws/place/v1/search', { keyword: '电玩'.repeat(20), boundary: 'region(深圳,0)' }, 'keyword'],
    ['/ws/place/v1/search', { keyword: '电玩' }, 'boundary'],
    ['/ws/place/v1/search', { boundary: 'region(深圳,0)' }, 'keyword'],
    ['/ws/place/v1/explore', { boundary: 'region(深圳,0)' }, 'boundary'],
    ['/ws/place/v1/explore', { boundary: `nearby(${nanshan},1000)`, orderby: 'title' }, 'orderby'],
    ['/ws/geocoder/v1', { location: '22.5333;113.9304' }, 'location'],
    ['/ws/geocoder/v1', { address: '深圳\r\nHost: evil' }, 'address'],
    ['/ws/geocoder/v1', { address: '深圳市', location: nanshan }, 'address'],
    ['/ws/geocoder/v1', {}, 'address'],
  ] as [MapPath, Record<string, string>, string][])('refuses %s with %j', async (path, params, parameter) => {
    const map = createTencentMap({ key, baseUrl: 'http://127.0.0.1:9' });
    await expect(map.request(path, params)).rejects.toMatchObject({ code: 'invalid_parameter', parameter });
  });

  test.each([
    '/ws/district/v1/list',
    '//evil.example/',
    'http://evil.example/',
    'constructor',
    '/ws/geocoder/v1/../x',
  ])('refuses the path %s', async (path) => {
    const map = createTencentMap({ key, baseUrl: 'http://127.0.0.1:9' });
    const asked = map.request(path as MapPath, { location: nanshan });
    await expect(asked).rejects.toMatchObject({ code: 'unknown_path' });
  });

  test('does not follow a redirect', async () => {
    const visits: string[] = [];
    const baseUrl = await startServer((request, response) => {
      visits.push(request.url ?? '');
      response.writeHead(302, { location: '/inside' }).end();
    });
    const asked = createTencentMap({ key, baseUrl }).request('/ws/geocoder/v1', { location: nanshan });
    await expect(asked).rejects.toMatchObject({ code: 'redirected' });
    expect(visits).toHaveLength(1);
  });

  test.each([
    ['too_large', (_request, response) => response.end(`{"status":0,"x":"${'x'.repeat(1_100_000)}"}`)],
    ['bad_answer', (_request, response) => response.end('<html>')],
    ['bad_answer', (_request, response) => response.end('null')],
    ['bad_answer', (_request, response) => response.writeHead(502).end('{"status":0}')],
    ['unreachable', (request) => request.socket.destroy()],
    ['timeout', () => undefined],
  ] as [string, RequestListener][])('says %s when the provider misbehaves', async (code, listener) => {
    const baseUrl = await startServer(listener);
    const map = createTencentMap({ key, baseUrl, timeoutMs: code === 'timeout' ? 50 : 60_000 });
    const error = await map
      .request('/ws/geocoder/v1', { location: nanshan })
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'MapError', code });
    expect(JSON.stringify([String(error), (error as Error).cause])).not.toContain(key);
  });

  test('signs the sorted plain query as the provider documents it', () => {
    // md5 of "/ws/geocoder/v1?key=K&location=28.7033487,115.8660847SECRET"
    const params: [string, string][] = [
      ['location', '28.7033487,115.8660847'],
      ['key', 'K'],
    ];
    expect(mapSignature('/ws/geocoder/v1', params, 'SECRET')).toBe('fc861c98eb50ab115f5c4445339ad2a5');
  });
});

describe('the simulated map', () => {
  test('names the nearest known place for a point', async () => {
    const { map } = await startWorld();
    const answer = await map.request('/ws/geocoder/v1', { location: nanshan, get_poi: '1' });
    expect(answer).toMatchObject({
      status: 0,
      result: {
        location: { lat: 22.5333, lng: 113.9304 },
        address_component: { nation: '中国', province: '广东省', city: '深圳市', district: '南山区' },
        ad_info: { adcode: '440305', city_code: '156440300', name: '中国,广东省,深圳市,南山区' },
      },
    });
    const { pois, poi_count } = answer.result as { pois: FoundPlace[]; poi_count: number };
    expect(pois.length).toBe(poi_count);
    expect(pois.length).toBeGreaterThan(0);
    expect(pois.map((poi) => poi._distance)).toEqual(pois.map((poi) => poi._distance).sort((a, b) => a - b));
  });

  test('finds the point of an address, of a place exactly', async () => {
    const { map } = await startWorld();
    const district = await map.request('/ws/geocoder/v1', { address: '浙江省杭州市西湖区某某路9号' });
    expect(district).toMatchObject({
      status: 0,
      result: { ad_info: { adcode: '330106' }, location: { lat: 30.2594, lng: 120.1302 } },
    });
    const [place] = placesOf(
      await map.request('/ws/place/v1/search', { keyword: '电玩城', boundary: 'region(杭州市,0)' }),
    );
    const exact = await map.request('/ws/geocoder/v1', { address: `${place?.address}${place?.title}` });
    expect(exact).toMatchObject({ result: { title: place?.title, location: place?.location } });
    expect(await map.request('/ws/geocoder/v1', { address: '不存在的地方' })).toMatchObject({ status: 347 });
  });

  test('filters a city by keyword', async () => {
    const { map } = await startWorld();
    const answer = await map.request('/ws/place/v1/search', {
      keyword: '娃娃机',
      boundary: 'region(深圳,0)',
    });
    expect(answer).toMatchObject({ status: 0, count: 6 });
    for (const place of placesOf(answer)) {
      expect(place.title).toContain('娃娃机');
      expect(place.ad_info.city).toBe('深圳市');
      expect(regionPath(String(place.ad_info.adcode))?.[1]?.name).toBe('深圳市');
    }
  });

  test('finds nothing rather than something else, and widens only when allowed', async () => {
    const { map } = await startWorld();
    const far = 'nearby(22.0000,113.0000,1000,0)';
    const none = await map.request('/ws/place/v1/search', { keyword: '公园', boundary: far });
    expect(none).toMatchObject({ status: 0, count: 0, data: [] });
    const wide = await map.request('/ws/place/v1/search', {
      keyword: '公园',
      boundary: far.replace(',0)', ',1)'),
    });
    expect(wide.count).toBeGreaterThan(0);
    const absent = await map.request('/ws/place/v1/search', {
      keyword: '月球基地',
      boundary: 'region(深圳,1)',
    });
    expect(absent).toMatchObject({ count: 0 });
  });

  test('orders by distance and pages without gap or repetition', async () => {
    const { map } = await startWorld();
    const boundary = `nearby(${nanshan},3000)`;
    const all: FoundPlace[] = [];
    const first = await map.request('/ws/place/v1/explore', { boundary });
    for (let page = 1; all.length < (first.count as number); page += 1) {
      const answer = await map.request('/ws/place/v1/explore', { boundary, page_index: String(page) });
      expect(placesOf(answer).length).toBeGreaterThan(0);
      all.push(...placesOf(answer));
    }
    expect(placesOf(first)).toHaveLength(15);
    expect(new Set(all.map((place) => place.id)).size).toBe(first.count);
    expect(all.map((place) => place._distance)).toEqual(
      all.map((place) => place._distance).sort((a, b) => a - b),
    );
    expect(all.at(-1)?._distance).toBeLessThanOrEqual(3000);
  });

  test('knows the same places in every run', async () => {
    const params = { keyword: '购物', boundary: `nearby(${nanshan},1000)`, orderby: '_distance' };
    const [one, two] = [await startWorld(), await startWorld()];
    const first = await one.map.request('/ws/place/v1/search', params);
    const second = await two.map.request('/ws/place/v1/search', params);
    expect(first.data).toEqual(second.data);
  });

  test('answers the provider’s error numbers for their reasons', async () => {
    const ask = async (world: { url: string }, query: string) =>
      (await (await fetch(`${world.url}/ws/geocoder/v1/?${query}`)).json()) as { status: number };
    const open = await startWorld();
    expect(await ask(open, `location=${nanshan}`)).toMatchObject({ status: 311 });
    expect(await ask(open, `location=${nanshan}&key=short`)).toMatchObject({ status: 311 });
    expect(await ask(open, `location=${nanshan}&key=${key.replace('A', 'Z')}`)).toMatchObject({
      status: 190,
    });
    expect(await ask(open, `location=abc&key=${key}`)).toMatchObject({ status: 310 });
    expect(await ask(open, `location=${nanshan}&key=${key}`)).toMatchObject({ status: 0 });
    const bound = await startWorld({ allowedReferers: ['https://operator.example/'] });
    expect(await ask(bound, `location=${nanshan}&key=${key}`)).toMatchObject({ status: 110 });
    const fenced = await startWorld({ allowedIps: ['203.0.113.7'] });
    expect(await ask(fenced, `location=${nanshan}&key=${key}`)).toMatchObject({ status: 112 });
  });

  test('accepts a signed request and refuses an unsigned or wrongly signed one', async () => {
    const { map, url } = await startWorld({ secretKey: 'right' });
    const params = { keyword: '电 玩+城', boundary: 'region(上海,0)' };
    expect(await map.request('/ws/place/v1/search', params)).toMatchObject({ status: 0 });
    const wrong = createTencentMap({ key, secretKey: 'wrong', baseUrl: url });
    expect(await wrong.request('/ws/place/v1/search', params)).toMatchObject({ status: 111 });
    const unsigned = createTencentMap({ key, baseUrl: url });
    expect(await unsigned.request('/ws/place/v1/search', params)).toMatchObject({ status: 111 });
  });
});
