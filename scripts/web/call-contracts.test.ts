import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { callModule, isContract, makesOnlyCalls } from './call-contracts.ts';

const endpoint = defineEndpoint({
  method: 'POST',
  path: '/api/things/:id',
  access: permit('things.edit'),
  input: z.object({ id: z.string() }),
  output: z.object({}),
  summary: 'Long words for the reference',
});

async function read(text: string): Promise<Record<string, unknown>> {
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

it('leaves of an endpoint what a call needs', async () => {
  const { thingsContract } = await read(callModule({ thingsContract: { save: endpoint } }));
  expect(thingsContract).toEqual({
    save: {
      method: 'POST',
      path: '/api/things/:id',
      access: { permission: 'things.edit', realms: ['merchant'] },
      place: 'merged',
      answer: 'envelope',
      multipart: false,
      changes: true,
    },
  });
});

it('keeps plain values, and leaves schemas and functions behind', async () => {
  const exports = await read(
    callModule({ states: ['open', 'done'], limits: { max: 5 }, thing: z.object({}), say: () => 'x' }),
  );
  expect({ ...exports }).toEqual({ states: ['open', 'done'], limits: { max: 5 } });
});

it('stands for contracts, and only where calls are all that is made', () => {
  expect(isContract('/x/features/selling/play/contract.ts')).toBe(true);
  expect(isContract('/x/features/selling/orders/contract/pay.ts')).toBe(true);
  expect(isContract('/x/kit/contract/client.ts')).toBe(false);
  expect(makesOnlyCalls('/x/features/selling/play/player/machine-page.tsx')).toBe(true);
  expect(makesOnlyCalls('/x/features/selling/play/web/list.tsx')).toBe(false);
});
