import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import { PgBoss } from 'pg-boss';
import { roleChanged } from '#features/base/accounts/contract/events.ts';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { playersContract } from '#features/base/players/contract.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { listDeviceLogins } from '#features/machines/devices/server/public.ts';
import { CallError, type Client, createClient } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { staticPassword } from '#kit/protocol/signing.ts';
import { downFilter, upTopic } from '#kit/protocol/topics.ts';
import type { Database } from '#kit/server/database.ts';
import { demoPassword, demoTenants } from '#kit/server/demo.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { listPlayers } from '../crash/shop-floor.ts';
import { encryptPassword, takeToken } from '../simulated-identities.ts';
import { LiveEar } from './live-ear.ts';

/** What goes from one server to another: ended logins, withdrawn rights, live events, scheduled work, machines' messages. */
export interface Crossing {
  db: Database;
  /** of the database */
  url: string;
  bases: readonly string[];
  secrets: Secrets;
  /** where machines connect */
  brokerUrl: string;
}

const [unauthorized, forbidden] = [401, 403];
const unauthorizedClose = 4401;
const rightToLook = 'sites.view';
const otherRight = 'orders.view';
/** far from being due by itself */
const rareJob = 'vending.forgetOldSales';
const jobRuns = 3;
const jobLooks = 300;
const machineMessages = 12;
/** answers of a second server would have come by then */
const listenOnMs = 1000;
const patienceMs = 15_000;

/** Everything that does not hold; every server must be up. */
export async function examineCrossings(crossing: Crossing): Promise<string[]> {
  const { bases } = crossing;
  const wrong: string[] = [];
  for (const [index, here] of bases.entries()) {
    const there = bases[(index + 1) % bases.length] as string;
    const name = `from server ${index + 1} to the next`;
    const found = [...(await examineStaff(here, there)), ...(await examinePlayer(crossing, here, there))];
    wrong.push(...found.map((what) => `${name}: ${what}`));
  }
  wrong.push(...(await examineSchedules(crossing)), ...(await examineMachine(crossing)));
  return wrong;
}

const clientAt = (baseUrl: string, token: string): Client =>
  createClient({ baseUrl, language: () => 'en-us', token: async () => token });

const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof CallError) return error.status;
      throw error;
    },
  );

/**
 * A right that is withdrawn here is gone there, and so is a login that ended here. What servers tell each other comes in
 * the order in which it happened: once the other server has passed on something later, it has heard of these, too.
 */
async function examineStaff(here: string, there: string): Promise<string[]> {
  const owner = await takeToken(here, { account: 'merchant', password: demoPassword });
  const merchant = clientAt(here, owner);
  const account = `n${newId().slice(-8)}`;
  const role = { roleName: account, permissions: [rightToLook] };
  const { id } = await merchant.call(teamContract.saveRole, role);
  await merchant.call(teamContract.saveStaff, {
    account,
    name: account,
    roleId: id,
    allSites: true,
    siteIds: [],
    password: await encryptPassword(here, demoPassword),
  });
  const token = await takeToken(there, { account, password: demoPassword });
  const look = () => statusOf(clientAt(there, token).call(sitesContract.listSites, { size: 1 }));
  const ear = new LiveEar(there, owner);
  const staffEar = new LiveEar(there, token);
  /** true when the other server has passed on that the role was saved here */
  const passesOn = async (permissions: string[]) => {
    ear.forget();
    await merchant.call(teamContract.saveRole, { id, roleName: account, permissions });
    return ear.hears(roleChanged.name, id);
  };
  const wrong: string[] = [];
  try {
    if (!(await ear.isReady()) || !(await staffEar.isReady())) return ['a socket was not opened'];
    const allowed = await look();
    if (allowed !== 200) wrong.push(`who was hired here is answered ${allowed}`);
    if (!(await passesOn([otherRight]))) return [...wrong, 'a live event did not arrive'];
    const withdrawn = await look();
    if (withdrawn !== forbidden) wrong.push(`a withdrawn right is answered ${withdrawn}`);
    if (!(await passesOn([rightToLook]))) return [...wrong, 'a live event did not arrive'];
    const again = await look();
    if (again !== 200) wrong.push(`a right that was given back is answered ${again}`);
    await clientAt(here, token).call(accountsContract.logout, {});
    if (!(await passesOn([otherRight]))) return [...wrong, 'a live event did not arrive'];
    const ended = await look();
    if (ended !== unauthorized) wrong.push(`a login that ended is answered ${ended}`);
    const code = await staffEar.closedWith();
    if (code !== unauthorizedClose) wrong.push(`the socket of a login that ended: ${code ?? 'still open'}`);
    return wrong;
  } finally {
    await ear.close();
    await staffEar.close();
  }
}

