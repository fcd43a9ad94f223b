import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs a program in the repository; resolves with the exit status. Its output goes to this terminal, or to `say` when
 * another program is using the terminal.
 */
export function runCommand(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  say?: (text: string) => void,
): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: say ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (text: string) => say?.(text));
    }
    child.once('error', fail);
    child.once('close', (status) => done(status ?? 1));
  });
}

export const runNode = (args: string[], env?: NodeJS.ProcessEnv, say?: (text: string) => void) =>
  runCommand(process.execPath, args, env, say);

export const vitest = 'node_modules/vitest/vitest.mjs';
