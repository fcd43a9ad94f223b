import { Agent } from 'node:http';
import { startSession } from '#features/base/accounts/server/sessions.ts';
import { issueAccessToken } from '#features/base/accounts/server/tokens.ts';
import { issuePlayerToken } from '#features/base/players/server/public.ts';
import { players } from '#features/base/players/tables.ts';
import { exchangeContract } from '#features/loyalty/exchange/contract.ts';
import { earnPoints } from '#features/loyalty/points/server/public.ts';
import { stockContract } from '#features/loyalty/stock/contract.ts';
import { memberCode, stepAt } from '#features/people/playerapp/server/member-code.ts';
import { createClient } from '#kit/contract/client.ts';
import { requestIdHeader } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { hourMs, systemClock } from '#kit/kernel/time.ts';
import type { Database } from '#kit/server/database.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { tell } from '../ask.ts';
import type { Buyer } from '../pay/shop.ts';

const pricePoints = 100;
const plenty = 1_000_000;
const membersAtOnce = 400;

interface Member {
  id: string;
  token: string;
  /** limits count by it */
  address: string;
}

export interface Desk {
  clerkToken: string;
  siteId: string;
  tenantId: string;
  members: Member[];
}

/** At each shop somebody who sells, and as many members as will come: a member code serves once. */
export async function openDesks(
  db: Database,
  secrets: Secrets,
  shops: readonly Buyer[],
  each: number,
): Promise<Desk[]> {
  const desks: Desk[] = [];
  for (const [place, { tenantId, siteId }] of shops.entries()) {
    const clerkToken = await hire(db, secrets, tenantId);
    const members = await Promise.all(
      Array.from({ length: each }, async (_, number) => {
        const id = newId();
        const token = await issuePlayerToken({ secrets, clock: systemClock }, { id, tokenGeneration: 1 });
        return { id, token, address: `10.${place}.${number >> 8}.${number & 255}` };
      }),
    );
    for (let from = 0; from < each; from += membersAtOnce)
      await enrol(db, { tenantId, siteId }, members.slice(from, from + membersAtOnce));
    desks.push({ clerkToken, siteId, tenantId, members });
  }
  return desks;
}

/** An owner, who may do everything at the own merchant. */
async function hire(db: Database, secrets: Secrets, tenantId: string): Promise<string> {
  const [id, now] = [newId(), new Date()];
  await db.raw`insert into user_account ${db.raw({
    tenant_id: tenantId,
    id,
    account: `desk${tenantId}`,
    password_hash: '',
    password_changed_at: now.toISOString(),
    name: 'bench',
    user_type: 2,
    all_sites: true,
  })}`;
  const whereabouts = { address: '127.0.0.1', userAgent: 'bench' };
  const login = await db.transaction((tx) =>
    startSession(tx, { id, tenantId }, { remember: true, now, ...whereabouts }),
  );
  return issueAccessToken(secrets, login, now, 2 * hourMs);
}

async function enrol(
  db: Database,
  { tenantId, siteId }: { tenantId: string; siteId: string },
  members: readonly Member[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insert(players)
      .values(
        members.map(({ id }) => ({ id, platform: 'wechat' as const, appId: 'bench', openId: `desk-${id}` })),
      );
    await earnPoints(
      tx,
      members.map(({ id }) => ({
        ...{ tenantId, siteId, playerId: id, unit: 'point' as const, amount: pricePoints },
        ...{ key: `bench-points:${id}`, kind: 'bench', subject: { kind: 'bench', id }, at: new Date() },
      })),
    );
  });
}

/** Puts goods on the shelf of every shop; answers who redeems a piece for the next member of each. */
export async function startRedeeming(
  baseUrl: string,
  secrets: Secrets,
  desks: readonly Desk[],
): Promise<{ redeem: (count: number) => Promise<number>; close: () => void }> {
  const agent = new Agent({ keepAlive: true });
  const shelves = await Promise.all(desks.map((desk) => fillShelf(baseUrl, desk)));
  const say = async (path: string, token: string, address: string, body: unknown) => {
    const headers = { [requestIdHeader]: newId(), 'x-forwarded-for': address };
    const { status, body: answer } = await tell(baseUrl + path, token, agent, { body, headers });
    if (status !== 200) throw new Error(`${path} was refused with ${status}: ${answer}`);
    return JSON.parse(answer) as { data: { id: string } };
  };
  /** The clerk scans the code and the good; the member says yes; it is paid and handed out. */
  const redeemOne = async ({ clerkToken, siteId, members }: Desk, variantId: string) => {
    const member = members.pop();
    if (!member) throw new Error('no member is left');
    const code = memberCode(secrets, { id: member.id, tokenGeneration: 1 }, stepAt(new Date()));
    const lines = [{ variantId, pieces: 1 }];
    const wish = { code, fieldId: siteId, lines };
    const { askExchange, confirmExchange } = exchangeContract;
    const asked = await say(askExchange.path, clerkToken, member.address, wish);
    await say(confirmExchange.path, member.token, member.address, { id: asked.data.id });
  };
  return {
    async redeem(count) {
      const startedMs = performance.now();
      await Promise.all(
        desks.map(async (desk, place) => {
          for (let left = count / desks.length; left > 0; left--) await redeemOne(desk, shelves[place]!);
        }),
      );
      return (count * 1000) / (performance.now() - startedMs);
    },
    close: () => agent.destroy(),
  };
}

async function fillShelf(baseUrl: string, { clerkToken, siteId }: Desk): Promise<string> {
  const client = createClient({ baseUrl, language: () => 'en-us', token: async () => clerkToken });
  const { id: categoryId } = await client.call(stockContract.saveClass, { kind: 'category', name: 'bench' });
  const { id: storeId } = await client.call(stockContract.saveStore, {
    kind: 'shop',
    name: 'bench',
    fieldId: siteId,
  });
  const { id } = await client.call(stockContract.saveGood, {
    ...{ name: 'bench', categoryId, pricePoints, onShelf: true, allShops: true },
    variants: [{ name: '' }],
  });
  const { variants } = await client.call(stockContract.readGood, { id });
  const variantId = variants[0]!.id;
  await client.call(stockContract.receiveStock, {
    storeId,
    lines: [{ variantId, pieces: plenty, unitCostFen: 500 }],
  });
  return variantId;
}
