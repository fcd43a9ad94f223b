import { lookup as lookupHost } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, type LookupFunction } from 'node:net';
import { secondMs } from '#kit/kernel/time.ts';
import { type DealOutcome, done, refused, unknown } from './deal-platform.ts';

export interface ShortLinkRules {
  /** the platform's own hosts; names below them are its own too */
  hosts: readonly string[];
  /** of the simulator in a demo and in tests: reached as it is written, without TLS */
  simulatorOrigin?: string;
  timeoutMs?: number;
}

const maxLength = 512;
const maxHops = 3;
const idPattern = /^[\w.~%+/=:-]{1,400}$/;

const refusedLink = (code: string) => refused('link', code, '');

/** Addresses that are not the open Internet's: nobody outside may make us ask there. */
const inside = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6');

export function isInsideAddress(address: string, family: number): boolean {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped) return inside.check(mapped, 'ipv4');
  return inside.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

class InsideAddress extends Error {}

/** Asked while connecting, so that a name can not mean another address a moment later. */
const lookupOutside: LookupFunction = (host, options, callback) => {
  lookupHost(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (addresses.some(({ address, family }) => isInsideAddress(address, family)))
      return callback(new InsideAddress() as NodeJS.ErrnoException, []);
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};

/** The address as somebody else wrote it, or why nobody goes there. */
function judge(text: string, base: URL | undefined, rules: ShortLinkRules): URL | undefined {
  if (text.length > maxLength * 4 || !URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (url.username || url.password) return undefined;
  if (rules.simulatorOrigin !== undefined && url.origin === rules.simulatorOrigin) return url;
  if (url.protocol !== 'https:' || url.port !== '') return undefined;
  const isOwn = rules.hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return isOwn ? url : undefined;
}

/** Asks once and reads no more than the head of the answer. */
function ask(
  url: URL,
  isSimulator: boolean,
  deadline: AbortSignal,
): Promise<{ location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const request = isSimulator ? requestHttp : requestHttps;
    const asked = request(
      url,
      {
        method: 'GET',
        signal: deadline,
        agent: false,
        maxHeaderSize: 8192,
        ...(!isSimulator && { lookup: lookupOutside }),
      },
      (response) => {
        const { statusCode = 0, headers } = response;
        response.destroy();
        if (statusCode >= 500 || statusCode === 429) reject(new Error(`HTTP ${statusCode}`));
        else resolve({ location: statusCode >= 300 && statusCode < 400 ? headers.location : undefined });
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

export const looksLikeLink = (text: string) =>
  /^[a-z][a-z\d+.-]*:/i.test(text.trim()) || text.includes('://');

/**
 * What a scanned link stands for at the platform. Every step is asked for by itself, to the platform's own hosts alone,
 * over TLS, at addresses of the open Internet; nothing of what it leads to is used but the object's id.
 */
export async function objectIdOfLink(text: string, rules: ShortLinkRules): Promise<DealOutcome<string>> {
  const said = text.trim();
  if (said.length > maxLength) return refusedLink('tooLong');
  let url = judge(said, undefined, rules);
  if (!url) return refusedLink('foreign');
  const deadline = AbortSignal.timeout(rules.timeoutMs ?? 4 * secondMs);
  for (let hop = 0; hop <= maxHops; hop += 1) {
    const id = url.searchParams.get('object_id');
    if (id !== null) return idPattern.test(id) ? done(id) : refusedLink('noObject');
    if (hop === maxHops) break;
    let location: string | undefined;
    try {
      ({ location } = await ask(url, url.origin === rules.simulatorOrigin, deadline));
    } catch (error) {
      return error instanceof InsideAddress ? refusedLink('inside') : unknown((error as Error).name);
    }
    if (location === undefined) return refusedLink('noObject');
    const next = judge(location, url, rules);
    if (!next) return refusedLink('foreign');
    url = next;
  }
  return refusedLink('tooManySteps');
}
