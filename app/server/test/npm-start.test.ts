import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { soon } from '#kit/server/testing/patience.ts';
import { buildServer, startProgram } from '../server-build.ts';
import { sourceRoot } from '../source-root.ts';

// a start may build first; here the end of it is what counts
beforeAll(buildServer, 300_000);

let cleanUp: () => void | Promise<void> = () => undefined;
afterEach(() => cleanUp());

it('who ends `npm start` ends the server, not only the shell around it', async () => {
  // a database that never answers: the server has begun and can be stopped, and nothing else has to be there
  const database = createServer();
  database.listen(0, '127.0.0.1');
  await once(database, 'listening');
  const { port } = database.address() as { port: number };
  const npm = spawn('npm', ['start'], {
    cwd: sourceRoot,
    env: {
      ...process.env,
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing`,
      PORT: '0',
      COINYARD_LANG: 'en-us',
    },
    stdio: 'ignore',
    // a group of its own, so that nothing is left over whatever happens
    detached: true,
  });
  cleanUp = () => {
    database.close();
    try {
      process.kill(-npm.pid!, 'SIGKILL');
    } catch {
      // it ended, as it should
    }
  };
  const [server] = (await once(database, 'connection')) as [Socket];
  server.on('error', () => undefined).resume();
  const serverGone = once(server, 'close');
  const npmGone = once(npm, 'exit');
  npm.kill('SIGTERM');
  await npmGone;
  await serverGone;
  // nobody of its group is left
  await expect.poll(() => alive(-npm.pid!), soon).toBe(false);
});

function alive(group: number): boolean {
  try {
    process.kill(group, 0);
    return true;
  } catch {
    return false;
  }
}

/** What stands in for the server says when it was asked to end. */
const standIn = `process.on('SIGTERM', () => { console.log('stopped in order'); process.exit(0); });
console.log('ready');
setTimeout(() => process.exit(1), 30_000);`;

/** The start script around a stand-in: no database has to be there for it to end in order. */
async function standInFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coinyard-start-'));
  const { scripts } = JSON.parse(await readFile(join(sourceRoot, 'package.json'), 'utf8'));
  const own = { name: 'stand-in', type: 'module', scripts: { start: scripts.start } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(own));
  await mkdir(join(folder, 'app/server'), { recursive: true });
  await writeFile(join(folder, startProgram), standIn);
  return folder;
}

it('SIGTERM to the process of `npm start` ends the server in order', async () => {
  const folder = await standInFolder();
  cleanUp = () => rm(folder, { recursive: true, force: true });
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
