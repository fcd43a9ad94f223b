import { expect, it } from 'vitest';
import { newId } from '#kit/kernel/ids.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { pickUpCodeOf, pickUpHashOf } from '../server/pick-up-code.ts';

const secrets = { tokenSecret: 'one' } as unknown as Secrets;
const others = { tokenSecret: 'two' } as unknown as Secrets;

it('the code of an order is always the same, of signs that nobody mistakes', () => {
  const id = newId();
  expect(pickUpCodeOf(secrets, id)).toBe(pickUpCodeOf(secrets, id));
  expect(pickUpCodeOf(secrets, id)).toMatch(/^[2-9A-HJKMNP-Z]{12}$/);
});

it('another order or another installation has another code, and what is stored is not the code', () => {
  const id = newId();
  const codes = Array.from({ length: 500 }, () => pickUpCodeOf(secrets, newId()));
  expect(new Set(codes).size).toBe(500);
  expect(pickUpCodeOf(others, id)).not.toBe(pickUpCodeOf(secrets, id));
  const code = pickUpCodeOf(secrets, id);
  expect(pickUpHashOf(secrets, code)).not.toContain(code);
  expect(pickUpHashOf(others, code)).not.toBe(pickUpHashOf(secrets, code));
});
