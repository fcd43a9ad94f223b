import { z } from 'zod';
import type { ForeignCall } from '#kit/contract/foreign-call.ts';

const image = 'application/octet-stream';

export const firmwareDownload: readonly ForeignCall[] = [
  {
    name: 'download',
    method: 'GET',
    path: '/api/devices/firmware/:id',
    summary: 'A firmware image, whole or from a byte on (`Range: bytes=n-`)',
    caller: 'a machine, by the signed address that its update command carries',
    query: z.object({ expires: z.string(), sig: z.string() }),
    answers: {
      200: { says: 'The whole image', type: image },
      206: { says: 'The rest of it', type: image },
      403: { says: 'The address has expired, or is not ours' },
      404: { says: 'No such image' },
      416: { says: 'There is nothing behind that byte' },
    },
  },
];
