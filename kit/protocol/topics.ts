import { protocolVersion } from './limits.ts';

/** What a device sends. */
export const upKinds = [
  'hello',
  'heartbeat',
  'offline',
  'telemetry',
  'result',
  'journal',
  'settings',
  'content',
  'prices',
  'firmware',
] as const;
export type UpKind = (typeof upKinds)[number];

/** What a device is sent. */
export const downKinds = [
  'welcome',
  'ack',
  'error',
  'command',
  'journal',
  'settings',
  'content',
  'prices',
  'firmware',
] as const;
export type DownKind = (typeof downKinds)[number];

const root = `coinyard/v${protocolVersion}`;

/** Printed on the machine, burnt into it, and the name it logs in with. */
export const deviceCodePattern = /^[A-Z0-9]{6,24}$/;

export const upTopic = (code: string, kind: UpKind) => `${root}/${code}/up/${kind}`;
export const downTopic = (code: string, kind: DownKind) => `${root}/${code}/down/${kind}`;
/** Everything devices send, for the server. */
export const upFilter = `${root}/+/up/+`;
/** Everything a device listens to. */
export const downFilter = (code: string) => `${root}/${code}/down/+`;

export function parseUpTopic(topic: string): { code: string; kind: UpKind } | undefined {
  const [product, version, code, direction, kind, ...rest] = topic.split('/');
  if (`${product}/${version}` !== root || direction !== 'up' || rest.length > 0) return undefined;
  if (!code || !deviceCodePattern.test(code) || !upKinds.includes(kind as UpKind)) return undefined;
  return { code, kind: kind as UpKind };
}

/** A device writes below its own `up`, nothing else. */
export const mayPublish = (code: string, topic: string): boolean => parseUpTopic(topic)?.code === code;

/** A device reads below its own `down`: one kind, `+` or `#`. */
export function maySubscribe(code: string, filter: string): boolean {
  const own = `${root}/${code}/down/`;
  if (!filter.startsWith(own)) return false;
  const kind = filter.slice(own.length);
  return kind === '+' || kind === '#' || downKinds.includes(kind as DownKind);
}
