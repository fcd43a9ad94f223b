import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { successBody } from './envelope.ts';

const endpoint = defineEndpoint({
  method: 'GET',
  path: '/api/notes/latest',
  access: 'session',
  summary: 'The latest note, or null where there is none',
  input: z.object({}),
  output: z.object({ body: z.string() }).nullable(),
});

it('answers null where there is nothing, and an empty object where a call has nothing to say', () => {
  const dataOf = (data: unknown) => JSON.parse(successBody(endpoint, data, 'OK')).data;
  expect(dataOf(null)).toBeNull();
  expect(dataOf(undefined)).toEqual({});
  expect(dataOf({ body: 'x' })).toEqual({ body: 'x' });
});
