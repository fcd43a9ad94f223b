import type { DeviceLogin, MemoryAnswer, SubjectReady } from './orders.ts';

export const deviceNumber = Number(process.env.BENCH_DEVICES ?? 10_000);

export const codeOf = (index: number) => `BENCH${String(index).padStart(6, '0')}`;

export const inventedLogins = (): DeviceLogin[] =>
  Array.from({ length: deviceNumber }, (_, index) => ({
    code: codeOf(index),
    secretHex: '00'.repeat(32),
  }));

/**
 * After collecting garbage twice: what is left is what the devices cost. Not the resident size: a program that has done
 * much before holds pages that devices then fill without it growing.
 */
export function answerMemory(connected: () => number): void {
  process.on('message', () => {
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    const answer: MemoryAnswer = { memory: { usedBytes: heapUsed + external, connected: connected() } };
    process.send?.(answer);
  });
}

export function sayReady(url: string, logins: DeviceLogin[]): void {
  const message: SubjectReady = { ready: { url, logins } };
  process.send?.(message);
}
