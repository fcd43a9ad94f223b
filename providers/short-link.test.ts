import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { isInsideAddress, objectIdOfLink } from './short-link.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A host that sends the caller on to somewhere else. */
async function leading(locations: Record<string, string | undefined>, status = 302) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const location = locations[path];
    if (location === 'silence') return;
    response
      .writeHead(location === undefined ? 200 : status, location === undefined ? {} : { location })
      .end('<html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, asked };
}

const hosts = ['douyin.com'];
const codeOf = async (text: string, simulatorOrigin?: string) => {
  const outcome = await objectIdOfLink(text, {
    hosts,
    timeoutMs: 300,
    ...(simulatorOrigin && { simulatorOrigin }),
  });
  return outcome.kind === 'done'
    ? `id ${outcome.value}`
    : outcome.kind === 'refused'
      ? outcome.refusal.code
      : outcome.kind;
};

describe('a scanned link', () => {
  test.each([
    'https://evil.example/s/1',
    'http://v.douyin.com/s/1',
    'https://v.douyin.com:8443/s/1',
    'https://douyin.com.evil.example/s/1',
    'https://evildouyin.com/s/1',
    'https://user:pass@v.douyin.com/s/1',
    'https://v.douyin.com@evil.example/s/1',
    'https://127.0.0.1/s/1',
    'https://[::1]/s/1',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/s/1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ftp://v.douyin.com/x',
    'gopher://v.douyin.com/x',
  ])('to %s is not followed', async (link) => {
    expect(await codeOf(link)).toBe('foreign');
  });

  test('that is endless is not looked at', async () => {
    expect(await codeOf(`https://v.douyin.com/${'a'.repeat(600)}`)).toBe('tooLong');
  });

  test('gives the object of the address it leads to, without asking that', async () => {
    const { origin, asked } = await leading({ '/s/1': '/share?object_id=CgYIASAHKAES' });
    expect(await codeOf(`${origin}/s/1`, origin)).toBe('id CgYIASAHKAES');
    expect(asked).toEqual(['/s/1']);
  });

  test.each([
    'https://evil.example/?object_id=1',
    'http://127.0.0.1:1/?object_id=1',
    'http://localhost/?object_id=1',
    'https://10.0.0.1/?object_id=1',
    '//evil.example/?object_id=1',
    'http://v.douyin.com/?object_id=1',
  ])('that leads to %s is refused, object or not', async (location) => {
    const { origin, asked } = await leading({ '/s/1': location });
    expect(await codeOf(`${origin}/s/1`, origin)).toBe('foreign');
    expect(asked).toEqual(['/s/1']);
  });

  test('that leads on and on is given up', async () => {
    const { origin, asked } = await leading({ '/1': '/2', '/2': '/3', '/3': '/4', '/4': '/5' });
    expect(await codeOf(`${origin}/1`, origin)).toBe('tooManySteps');
    expect(asked).toEqual(['/1', '/2', '/3']);
  });

  test('that leads nowhere, or to an object that is none, is refused', async () => {
    const { origin } = await leading({ '/odd': '/x?object_id=%3Cscript%3E' });
    expect(await codeOf(`${origin}/none`, origin)).toBe('noObject');
    expect(await codeOf(`${origin}/odd`, origin)).toBe('noObject');
  });

  test('of a host that does not answer is unknown after the time that there is', async () => {
    const { origin } = await leading({ '/slow': 'silence' });
    expect(await codeOf(`${origin}/slow`, origin)).toBe('unknown');
  });

  test('of an own host whose name means an address inside is not asked', async () => {
    const outcome = await objectIdOfLink('https://localhost/s/1', { hosts: ['localhost'] });
    expect(outcome).toMatchObject({ kind: 'refused', refusal: { reason: 'link', code: 'inside' } });
  });
});

describe('an address', () => {
  test.each([
    ['127.0.0.1', 4],
    ['10.1.2.3', 4],
    ['172.31.0.1', 4],
    ['192.168.1.1', 4],
    ['169.254.169.254', 4],
    ['100.64.0.1', 4],
    ['0.0.0.0', 4],
    ['224.0.0.1', 4],
    ['255.255.255.255', 4],
    ['::1', 6],
    ['::', 6],
    ['fd00::1', 6],
    ['fe80::1', 6],
    ['::ffff:10.0.0.1', 6],
    ['64:ff9b::7f00:1', 6],
  ] as const)('%s is inside', (address, family) => {
    expect(isInsideAddress(address, family)).toBe(true);
  });
  test.each([
    ['110.242.68.66', 4],
    ['8.8.8.8', 4],
    ['2400:3200::1', 6],
    ['::ffff:8.8.8.8', 6],
  ] as const)('%s is of the open Internet', (address, family) => {
    expect(isInsideAddress(address, family)).toBe(false);
  });
});
