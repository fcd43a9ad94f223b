import { expect, it } from 'vitest';
import { type Count, whyHeld } from '../rules/deposit-rules.ts';

const usual: Count = {
  pieces: 300,
  maxPerDeposit: 2000,
  elapsedMs: 60_000,
  fastestPerSecond: 20,
  wentOut: 10_000,
  cameBack: 4000,
};

it('believes what a machine can count and people can have', () => {
  expect(whyHeld(usual)).toBeUndefined();
  expect(whyHeld({ ...usual, elapsedMs: undefined })).toBeUndefined();
});

it('sets aside more than the machine takes at once', () => {
  expect(whyHeld({ ...usual, pieces: 2001, elapsedMs: undefined })).toBe('tooMany');
});

it('sets aside what no machine counts in the time', () => {
  expect(whyHeld({ ...usual, pieces: 1300 })).toBeUndefined();
  expect(whyHeld({ ...usual, pieces: 1301 })).toBe('tooFast');
  expect(whyHeld({ ...usual, pieces: 101, elapsedMs: -5000 })).toBe('tooFast');
});

it('sets aside what never left the machines of the site, but for what people had before', () => {
  expect(whyHeld({ ...usual, wentOut: 0, cameBack: 3700 })).toBeUndefined();
  expect(whyHeld({ ...usual, wentOut: 0, cameBack: 3701 })).toBe('beyondSite');
});
