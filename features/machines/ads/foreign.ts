import { z } from 'zod';
import type { ForeignCall } from '#kit/contract/foreign-call.ts';

const file = 'application/octet-stream';

export const adDownload: readonly ForeignCall[] = [
  {
    name: 'download',
    method: 'GET',
    path: '/api/devices/ads/:id',
    summary: 'A picture or video for a screen, whole or from a byte on (`Range: bytes=n-`)',
    caller: 'a machine, by the signed address in the content it was sent',
    query: z.object({ expires: z.string(), sig: z.string() }),
    answers: {
      200: { says: 'The whole file', type: file },
      206: { says: 'The rest of it', type: file },
      403: { says: 'The address has expired, or is not ours' },
      404: { says: 'No such file' },
      416: { says: 'There is nothing behind that byte' },
    },
  },
];
