import { randomBytes } from 'node:crypto';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { sourceRoot } from '#app/server/source-root.ts';
import { loadConfig } from '../config.ts';
import { type Database, openDatabase } from '../database.ts';
import { demoPassword } from '../demo.ts';
import { openInstallation, requireOwnKeys } from '../installation.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { loadSecrets, type Secrets } from '../secrets.ts';
import type { StartupError } from '../startup-error.ts';
import { cloneTemplate, startTestServer } from '../testing/harness.ts';

let db: Database;
let drop: () => Promise<void>;
let secrets: Secrets;
beforeAll(async () => {
  const clone = await cloneTemplate();
  drop = clone.drop;
  db = openDatabase(clone.url, { poolSize: 4 });
  secrets = await loadSecrets(inject('dataDir'));
});
afterAll(async () => {
  await db.close();
  await drop();
});

const now = new Date('2026-11-20T00:00:00Z');
const open = (env: Record<string, string>, keys = secrets) =>
  openInstallation(db, { config: loadConfig(env), secrets: keys, now });
const refusal = (env: Record<string, string>, keys?: Secrets): Promise<StartupError> =>
  open(env, keys).then(
    () => {
      throw new Error('the start was not refused');
    },
    (error: StartupError) => error,
  );
const born = async () =>
  (await db.raw`select value ->> 'as' as kind from installation where name = 'born'`)[0]?.kind;
const forget = (...names: string[]) => db.raw`delete from installation where name = any(${names})`;

const sms = {
  ALIYUN_SMS_ACCESS_KEY_ID: 'id',
  ALIYUN_SMS_ACCESS_KEY_SECRET: 'secret',
  ALIYUN_SMS_SIGN_NAME: 'Coinyard',
  ALIYUN_SMS_TEMPLATE_CODE: 'SMS_1',
};

describe('what a database was born as', () => {
  beforeEach(() => forget('born', 'keys'));

  it('is decided by the first start and never again, whatever is asked later', async () => {
    expect(await open({ DEMO: '0' })).toEqual({ demo: false });
    expect(await born()).toBe('real');
    expect(await open({})).toEqual({ demo: false });
    expect(await open({ DEMO: '0' })).toEqual({ demo: false });
    const error = await refusal({ DEMO: '1' });
    expect(error.code).toBe('demoOnReal');
    for (const language of ['zh-cn', 'en-us'] as const) expect(error.text(language)).not.toContain('\n');
  });

  it('keeps a demo from real work', async () => {
    expect(await open({})).toEqual({ demo: true });
    expect(await open({ DEMO: '1' })).toEqual({ demo: true });
    expect((await refusal({ DEMO: '0' })).code).toBe('realOnDemo');
    expect(await born()).toBe('demo');
  });

  it('is one thing when servers that want different things start together', async () => {
    const starts = await Promise.allSettled([open({ DEMO: '0' }), open({ DEMO: '1' }), open({ DEMO: '0' })]);
    const demo = (await born()) === 'demo';
    for (const [index, wantsDemo] of [false, true, false].entries())
      expect(starts[index]?.status).toBe(wantsDemo === demo ? 'fulfilled' : 'rejected');
  });

  it('keeps keys of real platforms out of a demo, and a demo out of a database started with them', async () => {
    const error = await refusal({ ...sms, TENCENT_MAP_KEY: 'k' });
    expect(error.problems).toEqual([
      { code: 'demoWithPlatform', params: { names: 'ALIYUN_SMS_ACCESS_KEY_ID, TENCENT_MAP_KEY' } },
    ]);
    expect(await born()).toBeUndefined();
    expect(await open({ ...sms, DEMO: '0' })).toEqual({ demo: false });
    await forget('born');
    await open({});
    expect((await refusal(sms)).code).toBe('demoWithPlatform');
    // a simulator in another process of the same machine
    expect(await open({ ...sms, ALIYUN_SMS_ENDPOINT: '127.0.0.1:8080' })).toEqual({ demo: true });
  });
});

describe('a database of before', () => {
  const name = '20261120-30-born.sql';
  const upgrade = async () => {
    await forget('born');
    await db.raw`delete from migration where name = ${name}`;
    expect(await migrate(db, readMigrations(sourceRoot))).toEqual([name]);
    return born();
  };

  it('is what the facts in it say: filled by us, set up by people, or nothing yet', async () => {
    expect(await upgrade()).toBe('demo');
    await forget('demo');
    expect(await upgrade()).toBe('real');
    await db.raw`truncate user_account cascade`;
    expect(await upgrade()).toBeUndefined();
  });
});

