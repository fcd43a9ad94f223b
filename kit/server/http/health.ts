import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A check waits two seconds; a part that has not answered by then does not work. */
const answerMs = 1500;

async function inTime(check: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const stop = new AbortController();
  const tooLate = sleep(limitMs, false, { signal: stop.signal }).catch(() => false);
  try {
    return await Promise.race([check(), tooLate]);
  } catch {
    return false;
  } finally {
    stop.abort();
  }
}

/**
 * `/healthz`: can it serve people? A proxy sends them elsewhere while it can not. `/livez`: does the process itself
 * answer? Only when it does not is a restart of any use: what is away does not come back by it.
 */
export function mountHealth(
  app: FastifyInstance,
  parts: Record<string, () => Promise<boolean>>,
  limitMs = answerMs,
): void {
  app.get('/livez', async () => ({ alive: true }));
  app.get('/healthz', async (_request, reply) => {
    const checks = await Promise.all(
      Object.entries(parts).map(async ([name, check]) => [name, await inTime(check, limitMs)] as const),
    );
    const healthy = checks.every(([, ok]) => ok);
    return reply.status(healthy ? 200 : 503).send({ healthy, ...Object.fromEntries(checks) });
  });
}
