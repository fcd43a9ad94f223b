import { z } from 'zod';
import type { ForeignCall } from '#kit/contract/foreign-call.ts';

const refused = { type: 'application/json', schema: z.looseObject({}) };

export const signedUpload: readonly ForeignCall[] = [
  {
    name: 'putFile',
    method: 'PUT',
    path: '/upload',
    summary: 'The bytes of a file, where the server stores files itself',
    caller: 'a caller who was given the signed address',
    query: z.looseObject({}),
    takes: { type: '*/*' },
    answers: {
      200: { says: 'Stored' },
      400: { says: 'Another type than was announced, or too large', ...refused },
      403: { says: 'The address has expired, or is not ours', ...refused },
    },
  },
];
