import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sm2 } from 'sm-crypto-v2';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import { devicesContract } from '#features/machines/devices/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { CallError, type Client, createClient } from '#kit/contract/client.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { writeFileAtomically } from '#kit/server/write-file.ts';

export interface Maker {
  account: string;
  password: string;
}

export type Produced = OutputOf<typeof devicesContract.produceIdentities>[number];

const model = 'SIM-1';
const maxPerCall = 1000;
const waitWhenTooManyMs = 5000;

/** How a hall is filled: of a hundred machines so many are of each type. */
const mix: Record<DeviceType, number> = {
  claw: 50,
  exchange: 12,
  vending: 15,
  lipstick: 7,
  lottery: 8,
  cabinet: 4,
  deposit: 4,
};

/** The type of each device in turn, the same for every number of them. */
export function typesOf(count: number): DeviceType[] {
  const given = new Map<DeviceType, number>();
  return Array.from({ length: count }, (_, index) => {
    const behind = (type: DeviceType) => (mix[type] * (index + 1)) / 100 - (given.get(type) ?? 0);
    const next = (Object.keys(mix) as DeviceType[]).reduce((most, type) =>
      behind(type) > behind(most) ? type : most,
    );
    given.set(next, (given.get(next) ?? 0) + 1);
    return next;
  });
}

const clientOf = (api: string, token?: string): Client =>
  createClient({ baseUrl: api, language: () => 'en-us', token: async () => token });

/** A password as pages put it on the wire. */
export async function encryptPassword(api: string, password: string): Promise<string> {
  const { publicKey } = await clientOf(api).call(accountsContract.publicKey, {});
  return sm2.doEncrypt(password, publicKey, 0);
}

export async function takeToken(api: string, { account, password }: Maker): Promise<string> {
  const { access_token } = await clientOf(api).call(accountsContract.token, {
    grant_type: 'password',
    username: account,
    password: await encryptPassword(api, password),
  });
  return access_token;
}

export const logIn = async (api: string, maker: Maker): Promise<Client> =>
  clientOf(api, await takeToken(api, maker));

/** Those made in an earlier run first, then as many new ones as are missing. Secrets are told once, so they are kept. */
export async function produceDevices(
  api: string,
  platform: Maker,
  count: number,
  dataDir: string,
): Promise<Produced[]> {
  const folder = join(dataDir, 'simulate');
  const path = join(folder, `${new URL(api).host.replace(/\W/g, '-')}.json`);
  const known = JSON.parse(await readFile(path, 'utf8').catch(() => '[]')) as Produced[];
  const chosen: Produced[] = [];
  const missing: DeviceType[] = [];
  for (const type of typesOf(count)) {
    const kept = known.find((entry) => entry.type === type && !chosen.includes(entry));
    if (kept) chosen.push(kept);
    else missing.push(type);
  }
  if (missing.length === 0) return chosen;
  const client = await logIn(api, platform);
  await mkdir(folder, { recursive: true });
  for (const [type, list] of Map.groupBy(missing, (entry) => entry)) {
    for (let left = list.length; left > 0; left -= maxPerCall) {
      const input = { type, model, count: Math.min(left, maxPerCall) };
      const made = await client.call(devicesContract.produceIdentities, input);
      known.push(...made);
      chosen.push(...made);
      await writeFileAtomically(path, JSON.stringify(known), 0o600);
    }
  }
  return chosen;
}

export interface ClaimOrder {
  api: string;
  merchant: Maker;
  siteName: string | undefined;
  produced: readonly Produced[];
  signal: AbortSignal;
  onClaimed(): void;
}

/** Registers one after the other, as fast as the server lets a person do it. */
export async function claimDevices(order: ClaimOrder): Promise<void> {
  let client = await logIn(order.api, order.merchant);
  const { records } = await client.call(sitesContract.listSites, { size: 1, name: order.siteName });
  const [site] = records;
  if (!site) throw new Error(`the merchant has no site ${order.siteName ?? ''}`);
  for (const { code, type, claimPin } of order.produced) {
    while (!order.signal.aborted) {
      try {
        await client.call(fleetContract.registerDevice, { code, type, claimPin, fieldId: site.id });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.status === 429) {
          await sleep(waitWhenTooManyMs, undefined, { signal: order.signal }).catch(() => undefined);
          continue;
        }
        if (error.status === 401) {
          client = await logIn(order.api, order.merchant);
          continue;
        }
        // registered by an earlier run
        if (error.issues[0]?.key !== 'devices:error.alreadyOwn') throw error;
      }
      order.onClaimed();
      break;
    }
  }
}
