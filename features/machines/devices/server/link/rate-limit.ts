import type { Clock } from '#kit/kernel/time.ts';
import { limits } from '#kit/protocol/limits.ts';

interface Bucket {
  left: number;
  atMs: number;
}

const perMs = limits.maxMessagesPerMinute / 60_000;
const rememberedDevices = 100_000;

/** Whether a device may send one more message: a minute's worth at once, then as they drip in. */
export function createRateLimit(clock: Clock): (code: string) => boolean {
  const buckets = new Map<string, Bucket>();
  return (code) => {
    const nowMs = clock.now().getTime();
    let bucket = buckets.get(code);
    if (!bucket) {
      if (buckets.size > rememberedDevices) buckets.clear();
      bucket = { left: limits.maxMessagesPerMinute, atMs: nowMs };
      buckets.set(code, bucket);
    }
    const dripped = Math.max(0, nowMs - bucket.atMs) * perMs;
    bucket.left = Math.min(limits.maxMessagesPerMinute, bucket.left + dripped);
    bucket.atMs = nowMs;
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  };
}
