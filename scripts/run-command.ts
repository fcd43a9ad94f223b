import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program in the repository with its output in this terminal; resolves with the exit status. */
export function runCommand(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' });
    child.once('error', fail);
    child.once('close', (status) => done(status ?? 1));
  });
}

export const runNode = (args: string[], env?: NodeJS.ProcessEnv) => runCommand(process.execPath, args, env);

export const vitest = 'node_modules/vitest/vitest.mjs';
