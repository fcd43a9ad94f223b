/**
 * `npm run test:nodes -- [--nodes N] [--kills N] [--seed TEXT]`: several servers on one database and one Mosquitto are
 * killed under load, in turn and together; once the broker is, and once the database crashes. Then it looks whether every
 * fen, every order and every coin is where it belongs, and whether servers hear of each other. Exit status 1 when not.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { secondMs } from '#kit/kernel/time.ts';
import { startupError } from '#kit/server/startup-error.ts';
import { tellReport } from './crash/play.ts';
import { ensureMosquitto } from './ensure-mosquitto.ts';
import { runNodesTest } from './nodes/nodes-test.ts';
import { runCommand } from './open-installation.ts';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '2' },
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now()) },
    keep: { type: 'boolean', default: false },
  },
});

/** one death for the broker, one for the database, at least one for a server */
const fewestKills = 3;
const [nodes, kills] = [Number(values.nodes), Number(values.kills)];
if (!Number.isInteger(nodes) || nodes < 2 || !Number.isInteger(kills) || kills < fewestKills) {
  console.error(`--nodes is a whole number from 2, --kills one from ${fewestKills}`);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

async function testNodes(): Promise<void> {
  const mosquitto = await ensureMosquitto();
  if ('missing' in mosquitto) throw startupError('brokerMissing', { reason: mosquitto.missing });
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-nodes-'));
  // a root server hands its database to another user, who has to pass through
  await chmod(folder, 0o711);
  console.log(`seed ${values.seed}, ${nodes} servers, ${kills} kills, data in ${folder}`);
  const report = await runNodesTest({
    folder,
    nodes,
    mosquitto: mosquitto.path,
    kills,
    seed: values.seed,
    meanLifeMs: 3 * secondMs,
    quietMs: 20 * secondMs,
    say: (line) => console.log(`${new Date().toTimeString().slice(0, 8)} ${line}`),
  });
  const { wrong, blackouts, brokerKills, databaseCrashes } = report;
  console.log(
    `${kills} kills (${blackouts} of all servers, ${brokerKills} of the broker, ${databaseCrashes} of the database), ` +
      tellReport(report),
  );
  for (const line of wrong) console.error(`WRONG ${line}`);
  console.log(
    wrong.length === 0
      ? 'nothing was lost, nothing was done twice, and the servers heard of each other'
      : `${wrong.length} wrong`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
  if (!values.keep && wrong.length === 0) await rm(folder, { recursive: true, force: true });
}

await runCommand(testNodes);
