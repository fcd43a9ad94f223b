import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinyard-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function holdInOtherProcess(dataDir: string) {
  const module = new URL('./data-dir-lock.ts', import.meta.url).href;
  const script = `const { lockDataDir } = await import(${JSON.stringify(module)});
    await lockDataDir(${JSON.stringify(dataDir)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

describe('the lock of a data folder', () => {
  it('refuses a second holder and names the first', async () => {
    const lock = await lockDataDir(folder);
    await expect(lockDataDir(folder)).rejects.toMatchObject({
      code: 'dataDirInUse',
      problems: [{ params: { pid: String(process.pid) } }],
    });
    await lock.release();
  });

  it('can be taken again after release', async () => {
    await (await lockDataDir(folder)).release();
    await (await lockDataDir(folder)).release();
  });

  it('names another process that holds it, and is free as soon as that process is killed', async () => {
    const child = await holdInOtherProcess(folder);
    await expect(lockDataDir(folder)).rejects.toMatchObject({
      problems: [{ params: { pid: String(child.pid) } }],
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await lockDataDir(folder)).release();
  });

  it('works in a folder whose path is longer than a socket address', async () => {
    const deep = join(folder, 'x'.repeat(60), 'y'.repeat(60));
    await mkdir(deep, { recursive: true });
    const lock = await lockDataDir(deep);
    await expect(lockDataDir(deep)).rejects.toMatchObject({ code: 'dataDirInUse' });
    await lock.release();
    await (await lockDataDir(deep)).release();
  });
});
