import { describe, expect, it } from 'vitest';
import { verificationStates } from '../contract/kinds.ts';
import { versionFor } from './mapping-rules.ts';
import { nextState, type VerificationEvent } from './verification-states.ts';

const events: VerificationEvent[] = [
  ...(['send', 'lapse', 'confirm', 'refuse', 'grant', 'cancel'] as const),
  ...(['cancelled', 'cancelledThere', 'keep', 'keepUngiven'] as const),
];

describe('the states of a verification', () => {
  it('leads to granted from what the platform has verified alone', () => {
    const before = verificationStates.flatMap((state) =>
      events.filter((event) => nextState(state, event) === 'granted').map((event) => `${state} ${event}`),
    );
    expect(before).toEqual(['verified grant', 'cancelling keep']);
  });

  it('asks the platform to verify once: nothing leads back to before it was asked', () => {
    const back = verificationStates.filter((state) =>
      events.some((event) => nextState(state, event) === 'prepared'),
    );
    expect(back).toEqual([]);
    expect(verificationStates.filter((state) => nextState(state, 'send') === 'verifying')).toEqual([
      'prepared',
    ]);
  });

  it('takes an answer that came after nobody waited for it any more', () => {
    expect(nextState('refused', 'confirm')).toBe('verified');
  });

  it('ends with cancelled and lapsed', () => {
    for (const end of ['cancelled', 'lapsed'] as const)
      expect(events.filter((event) => nextState(end, event))).toEqual([]);
  });
});

describe('what a code was sold for', () => {
  const versions = [
    { version: 1, fromAt: new Date('2026-11-01T00:00:00Z') },
    { version: 2, fromAt: new Date('2026-11-10T00:00:00Z') },
  ];

  it('is the version that held when the code could be used first', () => {
    expect(versionFor(versions, new Date('2026-11-09T23:59:59Z'))?.version).toBe(1);
    expect(versionFor(versions, new Date('2026-11-10T00:00:00Z'))?.version).toBe(2);
  });

  it('is the first version for codes from before the deal was mapped', () => {
    expect(versionFor(versions, new Date('2026-10-01T00:00:00Z'))?.version).toBe(1);
  });

  it('is the newest where the platform does not tell, and nothing where nothing was ever said', () => {
    expect(versionFor(versions, undefined)?.version).toBe(2);
    expect(versionFor([], undefined)).toBeUndefined();
  });
});
