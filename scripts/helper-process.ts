import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { sourceRoot } from '#app/server/source-root.ts';

/** A helper process that is asked by messages `{id, call, args}` and answers `{id, result}` or `{id, error}`. */
export interface Helper<Ready> {
  ready: Ready;
  ask<T>(call: string, ...args: unknown[]): Promise<T>;
  stop(): Promise<void>;
}

interface Reply {
  id?: number;
  result?: unknown;
  error?: string;
}

/** Forked with the options as its first message; its first answer says that it is ready. */
export async function startHelper<Ready>(
  path: string,
  options: unknown,
  { preload = [], env = {} }: { preload?: string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Helper<Ready>> {
  const child = fork(path, [], {
    cwd: sourceRoot,
    execArgv: preload.flatMap((file) => ['--import', file]),
    env: { ...process.env, ...env },
    serialization: 'advanced',
  });
  const death = died(child, path);
  // an end that was asked for, or that nobody was waiting at, is no failure
  death.catch(() => undefined);
  child.send(options as never);
  const [ready] = (await Promise.race([once(child, 'message'), death])) as [Ready];
  const waiting = new Map<number, (reply: Reply) => void>();
  let nextId = 1;
  child.on('message', (reply: Reply) => {
    if (reply.id === undefined) return;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  return {
    ready,
    async ask(call, ...args) {
      const id = nextId++;
      const answered = new Promise<Reply>((resolve) => waiting.set(id, resolve));
      child.send({ id, call, args } as never);
      const { result, error } = await Promise.race([answered, death]);
      if (error !== undefined) throw new Error(`${call}: ${error}`);
      return result as never;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

async function died(child: ChildProcess, path: string): Promise<never> {
  await once(child, 'exit');
  throw new Error(`${path} ended by itself`);
}

/** The other side: says that it is ready and answers questions until the one who asks is gone. */
export function answerCalls(
  ready: object,
  calls: Record<string, (...args: never[]) => unknown>,
  stop: () => Promise<void>,
): void {
  process.on('message', async ({ id, call, args }: { id: number; call: string; args: never[] }) => {
    try {
      process.send?.({ id, result: await calls[call]?.(...args) });
    } catch (error) {
      process.send?.({ id, error: String(error) });
    }
  });
  process.on('disconnect', () => void stop().finally(() => process.exit(0)));
  process.send?.(ready);
}
