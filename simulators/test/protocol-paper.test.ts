import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limits } from '#kit/protocol/limits.ts';
import { deviceEventKinds, downMessages, failureReasons, upMessages } from '#kit/protocol/messages.ts';
import { bleService, smartConfigGuide, smartConfigPort } from '#kit/protocol/pairing.ts';
import {
  checkLoginPassword,
  deriveDeviceSecret,
  loginPassword,
  openSigned,
  settingsHash,
  signedEnvelope,
  staticPassword,
} from '#kit/protocol/signing.ts';
import { type DownKind, downKinds, type UpKind, upKinds } from '#kit/protocol/topics.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { staleSchemas } from '../../scripts/protocol-schemas.ts';

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
    expect(vector('static password')).toBe(staticPassword(secret, code));
    expect(checkLoginPassword(secret, code, vector('password'), at)).toBe(undefined);
    const envelope = JSON.stringify(examples.find(({ name }) => name === 'envelope')?.content);
    expect(openSigned(secret, `coinyard/v1/${code}/down/command`, envelope)).toMatchObject({
      command: 'credit',
    });
    expect(openSigned(secret, `coinyard/v1/${code}/down/settings`, envelope)).toBe(undefined);
  });

  it('follow from the formulas of the paper alone', () => {
    expect(hmac(master, `coinyard/1/device/${code}/1`).toString('hex')).toBe(vector('secret, generation 1'));
    const key = (use: string) => hmac(secret, `coinyard/1/${use}`);
    expect(key('login').toString('hex')).toBe(vector('key("login"), generation 1'));
    expect(key('message').toString('hex')).toBe(vector('key("message")'));
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
