import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorCode, explainFileError, startupError } from '../startup-error.ts';

export interface DataDirLock {
  release(): Promise<void>;
}

const lockName = 'coinyard.lock';
const socketPathLimitBytes = 100;
const answerTimeoutMs = 2000;

/**
 * One process per data folder. The lock is a listening Unix socket: the kernel drops it with the process however
 * that dies, a process number used again can not look like the holder, and it also works between containers that
 * share the folder.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const folder = resolve(dataDir);
  const { path, handle } = await socketPath(folder);
  try {
    const server = await listenOrRefuse(path, folder);
    return {
      async release() {
        await new Promise<void>((done) => server.close(() => done()));
        await handle?.close();
      },
    };
  } catch (error) {
    await handle?.close();
    throw explainFileError(error, folder);
  }
}

async function socketPath(folder: string): Promise<{ path: string; handle?: FileHandle }> {
  const direct = join(folder, lockName);
  if (Buffer.byteLength(direct) <= socketPathLimitBytes) return { path: direct };
  // A socket's address is limited to about 100 bytes; on Linux an open folder gives a short name for the same place.
  if (process.platform === 'linux') {
    const handle = await open(folder, 'r');
    return { path: `/proc/self/fd/${handle.fd}/${lockName}`, handle };
  }
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return { path: join(tmpdir(), `coinyard-${digest}.lock`) };
}

async function listenOrRefuse(path: string, folder: string): Promise<Server> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await listen(path);
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE') throw error;
    }
    const holder = await askHolder(path);
    if (holder !== undefined) throw startupError('dataDirInUse', { path: folder, pid: holder });
    await rm(path, { force: true });
  }
  throw startupError('dataDirInUse', { path: folder, pid: '?' });
}

function listen(path: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.once('error', fail);
    server.listen(path, () => {
      server.off('error', fail);
      server.unref();
      done(server);
    });
  });
}

/** The holder's process number, '?' when it is alive but does not answer, undefined when nobody holds the lock. */
function askHolder(path: string): Promise<string | undefined> {
  return new Promise((done) => {
    const socket = connect(path);
    let answer = '';
    socket.setTimeout(answerTimeoutMs, () => {
      socket.destroy();
      done(answer || '?');
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('end', () => done(answer || '?'));
    socket.on('error', (error) => {
      const gone = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(errorCode(error) ?? '');
      done(gone ? undefined : '?');
    });
  });
}
