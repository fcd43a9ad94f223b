import { expect, it } from 'vitest';
import { firstIdAt, newDigits, newId, newSecret } from '../ids.ts';

it('makes version 7 ids that sort by the time they were made', () => {
  const early = newId(1_700_000_000_000);
  const late = newId(1_700_000_000_001);
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(early < late).toBe(true);
});

it('knows the first id of a moment, and of times before there were any', () => {
  const at = new Date(1_700_000_000_000);
  expect(firstIdAt(at) < newId(at.getTime())).toBe(true);
  expect(firstIdAt(at) > newId(at.getTime() - 1)).toBe(true);
  expect(firstIdAt(new Date('1950-01-01'))).toBe('00000000-0000-0000-0000-000000000000');
});

it('makes secrets of 256 bits and codes of the asked length', () => {
  expect(Buffer.from(newSecret(), 'base64url')).toHaveLength(32);
  expect(newDigits(6)).toMatch(/^\d{6}$/);
});