async function examinePlayer({ db, secrets }: Crossing, here: string, there: string): Promise<string[]> {
  const [player] = await listPlayers(db, secrets);
  const token = player?.token ?? '';
  const owner = await takeToken(here, { account: 'merchant', password: demoPassword });
  const merchant = clientAt(here, owner);
  const ear = new LiveEar(there, owner);
  const look = () => statusOf(clientAt(there, token).call(playersContract.readSelf, {}));
  try {
    if (!(await ear.isReady())) return ['a socket was not opened'];
    const known = await look();
    await clientAt(here, token).call(playersContract.endLogins, {});
    const mark = await merchant.call(teamContract.saveRole, { roleName: `n${newId().slice(-8)}` });
    if (!(await ear.hears(roleChanged.name, mark.id))) return ['a live event did not arrive'];
    const ended = await look();
    return known === 200 && ended === unauthorized
      ? []
      : [`a player's login: ${known}, after its end ${ended}`];
  } finally {
    await ear.close();
  }
}

async function runsAt(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  return Number(
    new RegExp(`^coinyard_job_runs_total\\{job="${rareJob}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
  );
}

/** A piece of scheduled work that falls due is done by one of the servers, once. */
async function examineSchedules({ db, url, bases }: Crossing): Promise<string[]> {
  const allRuns = async () => (await Promise.all(bases.map(runsAt))).reduce((sum, runs) => sum + runs, 0);
  const finished = async () => {
    const [row] = await db.raw<[{ count: number }]>`
      select count(*)::int from jobs.job where name = ${rareJob} and state = 'completed'`;
    return row.count;
  };
  const boss = new PgBoss({
    connectionString: url,
    max: 1,
    schema: 'jobs',
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    const before = { runs: await allRuns(), finished: await finished() };
    for (let run = 1; run <= jobRuns; run++) {
      await boss.send(rareJob, {});
      for (let look = 0; (await finished()) < before.finished + run; look++) {
        if (look === jobLooks) return [`${rareJob} fell due and was not done`];
        await sleep(100);
      }
    }
    const runs = (await allRuns()) - before.runs;
    const due = (await finished()) - before.finished;
    return runs === due ? [] : [`scheduled work fell due ${due} times and was done ${runs} times`];
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** A machine that nobody else plays: each of its messages is answered, by one server. */
async function examineMachine({ db, secrets, brokerUrl }: Crossing): Promise<string[]> {
  const [idle] = await db.raw<{ code: string; epoch: number; seq: number }[]>`
    select d.code, s.epoch::int as epoch, s.seq::int as seq from device d
    join device_identity i on i.code = d.code
    join device_state s on s.tenant_id = d.tenant_id and s.device_id = d.id
    where d.tenant_id = ${demoTenants.merchant} and d.unbound_at is null and i.blocked_at is null
      and d.type = 'lottery' order by d.code limit 1`;
  const identity = (await listDeviceLogins(db.read, secrets)).find(({ code }) => code === idle?.code);
  if (!idle || !identity) return ['there is no machine to ask with'];
  const machine = await mqtt.connectAsync(brokerUrl, {
    clientId: idle.code,
    username: idle.code,
    password: staticPassword(identity.secret, idle.code),
    connectTimeout: patienceMs,
  });
  try {
    const answers: string[] = [];
    machine.on('message', (topic, payload) => answers.push(`${topic.split('/').at(-1)} ${payload}`));
    await machine.subscribeAsync(downFilter(idle.code), { qos: 1 });
    const count = (wanted: string) => answers.filter((answer) => answer === wanted).length;
    const sent = Array.from({ length: machineMessages }, (_, index) => idle.seq + 1 + index);
    const ackOf = (seq: number) => `ack ${JSON.stringify({ epoch: idle.epoch, seq })}`;
    for (const seq of sent) {
      const message = { epoch: idle.epoch, seq, at: new Date().toISOString() };
      await machine.publishAsync(upTopic(idle.code, 'telemetry'), JSON.stringify(message), { qos: 1 });
      for (let waitedMs = 0; count(ackOf(seq)) === 0 && waitedMs < patienceMs; waitedMs += 20)
        await sleep(20);
    }
    await sleep(listenOnMs);
    return sent
      .filter((seq) => count(ackOf(seq)) !== 1)
      .map((seq) => `message ${seq} of machine ${idle.code} was answered ${count(ackOf(seq))} times`);
  } finally {
    await machine.endAsync();
  }
}
