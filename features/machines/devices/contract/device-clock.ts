import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { instant } from '#kit/contract/schemas.ts';

export const deviceClockContract = {
  readClock: get('/api/devices/time', 'public', {
    // a mall full of machines may stand behind one address, and after a power cut all of them ask
    rate: { max: 600, windowSeconds: 60 },
    output: z.object({ unix: z.int(), now: instant('second') }),
    summary: 'The time, for a device that can not log in while its clock is wrong',
  }),
};
