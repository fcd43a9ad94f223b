import type { DeviceLogin, MemoryAnswer, SubjectReady } from './orders.ts';

export const deviceNumber = Number(process.env.BENCH_DEVICES ?? 10_000);

export const codeOf = (index: number) => `BENCH${String(index).padStart(6, '0')}`;

export const inventedLogins = (): DeviceLogin[] =>
  Array.from({ length: deviceNumber }, (_, index) => ({
    code: codeOf(index),
    secretHex: '00'.repeat(32),
  }));

/** After collecting garbage twice: what is left is what the devices cost. */
export function answerMemory(connected: () => number): void {
  process.on('message', () => {
    globalThis.gc?.();
    globalThis.gc?.();
    const answer: MemoryAnswer = {
      memory: { rssBytes: process.memoryUsage().rss, connected: connected() },
    };
    process.send?.(answer);
  });
}

export function sayReady(url: string, logins: DeviceLogin[]): void {
  const message: SubjectReady = { ready: { url, logins } };
  process.send?.(message);
}
