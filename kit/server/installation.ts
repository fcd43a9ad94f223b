import { createHmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Config } from './config.ts';
import type { VariableName } from './config-variables.ts';
import type { Database, Reader, Tx } from './database.ts';
import { holdName } from './hold-names.ts';
import { isLoopback } from './loopback.ts';
import type { OpenedSecrets, Secrets } from './secrets.ts';
import { startupError } from './startup-error.ts';

/** What every server of the installation must know: whether it is a demo or real, its keys, its demo data. */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: jsonb('value').$type<unknown>().notNull(),
});

/** A demo has published passwords and simulated money, so a database is one for life or never. */
export interface Birth {
  as: 'demo' | 'real';
  at: string;
}

interface Keys {
  fingerprint: string;
}

interface InstallationParts {
  config: Config;
  secrets: Secrets;
  /** the keys were made by this very start */
  newKeys?: boolean;
  now: Date;
}

/**
 * The database says what it is; the environment only asks. An empty one becomes what is asked for and remembers it. A
 * start that would mix a demo with real work, or comes with other keys, is refused before anything is served.
 */
export async function openInstallation(
  db: Database,
  { config, secrets, newKeys = false, now }: InstallationParts,
): Promise<{ demo: boolean }> {
  return db.transaction(async (tx) => {
    // servers that start at the same moment decide one after the other
    await holdName(tx, 'installation');
    const known = new Map((await tx.select().from(installation)).map(({ name, value }) => [name, value]));
    const birth = known.get('born') as Birth | undefined;
    const demo = birth ? birth.as === 'demo' : (config.wantsDemo ?? true);
    refuseMixing(config, demo);
    const keys: Keys = { fingerprint: fingerprintOf(secrets) };
    const kept = known.get('keys') as Keys | undefined;
    // a database from before the fingerprint says nothing of its keys, but they can not be ones made just now
    const areOthers = kept ? kept.fingerprint !== keys.fingerprint : birth !== undefined && newKeys;
    if (areOthers && !config.secretsReplaced) throw otherKeys(config);
    if (!birth) await keep(tx, 'born', { as: demo ? 'demo' : 'real', at: now.toISOString() } satisfies Birth);
    if (kept?.fingerprint !== keys.fingerprint) await keep(tx, 'keys', keys);
    return { demo };
  });
}

const otherKeys = ({ secretsFile, dataDir }: Config) =>
  startupError('secretsOther', { path: secretsFile ?? join(dataDir, 'secrets.json') });

/** For commands that use the keys and start no server: what they write with others would let nobody in. */
export async function requireOwnKeys(
  reader: Reader,
  config: Config,
  { secrets, path, made }: OpenedSecrets,
): Promise<void> {
  const known = new Map((await reader.select().from(installation)).map(({ name, value }) => [name, value]));
  const kept = known.get('keys') as Keys | undefined;
  const areOthers = kept ? kept.fingerprint !== fingerprintOf(secrets) : known.has('born') && made;
  if (!areOthers) return;
  // the next start would take them for the right ones
  if (made) await rm(path, { force: true });
  throw otherKeys(config);
}

async function keep(tx: Tx, name: string, value: object): Promise<void> {
  await tx
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } });
}

function refuseMixing(config: Config, demo: boolean): void {
  if (config.wantsDemo === true && !demo) throw startupError('demoOnReal', {});
  if (config.wantsDemo === false && demo) throw startupError('realOnDemo', {});
  const names = demo ? realPlatforms(config) : [];
  if (names.length > 0) throw startupError('demoWithPlatform', { names: names.join(', ') });
}

/** The variables that name a platform outside this machine; what answers on loopback is a simulator in another process. */
function realPlatforms({ sms, map, pay, deals }: Config): VariableName[] {
  const addresses: Partial<Record<VariableName, string | undefined>> = {
    ALIYUN_SMS_ACCESS_KEY_ID: sms && `https://${sms.endpoint}`,
    TENCENT_MAP_KEY: map?.baseUrl,
    WECHAT_PAY_MCH_ID: pay.wechat?.baseUrl,
    WECHAT_APP_SECRET: pay.wechatLogin?.baseUrl,
    ALIPAY_APP_ID: pay.alipay?.gateway,
    DOUYIN_CLIENT_KEY: deals.douyin?.baseUrl,
    MEITUAN_DEVELOPER_ID: deals.meituan?.baseUrl,
  };
  return (Object.keys(addresses) as VariableName[]).filter((name) => {
    const address = addresses[name];
    return address !== undefined && !isLoopback(new URL(address).hostname);
  });
}

/** Tells equal keys from others and nothing else: they are random, and too long to be guessed. */
export function fingerprintOf({ tokenSecret, fieldKey, uploadSecret, sm2 }: Secrets): string {
  const rest = [tokenSecret.toString('hex'), uploadSecret.toString('hex'), sm2.privateKey];
  return createHmac('sha256', fieldKey)
    .update(JSON.stringify(['coinyard keys', ...rest]))
    .digest('base64url');
}
