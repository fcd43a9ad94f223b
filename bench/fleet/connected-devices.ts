import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Measure, rounded } from '../measures.ts';
import type { DeviceLogin, LoadFigures, LoadOrder, MemoryAnswer, SubjectReady } from './orders.ts';
import { deviceNumber } from './subject.ts';

const loadProcesses = 2;
const settleMs = 40_000;
const connectLimitMs = 300_000;
const watchedMs = Number(process.env.BENCH_FLEET_SECONDS ?? 300) * 1000;

const program = (name: string, args: string[] = []) =>
  fork(join(import.meta.dirname, name), { execArgv: args, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });

/** The next message of this shape; other ones are passed over. */
function heard<T extends object>(child: ChildProcess, field: keyof T & string): Promise<T> {
  return new Promise((resolve, reject) => {
    const listen = (message: object) => {
      if (!(field in message)) return;
      child.off('message', listen);
      resolve(message as T);
    };
    child.on('message', listen);
    child.once('exit', (status) => reject(new Error(`a process of the bench ended with ${status}`)));
  });
}

async function memoryOf(child: ChildProcess) {
  const answer = heard<MemoryAnswer>(child, 'memory');
  child.send({ ask: true });
  return (await answer).memory;
}

async function figuresOf(loads: readonly ChildProcess[]) {
  const all = await Promise.all(
    loads.map((load) => {
      const answer = heard<LoadFigures>(load, 'figures');
      load.send({ ask: true });
      return answer;
    }),
  );
  const sum = (name: 'online' | 'lost' | 'sent') =>
    all.reduce((total, { figures }) => total + figures[name], 0);
  return { online: sum('online'), lost: sum('lost'), sent: sum('sent') };
}

function startLoads(url: string, logins: readonly DeviceLogin[]): ChildProcess[] {
  const share = Math.ceil(logins.length / loadProcesses);
  return Array.from({ length: loadProcesses }, (_, index) => {
    const load = program('devices.ts');
    load.setMaxListeners(0);
    const order: LoadOrder = {
      url,
      seed: `bench ${index}`,
      logins: logins.slice(index * share, (index + 1) * share),
    };
    load.send({ order });
    return load;
  });
}

async function untilOnline(loads: readonly ChildProcess[], wanted: number): Promise<void> {
  for (const until = Date.now() + connectLimitMs; ; ) {
    const { online } = await figuresOf(loads);
    if (online >= wanted) return;
    if (Date.now() > until) throw new Error(`${online} of ${wanted} devices were online in time`);
    await sleep(1000);
  }
}

/** Bytes a connected device costs a program, and how many connections it lost while they were watched. */
async function watch(name: string, forMs: number) {
  const subject = program(name, ['--expose-gc']);
  subject.setMaxListeners(0);
  let loads: ChildProcess[] = [];
  try {
    const { ready } = await heard<SubjectReady>(subject, 'ready');
    const before = await memoryOf(subject);
    loads = startLoads(ready.url, ready.logins);
    await untilOnline(loads, ready.logins.length);
    await sleep(settleMs);
    const start = await figuresOf(loads);
    await sleep(forMs);
    const end = await figuresOf(loads);
    const after = await memoryOf(subject);
    return {
      bytesPerDevice: (after.usedBytes - before.usedBytes) / ready.logins.length,
      connected: after.connected,
      lost: end.lost - start.lost,
      heartbeats: end.sent - start.sent,
    };
  } finally {
    for (const child of [...loads, subject]) child.kill('SIGTERM');
    await new Promise<void>((done) =>
      subject.exitCode === null ? subject.once('exit', () => done()) : done(),
    );
  }
}

/** Ten thousand devices on one server process, beside ten thousand on a bare broker. */
export async function measureConnectedDevices(): Promise<Measure[]> {
  const bare = await watch('bare-broker.ts', 0);
  const ours = await watch('whole-server.ts', watchedMs);
  console.log(
    `# ${deviceNumber} devices: ${rounded(ours.bytesPerDevice / 1024, 1)} KiB each here, ${rounded(bare.bytesPerDevice / 1024, 1)} KiB on a bare broker; ${ours.heartbeats} heartbeats in ${watchedMs / 1000} s`,
  );
  return [
    { name: 'devices-connected', value: ours.connected, goal: `>= ${deviceNumber}` },
    { name: 'device-disconnects', value: ours.lost, goal: '<= 0' },
    {
      name: 'device-memory-ratio',
      value: rounded(ours.bytesPerDevice / bare.bytesPerDevice, 2),
      goal: '<= 2',
    },
  ];
}
