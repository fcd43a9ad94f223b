import { setTimeout as sleep } from 'node:timers/promises';
import { type Measure, median, rounded, spread } from './measures.ts';
import { startServer } from './processes.ts';

/** by then what the start left behind was handed back */
const calmMs = 45_000;
const looks = 15;
const everyMs = 2000;

const bytesPerMib = 1024 ** 2;

async function residentMib(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
  if (!bytes) throw new Error('/metrics does not tell the memory');
  return Number(bytes) / bytesPerMib;
}

/** The demo as anybody starts it, sixty machines and simulated platforms included, while nobody uses it. */
export async function measureIdleMemory(dataDir: string): Promise<readonly Measure[]> {
  const server = await startServer(dataDir, { devices: true });
  try {
    await sleep(calmMs);
    const seen: number[] = [];
    while (seen.length < looks) {
      seen.push(await residentMib(server.url));
      await sleep(everyMs);
    }
    console.log(`  MiB resident: ${spread(seen, 0)} in ${looks} looks`);
    return [{ name: 'idle_memory_mib', value: rounded(median(seen), 0), goal: '<= 300' }];
  } finally {
    await server.stop();
  }
}
