import { secondMs } from '#kit/kernel/time.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { deviceClockContract } from '../contract/device-clock.ts';

export const clockHandlers: Handlers<typeof deviceClockContract> = {
  async readClock({ clock }) {
    const now = clock.now();
    return { unix: Math.floor(now.getTime() / secondMs), now: now.toISOString() };
  },
};
