import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  randomUUID,
  sign as signWith,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limits } from '#kit/protocol/limits.ts';
import {
  deviceEventKinds,
  downMessages,
  failureReasons,
  isSigned,
  upMessages,
} from '#kit/protocol/messages.ts';
import { bleService, smartConfigGuide, smartConfigPort } from '#kit/protocol/pairing.ts';
import {
  checkLoginPassword,
  deriveDeviceSecret,
  isMakers,
  loginPassword,
  openSigned,
  presenceCode,
  presenceWindow,
  settingsHash,
  sign,
  signedEnvelope,
  staticPassword,
} from '#kit/protocol/signing.ts';
import { type DownKind, downKinds, downTopic, type UpKind, upKinds } from '#kit/protocol/topics.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { renderSchemas, staleSchemas } from '../../scripts/protocol-schemas.ts';

const paper = readFileSync(new URL('../../docs/device-protocol.md', import.meta.url), 'utf8');
/** ```json <name> … ``` */
const examples = [...paper.matchAll(/^```json (\S+)\n([\s\S]*?)^```/gm)].map(([, name = '', text = '']) => ({
  name,
  content: JSON.parse(text) as unknown,
}));

describe('the protocol paper', () => {
  it.each(examples.map(({ name, content }) => [name, content] as const))(
    'shows a valid %s',
    (name, content) => {
      const [direction, kind] = name.split('/');
      const schema =
        direction === 'up'
          ? upMessages[kind as UpKind]
          : direction === 'down'
            ? downMessages[kind as DownKind]
            : signedEnvelope;
      expect(schema.parse(content)).toEqual(content);
    },
  );

  it('has an example of every message', () => {
    const named = new Set(examples.map(({ name }) => name));
    const all = [
      ...upKinds.map((kind) => `up/${kind}`),
      ...downKinds.map((kind) => `down/${kind}`),
      'envelope',
    ];
    expect(all.filter((name) => !named.has(name))).toEqual([]);
  });

  it('names every limit with its value, every reason, event and type', () => {
    for (const [name, value] of Object.entries(limits)) expect(paper).toContain(`| \`${name}\` | ${value} |`);
    for (const word of [...failureReasons, ...deviceEventKinds, ...deviceTypes])
      expect(paper).toContain(`\`${word}\``);
  });

  it('describes pairing with the numbers the code uses', () => {
    for (const word of [bleService, String(smartConfigPort), smartConfigGuide.join(', ')])
      expect(paper).toContain(word);
  });
});