describe('the keys of a database', () => {
  const others = (): Secrets => ({ ...secrets, fieldKey: randomBytes(32) });
  beforeEach(() => forget('born', 'keys'));

  it('are asked of commands that use them without starting a server', async () => {
    const config = loadConfig({});
    await open({});
    const folder = await mkdtemp(join(tmpdir(), 'coinyard-keys-'));
    const command = async (keys: Secrets, made: boolean) => {
      const path = join(folder, 'secrets.json');
      await writeFile(path, '');
      const refused = await requireOwnKeys(db.read, config, { secrets: keys, path, made }).then(
        () => undefined,
        (error: StartupError) => error.code,
      );
      return {
        refused,
        left: await access(path).then(
          () => true,
          () => false,
        ),
      };
    };
    const others = { ...secrets, fieldKey: randomBytes(32) };
    expect(await command(secrets, false)).toEqual({ refused: undefined, left: true });
    expect(await command(others, false)).toEqual({ refused: 'secretsOther', left: true });
    // a database that was there before has keys, known or not: none that were made just now
    await forget('keys');
    expect(await command(others, true)).toEqual({ refused: 'secretsOther', left: false });
    await forget('born');
    expect(await command(others, true)).toEqual({ refused: undefined, left: true });
    await rm(folder, { recursive: true });
  });

  it('are those of its first start: a server with others is refused until it is told that they were replaced', async () => {
    await open({});
    await open({});
    const replaced = others();
    const error = await refusal({ DATA_DIR: '/srv/second' }, replaced);
    expect(error.problems).toEqual([{ code: 'secretsOther', params: { path: '/srv/second/secrets.json' } }]);
    expect((await refusal({ SECRETS_FILE: '/etc/keys.json' }, others())).text('en-us')).toContain(
      '/etc/keys.json',
    );
    await open({ SECRETS_REPLACED: '1' }, replaced);
    await open({}, replaced);
    expect((await refusal({})).code).toBe('secretsOther');
  });

  it('of a database from before the fingerprint are any that it may know, and none made by this very start', async () => {
    const born = () => db.raw`insert into installation (name, value) values ('born', '{"as": "real"}')`;
    const start = (env: Record<string, string>, newKeys: boolean) =>
      openInstallation(db, { config: loadConfig(env), secrets, newKeys, now });
    await born();
    await expect(start({}, true)).rejects.toMatchObject({ code: 'secretsOther' });
    await start({}, false);
    await forget('born', 'keys');
    await born();
    await start({ SECRETS_REPLACED: '1' }, true);
    await forget('born', 'keys');
    // an empty one takes the keys of its first start
    await start({}, true);
  });

  it('stand in the database only as a fingerprint', async () => {
    await open({});
    const [row] = await db.raw`select value::text as kept from installation where name = 'keys'`;
    for (const key of [secrets.fieldKey, secrets.tokenSecret, secrets.uploadSecret])
      for (const form of ['hex', 'base64', 'base64url'] as const)
        expect(row?.kept).not.toContain(key.toString(form));
    expect(row?.kept).not.toContain(secrets.sm2.privateKey);
  });
});

it('a real installation has no simulator, no invented people and no outbox, though the same people work in it', async () => {
  const server = await startTestServer({ DEMO: '0', TRUST_PROXY: '1' });
  try {
    const { demoPay, demoMessages, sms: textMessages, map, channels, wechat } = server.services;
    const platforms = [
      ...Object.values(demoPay),
      ...Object.values(channels),
      demoMessages,
      textMessages,
      map,
      wechat,
    ];
    expect(platforms.filter((platform) => platform !== undefined)).toEqual([]);
    const { access_token } = await server.login('admin');
    const addresses = [
      ['GET', '/api/demo/outbox'],
      ['GET', '/api/demo/players'],
      ['POST', '/api/demo/player'],
      ['GET', '/api/demo/machines'],
      ['GET', '/api/demo/window/machines'],
      ['GET', '/api/demo/window/machine?code=CW10001'],
      ['POST', '/api/demo/window/machine'],
      ['POST', '/api/demo/samplePapers'],
      ['GET', '/demo/pay/ready'],
      ['GET', '/demo/pay/returned'],
      ['GET', '/demo/pay/wechat/sheet'],
      ['POST', '/demo/pay/wechat/sheet'],
      ['POST', '/demo/pay/alipay/sheet'],
      ['GET', '/demo/pay/wechat-login/connect/oauth2/authorize'],
      ['GET', '/api/blade-pairing/simulated/bluetooth.js'],
    ] as const;
    for (const [method, url] of addresses)
      expect
        .soft(
          (await server.app.inject({ method, url, headers: { authorization: `bearer ${access_token}` } }))
            .statusCode,
          url,
        )
        .toBe(404);
    // … and believes its one proxy about who calls, and nobody further left
    await server.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': '198.51.100.7, 203.0.113.9',
      },
      payload: new URLSearchParams({
        grant_type: 'password',
        username: 'merchant',
        password: server.encrypt(demoPassword),
      }).toString(),
    });
    const [merchant] = await server.services.db.raw`
      select last_login_address as address from user_account where account = 'merchant'`;
    expect(merchant?.address).toBe('203.0.113.9');
    expect((await server.app.inject('/app-config.json')).json()).toMatchObject({ demo: false });
    expect((await server.app.inject('/openapi.json')).body).not.toContain('/api/demo/');
    expect(server.services.features.flatMap(({ screens }) => screens.map(({ path }) => path))).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^\/demo_/)]),
    );
  } finally {
    await server.close();
  }
});
