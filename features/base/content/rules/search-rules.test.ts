import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answers, markHits, plainText, snippetOf, termsOf } from './search-rules.ts';
import { sameWords } from './search-words.ts';

describe('search words', () => {
  const words = (keyword: string) => termsOf(keyword).map(([word]) => word);

  it('are lower-cased, distinct and at most five', () => {
    expect(words('  Site site 场地 b c d e f ')).toEqual(['site', '场地', 'b', 'c', 'd']);
  });

  it('leave out what stands around a question, unless that is all there is', () => {
    expect(words('How do I change the prices')).toEqual(['change', 'price']);
    expect(words('how to')).toEqual(['how', 'to']);
    expect(words('怎么')).toEqual(['怎么']);
  });

  it('are found in Chinese without spaces, and where two scripts meet', () => {
    expect(words('机器掉线了怎么办')).toEqual(['掉线']);
    expect(words('怎么给设备配网')).toEqual(['配网']);
    expect(words('wifi密码')).toEqual(['wifi', '密码']);
  });

  it('are every two letters of what nobody has listed', () => {
    expect(termsOf('黄金会员日')).toEqual([['黄金会员日', '黄金', '金会', '会员', '员日']]);
  });

  it('bring others for the same in both languages, and take a phrase as one', () => {
    expect(termsOf('掉线')[0]).toEqual(expect.arrayContaining(['离线', 'offline']));
    expect(termsOf('cash out')).toHaveLength(1);
    expect(termsOf('Fault orders')[0]).toContain('故障订单');
    expect(termsOf('cash out')[0]).toContain('提现');
  });

  it('mean one thing each', () => {
    const all = sameWords.flat();
    expect(all.filter((word, place) => all.indexOf(word) !== place)).toEqual([]);
    expect(all.filter((word) => word !== word.toLowerCase())).toEqual([]);
  });

  it('tell whether the name of a page answers', () => {
    expect(answers('设备配网', termsOf('pair'))).toBe(true);
    expect(answers('设备配网', termsOf('pair zebra'))).toBe(false);
    expect(answers('设备配网', termsOf(''))).toBe(false);
  });
});

describe('marking hits', () => {
  it('marks every occurrence whatever its case', () => {
    expect(markHits('Site by site', ['site'])).toEqual([
      { text: 'Site', hit: true },
      { text: ' by ', hit: false },
      { text: 'site', hit: true },
    ]);
  });

  it('prefers the longer of two words that overlap', () => {
    expect(markHits('opening hours', ['open', 'opening'])[0]).toEqual({ text: 'opening', hit: true });
  });

  it('never loses or adds a character, whatever is searched', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1 }), { maxLength: 5 }), (text, words) => {
        const terms = termsOf(words.join(' ')).flat();
        expect(
          markHits(text, terms)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});

describe('snippets', () => {
  const long = `${'前'.repeat(100)}营业时间${'后'.repeat(200)}`;

  it('show the surroundings of the first hit', () => {
    const snippet = snippetOf(long, ['营业时间']);
    expect(snippet?.some((part) => part.hit && part.text === '营业时间')).toBe(true);
    expect(snippet?.[0]?.text.startsWith('…')).toBe(true);
    expect(snippet?.at(-1)?.text.endsWith('…')).toBe(true);
  });

  it('do not exist where nothing is found', () => {
    expect(snippetOf(long, ['退款'])).toBeUndefined();
  });

  it('contain words, not the signs of Markdown', () => {
    expect(plainText('# Title\n\n- **bold** [link](/x)\n\n| a | b |\n| --- | --- |\n| c | `d` |')).toBe(
      'Title bold link a b c d',
    );
  });
});