describe('the sizes of messages in the paper', () => {
  const code = 'A'.repeat(24);
  const most = Number.MAX_SAFE_INTEGER;
  const now = new Date().toISOString();
  const uuid = randomUUID();
  const many = <T>(length: number, item: T) => Array<T>(length).fill(item);
  const text = (length: number) => 'x'.repeat(length);
  const bytesOf = (kind: DownKind, message: unknown) =>
    isSigned(kind)
      ? sign(randomBytes(32), downTopic(code, kind), message).length
      : JSON.stringify(message).length;
  const told = (name: string) => Number(new RegExp(`^\\| \`${name}\` \\| (\\d+)`, 'm').exec(paper)?.[1]);

  /** As long as a value of a schema can be written. */
  function longest(schema: Schema): unknown {
    if (schema.anyOf) return schema.anyOf.map(longest).toSorted(byLength).at(-1);
    if (schema.enum) return schema.enum.toSorted(byLength).at(-1);
    if (schema.const !== undefined) return schema.const;
    if (schema.type === 'integer' || schema.type === 'number') return schema.maximum ?? most;
    if (schema.type === 'string') return text(schema.maxLength ?? 24);
    if (schema.type === 'array') return many(schema.maxItems ?? 10, longest(schema.items ?? {}));
    if (schema.type === 'object')
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, longest(property)]),
      );
    return false;
  }
  const byLength = (one: unknown, other: unknown) =>
    JSON.stringify(one).length - JSON.stringify(other).length;
  const schemas = renderSchemas();
  const parsed = (name: string) => JSON.parse(schemas.get(name) ?? '{}');

  it('hold for what the server sends', () => {
    const hours = many(14, { days: [1, 2, 3, 4, 5, 6, 7], period: '00:00-24:00' });
    const term = { fromDay: '2026-11-16', toDay: '2026-11-16', hours };
    const largest: [DownKind, unknown][] = [
      [
        'welcome',
        { now, claimed: false, epoch: most, seq: most, heartbeatEveryMs: 600_000, http: text(200) },
      ],
      ['ack', { epoch: most, seq: most }],
      [
        'error',
        { kind: 'heartbeat', reason: 'unknownCode', path: text(120), epoch: most, seq: most, id: uuid },
      ],
      ['journal', { query: uuid, expiresAt: now, ids: many(50, uuid) }],
      [
        'prices',
        {
          version: most,
          expiresAt: now,
          packages: many(40, {
            kind: 'stored',
            name: text(60),
            priceFen: most,
            coins: most,
            bonusCoins: most,
            points: most,
            recommended: false,
            audience: 'returning',
            ...term,
          }),
          discounts: many(20, {
            name: text(60),
            basisPoints: 10_000,
            things: ['play', 'coins', 'stored', 'points', 'goods'],
            ...term,
          }),
        },
      ],
      [
        'firmware',
        {
          rollout: uuid,
          target: 'firmware',
          version: '9999.9999.9999',
          model: text(40),
          hardware: many(20, text(40)),
          makerSignature: text(88),
          url: text(500),
          sizeBytes: most,
          sha256: text(64),
          notBefore: now,
          expiresAt: now,
        },
      ],
    ];
    for (const [kind, message] of largest)
      expect(bytesOf(kind, message), kind).toBeLessThanOrEqual(told(`down/${kind}`));
    for (const [type, { commands }] of Object.entries(parsed('types.json').types as Types))
      for (const [command, { parameters }] of Object.entries(commands))
        expect(
          bytesOf('command', {
            id: uuid,
            command,
            parameters: longest(parameters),
            issuedAt: now,
            expiresAt: now,
          }),
          `${type} ${command}`,
        ).toBeLessThanOrEqual(told('down/command') + (command === 'setLaneStock' ? 32 * 800 : 0));
    const withLanes: readonly string[] = ['vending', 'lipstick', 'cabinet'];
    for (const type of deviceTypes.filter((name) => !withLanes.includes(name)))
      expect(
        bytesOf('settings', {
          version: most,
          expiresAt: now,
          settings: longest(parsed(`settings-${type}.json`)),
        }),
        type,
      ).toBeLessThanOrEqual(told('down/settings'));
  });

  it('hold for what a device sends', () => {
    const signal = { kind: 'cellular', dbm: -140, iccid: text(20), trafficBytes: most };
    const running = { settingsVersion: most, settingsHash: text(16) };
    const outcome = { asked: most, counted: most, reason: 'unknownCommand' };
    const size = (message: unknown) => JSON.stringify(message).length;
    const hello = {
      session: text(40),
      protocol: 1,
      type: 'exchange',
      model: text(40),
      hardware: text(40),
      firmware: '9999.9999.9999',
      app: '9999.9999.9999',
      boot: most,
      epoch: most,
      contentVersion: most,
      pricesVersion: most,
      faults: many(50, text(32)),
      signal,
      pairing: text(64),
      ...running,
    };
    expect(size(hello)).toBeLessThanOrEqual(told('up/hello'));
    expect(
      size({ session: text(40), at: now, uptimeS: most, busy: false, signal, ...running }),
    ).toBeLessThanOrEqual(told('up/heartbeat'));
    expect(
      size({ id: uuid, state: 'accepted', at: now, ...outcome, journal: 'accepted' }),
    ).toBeLessThanOrEqual(told('up/result'));
    const entry = { id: uuid, state: 'notExecuted', at: now, ...outcome };
    expect(size({ query: uuid, entries: many(50, entry) })).toBeLessThanOrEqual(told('up/journal'));
    const base = {
      epoch: most,
      seq: most,
      at: now,
      counters: Object.fromEntries(many(12, 0).map((_, index) => [`${text(20)}${index}`, most])),
      faults: many(24, text(20)),
      hoppers: many(3, { hopper: 3, coins: most }),
      freeBytes: most,
      dropped: most,
    };
    expect(size(base)).toBeLessThanOrEqual(told('up/telemetry'));
    const event = {
      kind: 'settingsTouched',
      at: now,
      amount: most,
      lane: 800,
      code: text(32),
      commandId: uuid,
      // three bytes in UTF-8
      detail: text(600),
    };
    expect(size(event) + 1).toBeLessThanOrEqual(1024);
    expect(size({ lane: 800, stock: 999 }) + 1).toBeLessThanOrEqual(32);
    expect(size({ item: uuid, hour: now, thousandths: 3_600_000 }) + 1).toBeLessThanOrEqual(128);
  });
});

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
}
type Types = Record<string, { commands: Record<string, { parameters: Schema }> }>;

