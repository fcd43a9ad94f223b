import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { empty, instant } from '#kit/contract/schemas.ts';

export const deviceClockContract = {
  readClock: defineEndpoint({
    method: 'GET',
    path: '/api/devices/time',
    access: 'public',
    // a mall full of machines may stand behind one address, and after a power cut all of them ask
    rate: { max: 600, windowSeconds: 60 },
    input: empty(),
    output: z.object({ unix: z.int(), now: instant('second') }),
    summary: 'The time, for a device that can not log in while its clock is wrong',
  }),
};
