import { issuePlayerToken } from '#features/base/players/server/public.ts';
import { listDeviceLogins } from '#features/machines/devices/server/public.ts';
import { systemClock } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Database } from '#kit/server/database.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { sealText } from '#kit/server/sealed.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { type DemoPerson, demoPeople } from '#providers/demo-people.ts';
import type { DeviceIdentity } from '#simulators/devices/device-core.ts';

/** Whom and what of the demo data the tests that kill servers play with. */
const machinesPerType = { claw: 8, exchange: 4 } satisfies Partial<Record<DeviceType, number>>;

/** At sites that refund by themselves: elsewhere a person has three days to decide. */
const sites = [demoId('site:merchant:1'), demoId('site:merchant:3')];

const sellable = (db: Database) => db.raw<{ id: string; code: string; type: DeviceType }[]>`
  select d.id, d.code, d.type from device d join device_identity i on i.code = d.code
  where d.tenant_id = ${demoTenants.merchant} and d.site_id = any(${sites}::uuid[]) and d.unbound_at is null
    and i.blocked_at is null and d.type = any(${Object.keys(machinesPerType)})
  order by d.code`;

export async function chooseMachines(db: Database, secrets: Secrets): Promise<DeviceIdentity[]> {
  const found = await sellable(db);
  const chosen = Object.entries(machinesPerType).flatMap(([type, count]) =>
    found.filter((device) => device.type === type).slice(0, count),
  );
  const codes = new Set(chosen.map(({ code }) => code));
  return (await listDeviceLogins(db.read, secrets)).filter(({ code }) => codes.has(code));
}

export async function machinesOf(db: Database, identities: readonly DeviceIdentity[]) {
  const codes = new Set(identities.map(({ code }) => code));
  return (await sellable(db)).filter(({ code }) => codes.has(code));
}

export const listPlayers = (
  db: Database,
  secrets: Secrets,
): Promise<{ person: DemoPerson; token: string }[]> =>
  Promise.all(
    demoPeople.map(async (person) => {
      const id = demoId(`player:${person.openId}`);
      const [row] = await db.raw<{ token_generation: number }[]>`
        select token_generation from player where id = ${id}`;
      const player = { id, tokenGeneration: row?.token_generation ?? 0 };
      return { person, token: await issuePlayerToken({ secrets, clock: systemClock }, player) };
    }),
  );

/** The merchant is paid to a WeChat account, as often as a day allows. */
export async function allowWithdrawals(db: Database, secrets: Secrets): Promise<void> {
  const [payee] = demoPeople;
  await db.raw`insert into wechat_payee (tenant_id, user_id, open_id, name, bound_at)
    values (${demoTenants.merchant}, ${demoId('user:merchant')},
      ${sealText(secrets, payee?.openId ?? '', 'wechat payee')}, ${payee?.name ?? ''}, now())
    on conflict do nothing`;
  // by people it would take two of them, and hold from tomorrow
  await db.raw`update withdrawal_policy set daily_count = 100 where state = 'agreed'`;
}
