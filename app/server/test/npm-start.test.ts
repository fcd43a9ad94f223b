import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { sourceRoot } from '../source-root.ts';

let cleanUp: () => void = () => undefined;
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
  await expect.poll(() => alive(-npm.pid!)).toBe(false);
});

function alive(group: number): boolean {
  try {
    process.kill(group, 0);
    return true;
  } catch {
    return false;
  }
}