it('the JSON Schemas in docs are those of the code', () => {
  expect(staleSchemas()).toEqual([]);
});

describe('the test vectors of the paper', () => {
  const vectors = paper.slice(paper.indexOf('## Test vectors')).split('\n');
  const vector = (name: string) => {
    const line = vectors.find((candidate) => candidate.startsWith(`| ${name} |`));
    const value = /`([^`]+)`(?: = \d+)? \|$/.exec(line ?? '')?.[1];
    if (!value) throw new Error(`the paper has no vector "${name}"`);
    return value;
  };
  const code = vector('code');
  const master = Buffer.from(vector('master key'), 'hex');
  const secret = deriveDeviceSecret(master, code, 1);
  const at = new Date(vector('time'));
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

  it('are what the server computes', () => {
    expect(vector('secret, generation 1')).toBe(secret.toString('hex'));
    expect(vector('secret, generation 2')).toBe(deriveDeviceSecret(master, code, 2).toString('hex'));
    expect(vector('password')).toBe(loginPassword(secret, code, at));
    expect(vector('code of presence')).toBe(presenceCode(secret, code, Number(vector('window of presence'))));
    expect(presenceWindow(at)).toBe(Number(vector('window of presence')));
    expect(vector('static password')).toBe(staticPassword(secret, code));
    expect(checkLoginPassword(secret, code, vector('password'), at)).toBe(undefined);
    const envelope = JSON.stringify(examples.find(({ name }) => name === 'envelope')?.content);
    expect(openSigned(secret, `coinyard/v1/${code}/down/command`, envelope)).toMatchObject({
      command: 'credit',
    });
    expect(openSigned(secret, `coinyard/v1/${code}/down/settings`, envelope)).toBe(undefined);
  });

  it('hold for the maker’s signature, from its formula alone', () => {
    // Ed25519 keys as DER: a fixed head, then the 32 bytes
    const der = (head: string, key: string) =>
      Buffer.concat([Buffer.from(head, 'hex'), Buffer.from(key, 'hex')]);
    const privateKey = createPrivateKey({
      key: der('302e020100300506032b657004220420', vector("maker's private key (seed)")),
      format: 'der',
      type: 'pkcs8',
    });
    const publicKey = createPublicKey({
      key: der('302a300506032b6570032100', vector("maker's public key")),
      format: 'der',
      type: 'spki',
    });
    const order = downMessages.firmware.parse(examples.find(({ name }) => name === 'down/firmware')?.content);
    const { target, model, hardware = [], version, sha256, makerSignature } = order;
    const statement = [
      'coinyard/1/firmware',
      target,
      'claw',
      model,
      hardware.join(','),
      version,
      sha256,
    ].join('\n');
    expect(signWith(null, Buffer.from(statement), privateKey).toString('base64')).toBe(makerSignature);
    expect(isMakers(publicKey, { ...order, type: 'claw' }, makerSignature)).toBe(true);
    expect(isMakers(publicKey, { ...order, type: 'vending' }, makerSignature)).toBe(false);
  });

  it('follow from the formulas of the paper alone', () => {
    expect(hmac(master, `coinyard/1/device/${code}/1`).toString('hex')).toBe(vector('secret, generation 1'));
    const key = (use: string) => hmac(secret, `coinyard/1/${use}`);
    expect(key('login').toString('hex')).toBe(vector('key("login"), generation 1'));
    expect(key('message').toString('hex')).toBe(vector('key("message")'));
    expect(key('presence').toString('hex')).toBe(vector('key("presence")'));
    expect(key('static-login').toString('hex')).toBe(vector('key("static-login")'));
    const seconds = at.getTime() / 1000;
    expect(`1.${seconds}.${hmac(key('login'), `${code}\n${seconds}`).toString('hex')}`).toBe(
      vector('password'),
    );
    expect(hmac(key('static-login'), code).toString('base64url')).toBe(vector('static password'));
    const sorted = '{"play":{"freePlays":0,"gameTimeS":30},"sound":{"music":"off","volume":60}}';
    expect(paper).toContain(sorted);
    const hash = createHash('sha256').update(sorted).digest('hex').slice(0, 16);
    expect(settingsHash({ sound: { volume: 60, music: 'off' }, play: { gameTimeS: 30, freePlays: 0 } })).toBe(
      hash,
    );
    expect(paper).toContain(`hash \`${hash}\``);
  });
});
