import { issuePlayerToken } from '#features/base/players/server/public.ts';
import { players } from '#features/base/players/tables.ts';
import { mintAccount, playerAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { systemClock } from '#kit/kernel/time.ts';
import type { Database } from '#kit/server/database.ts';
import type { Secrets } from '#kit/server/secrets.ts';

export interface Shops {
  merchants: number;
  devices: number;
  players: number;
}
/**
 * Merchants do not wait for each other, so there are as many as calls at a time; and a device that says too much in a
 * minute is not heard.
 */
const oneBuyerEach: Shops = { merchants: 16, devices: 40, players: 1 };
const plentyFen = 1_000_000_000;
const priceFen = 200;

export interface Buyer {
  token: string;
  tenantId: string;
  siteId: string;
  playerId: string;
  openId: string;
  devices: readonly { id: string; code: string }[];
}

const tenantOf = (index: number) => String(300_000 + index);

/** Merchants, each with a site full of claw machines and players who have money there. */
export async function openShops(db: Database, secrets: Secrets, size = oneBuyerEach): Promise<Buyer[]> {
  const shops = Array.from({ length: size.merchants }, (_, index) => newShop(index, size.devices));
  const buyers = await Promise.all(
    shops.flatMap((shop) => Array.from({ length: size.players }, () => newBuyer(shop, secrets))),
  );
  await db.raw`insert into tenant ${db.raw([
    { id: '000000', name: 'platform', realm: 'platform' },
    ...shops.map(({ tenantId }) => ({ id: tenantId, name: `bench ${tenantId}`, realm: 'merchant' })),
  ])} on conflict do nothing`;
  await db.raw`insert into site ${db.raw(
    shops.map(({ tenantId, siteId }) => ({
      tenant_id: tenantId,
      id: siteId,
      name: 'bench',
      type: 'arcade',
      region_code: '330106',
      address: '',
      opening_hours: '[]',
      refund_mode: 'automatic',
    })),
  )}`;
  await passBusinessData(db, shops);
  for (const { tenantId, siteId, devices } of shops) await standMachines(db, tenantId, siteId, devices);
  await db.transaction(async (tx) => {
    await tx.insert(players).values(
      buyers.map(({ playerId, openId }) => ({
        id: playerId,
        platform: 'wechat' as const,
        appId: 'bench',
        openId,
      })),
    );
    await postTransfers(
      tx,
      buyers.map(({ tenantId, siteId, playerId }) => ({
        key: `bench-fund:${playerId}`,
        tenantId,
        kind: 'grant',
        legs: [
          { account: { ...mintAccount(tenantId, 'coin'), unit: 'fen' as const }, amount: -plentyFen },
          { account: playerAccount(tenantId, playerId, siteId, 'fen'), amount: plentyFen },
        ],
      })),
    );
  });
  return buyers;
}

/** Without it nobody pays a merchant at a platform. */
async function passBusinessData(db: Database, shops: readonly Shop[]): Promise<void> {
  await db.raw`insert into business_submission ${db.raw(
    shops.map(({ tenantId }) => ({
      tenant_id: tenantId,
      id: newId(),
      holder_id: tenantId,
      details: '{}',
      photos: '{}',
      state: 'passed',
      user_id: newId(),
      user_name: 'bench',
    })),
  )}`;
}

type Shop = Pick<Buyer, 'tenantId' | 'siteId' | 'devices'>;

const newShop = (index: number, devices: number): Shop => ({
  tenantId: tenantOf(index),
  siteId: newId(),
  devices: Array.from({ length: devices }, (_, machine) => ({
    id: newId(),
    code: `PAY${String(index * devices + machine).padStart(6, '0')}`,
  })),
});

async function newBuyer(shop: Shop, secrets: Secrets): Promise<Buyer> {
  const playerId = newId();
  const token = await issuePlayerToken({ secrets, clock: systemClock }, { id: playerId, tokenGeneration: 1 });
  return { ...shop, token, playerId, openId: `bench-${playerId}` };
}

async function standMachines(db: Database, tenantId: string, siteId: string, devices: Buyer['devices']) {
  await db.raw`insert into device ${db.raw(
    devices.map(({ id, code }, index) => ({
      tenant_id: tenantId,
      id,
      site_id: siteId,
      code,
      number: index + 1,
      type: 'claw',
      price_fen: priceFen,
    })),
  )}`;
  await db.raw`insert into device_identity ${db.raw(
    devices.map(({ id, code }) => ({
      code,
      type: 'claw',
      model: 'bench',
      claim_pin: '000000',
      tenant_id: tenantId,
      device_id: id,
    })),
  )}`;
}

const perStatement = 250_000;

/** Orders of the past, settled and done, spread over merchants, machines and days. */
export async function fillOrders(pool: Database, buyers: readonly Buyer[], count: number): Promise<void> {
  const sql = await pool.raw.reserve();
  await sql`set synchronous_commit = off`;
  // nobody reads reports of them
  await sql`alter table orders disable trigger user`;
  await sql`create temp table bench_buyer as select * from jsonb_to_recordset(${JSON.stringify(
    buyers.map(({ tenantId, siteId, playerId, devices }, place) => ({
      place,
      tenant_id: tenantId,
      site_id: siteId,
      player_id: playerId,
      devices: devices.map(({ id }) => id),
    })),
  )}::jsonb) as b (place int, tenant_id text, site_id uuid, player_id uuid, devices jsonb)`;
  for (let from = 0; from < count; from += perStatement) {
    const to = Math.min(count, from + perStatement) - 1;
    await sql`insert into orders (tenant_id, id, created_at, number, kind, state, site_id, device_id, device_type,
        player_id, wallet_id, pay_way, unit, amount, paid_amount, fulfilled_amount, settles_to, title, items, fulfilment,
        asked, counted, request_id, paid_at, settled_at, ended_at)
      select b.tenant_id, o.id, o.at, to_char(o.at, 'YYMMDDHH24MISSMS') || lpad((n % 100000)::text, 5, '0'), 'play',
        'fulfilled', b.site_id, (b.devices ->> (n % jsonb_array_length(b.devices)))::uuid, 'claw',
        b.player_id, b.tenant_id, 'balance', 'fen', ${priceFen}, ${priceFen}, ${priceFen}, 'earnings', 'bench',
        '[{"name": "orders:item.play", "amount": 200, "quantity": 1}]',
        '{"name": "device", "plan": {"steps": [{"end": "done", "asked": 1, "amount": 200, "command": "credit",
          "counted": 1, "parameters": {"amount": 1, "source": "online"}}]}}',
        1, 1, gen_random_uuid(), o.at, o.at, o.at
      from generate_series(${from}::int, ${to}::int) n
      join bench_buyer b on b.place = n % ${buyers.length}::int
      cross join lateral (select now() - interval '400 days' + n * (interval '399 days' / ${count}::int) as at) t
      cross join lateral (select t.at, uuidv7(t.at - clock_timestamp()) as id) o`;
  }
  await sql`alter table orders enable trigger user`;
  await sql`vacuum (analyze) orders`;
  await sql`reset synchronous_commit`;
  sql.release();
}
