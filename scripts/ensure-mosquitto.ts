/** Finds a Mosquitto for the tests of an external broker and installs one where that needs no question. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const installWithinMs = 180_000;

function find(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/opt/homebrew/sbin',
  ];
  return folders.map((folder) => join(folder, 'mosquitto')).find((path) => existsSync(path));
}

/** Where Mosquitto is, installing it where that needs no question; or why there is none. */
export async function ensureMosquitto(): Promise<{ path: string } | { missing: string }> {
  const found = find();
  if (found) return { path: found };
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return { missing: 'only root on Debian can' };
  const run = promisify(execFile);
  const options = { timeout: installWithinMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    await run('apt-get', ['update'], options);
    await run('apt-get', ['install', '-y', 'mosquitto'], options);
  } catch {
    return { missing: 'apt-get could not' };
  }
  const installed = find();
  return installed ? { path: installed } : { missing: 'apt-get installed none' };
}
