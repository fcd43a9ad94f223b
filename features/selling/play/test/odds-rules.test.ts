import { describe, expect, it } from 'vitest';
import { oddsOf, playsToGo } from '../rules/odds-rules.ts';

describe('what players are told of a machine’s odds', () => {
  it('is what a claw is set to by rate and guarantee, and nothing where it is not set to anything', () => {
    const force = { payoutMode: 'random', payoutRate: 250, guaranteeAfterPlays: 30 };
    expect(oddsOf('claw', { force })).toEqual({ rateBasisPoints: 250, guaranteeAfter: 30 });
    expect(oddsOf('claw', { force: { ...force, guaranteeAfterPlays: 0 } })?.guaranteeAfter).toBeNull();
    expect(oddsOf('claw', { force: { ...force, payoutMode: 'none' } })).toBeNull();
  });

  it('is the guarantee of a lipstick machine, and nothing of machines that have no odds', () => {
    expect(oddsOf('lipstick', { needleGame: { guaranteeAfterPlays: 9 } })).toEqual({
      rateBasisPoints: null,
      guaranteeAfter: 9,
    });
    expect(oddsOf('lipstick', { needleGame: { guaranteeAfterPlays: 0 } })).toBeNull();
    expect(oddsOf('exchange', {})).toBeNull();
  });

  it('counts down to the guarantee as far as plays are known, and not below nothing', () => {
    const odds = { rateBasisPoints: null, guaranteeAfter: 10 };
    expect([playsToGo(odds, 0), playsToGo(odds, 7), playsToGo(odds, 12)]).toEqual([10, 3, 0]);
    expect(playsToGo(odds, null)).toBeNull();
    expect(playsToGo({ ...odds, guaranteeAfter: null }, 3)).toBeNull();
  });
});
