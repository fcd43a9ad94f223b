import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { contactNumber, id, text, wholePhone } from '#kit/contract/schemas.ts';

const base = '/api/blade-player/player/address' as const;

export const mostAddresses = 20;

/** Who gets something, and where. */
const addressFields = {
  name: text(30),
  phone: contactNumber(),
  /** province, city and district, as people write them */
  region: text(60, 2),
  /** street, house and door */
  street: text(100, 2),
};

const address = z.object({
  id: z.string(),
  name: z.string(),
  phone: wholePhone('own'),
  region: z.string(),
  street: z.string(),
});
export type Address = z.infer<typeof address>;

export const addressesContract = {
  listAddresses: get(`${base}/list`, 'player', {
    output: z.array(address),
    summary: 'Where the player has goods sent, the one used last first',
  }),
  saveAddress: post(`${base}/submit`, 'player', {
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ id: id().optional(), ...addressFields }),
    output: z.object({ id: z.string() }),
    summary: 'Adds an address, or with an id changes it',
  }),
  removeAddress: post(`${base}/remove`, 'player', {
    input: z.object({ id: id() }),
    summary: 'Forgets an address; orders keep the one they were sent to',
  }),
};
