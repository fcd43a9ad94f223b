import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceRoot } from '../source-root.ts';

/** What stands in for the server says when it was asked to end. */
const standIn = `process.on('SIGTERM', () => { console.log('stopped in order'); process.exit(0); });
console.log('ready');
setTimeout(() => process.exit(1), 30_000);`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinyard-start-'));
  const { scripts } = JSON.parse(await readFile(join(sourceRoot, 'package.json'), 'utf8'));
  const own = { name: 'stand-in', type: 'module', scripts: { start: scripts.start } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(own));
  await mkdir(join(folder, 'app/server'), { recursive: true });
  await writeFile(join(folder, 'app/server/main.ts'), standIn);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('SIGTERM to the process of `npm start` ends the server in order', async () => {
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface(npm.stdout)) {
    lines.push(line);
    if (line === 'ready') npm.kill('SIGTERM');
  }
  // the output ends when nobody is left who could write it
  if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit');
  expect(lines).toContain('stopped in order');
});
