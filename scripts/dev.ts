/**
 * `npm run dev`: one process and one port. The server restarts when a file it imported changes; pages are served by
 * Vite inside it (COINYARD_WEB=vite) and reload by themselves.
 */
import { spawn } from 'node:child_process';
import { root } from './run-command.ts';

const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'app/server/main.ts'], {
  cwd: root,
  env: { ...process.env, COINYARD_WEB: 'vite' },
  stdio: 'inherit',
});

// Ctrl-C reaches the whole group, so the server already shuts down: only wait for it.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.once('close', (status) => {
  process.exitCode = status ?? 0;
});
