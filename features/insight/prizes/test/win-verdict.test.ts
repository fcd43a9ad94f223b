import { describe, expect, it } from 'vitest';
import { judgeWins, shareOf, verdictWords } from '../rules/win-verdict-rules.ts';

describe('what a win rate beside the set one means', () => {
  it('may be chance, and says of how many machines the same would be seen', () => {
    const judged = judgeWins({ plays: 100, wins: 3 }, 0.05);
    expect(judged).toEqual({ verdict: 'chance', perThousand: 492, likelyFrom: 1, likelyTo: 9 });
    expect(verdictWords(judged)).toEqual({
      key: 'prizes:words.chance',
      params: { count: 492, from: 1, to: 9 },
    });
  });

  it('is rare on either side', () => {
    expect(judgeWins({ plays: 100, wins: 12 }, 0.05)).toMatchObject({ verdict: 'rareMany', perThousand: 4 });
    expect(judgeWins({ plays: 999, wins: 300 }, 0.333)).toMatchObject({
      verdict: 'rareFew',
      perThousand: 29,
    });
  });

  it('is hardly chance, however small the difference, where there are very many plays', () => {
    expect(judgeWins({ plays: 1000, wins: 0 }, 0.01)).toMatchObject({ verdict: 'faultFew', perThousand: 0 });
    expect(judgeWins({ plays: 1_000_000, wins: 49_000 }, 0.05).verdict).toBe('faultFew');
    expect(judgeWins({ plays: 1_000_000, wins: 50_100 }, 0.05).verdict).toBe('chance');
  });

  it('is a fault when more came out than was played', () => {
    expect(judgeWins({ plays: 3, wins: 5 }, 0.5)).toMatchObject({ verdict: 'faultMany', perThousand: 0 });
  });

  it('says nothing where only skill decides, and of a machine that nobody played', () => {
    const nothing = { verdict: 'none', perThousand: null, likelyFrom: null, likelyTo: null };
    expect(judgeWins({ plays: 100, wins: 3 }, undefined)).toEqual(nothing);
    expect(judgeWins({ plays: 0, wins: 0 }, 0.05)).toEqual(nothing);
  });
});

describe('a share', () => {
  it('is none of nothing', () => {
    expect(shareOf(1, 3)).toBe(3333);
    expect(shareOf(0, 0)).toBeNull();
  });
});
