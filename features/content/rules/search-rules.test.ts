import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markHits, plainText, snippetOf, termsOf } from './search-rules.ts';

describe('search words', () => {
  it('are lower-cased, distinct and at most five', () => {
    expect(termsOf('  Site site 场地 a b c d e ')).toEqual(['site', '场地', 'a', 'b', 'c']);
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
        const terms = termsOf(words.join(' '));
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
