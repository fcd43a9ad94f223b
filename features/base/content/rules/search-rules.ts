import { sameWords, smallChinese, smallWords } from './search-words.ts';

const maxTerms = 5;
const snippetLength = 120;
const leadLength = 30;

export interface TextPart {
  text: string;
  hit: boolean;
}

/** One thing that is asked about: the word itself first, then others for the same. */
export type SearchTerm = readonly [string, ...string[]];

const known = new Map(sameWords.flatMap((words) => words.map((word) => [word, words] as const)));
const knownChinese = [...known.keys()]
  .filter((word) => /^\p{Script=Han}+$/u.test(word))
  .sort((a, b) => b.length - a.length);
const knownPhrases = [...known.keys()].filter((word) => word.includes(' '));

function termOf(typed: string): SearchTerm {
  const one = typed.replace(/s$/, '');
  const word = !known.has(typed) && known.has(one) ? one : typed;
  return [word, ...(known.get(word) ?? []).filter((other) => other !== word)];
}

const pairsOf = (text: string): string[] =>
  text.length <= 2 ? [text] : Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));

/**
 * Chinese is written without spaces: a short piece is taken as it is. Out of a longer one come the words that are known,
 * and of what is left, without the words around a question, every two letters, any of which will do.
 */
function chineseTerms(text: string): SearchTerm[] {
  if (known.has(text) || text.length <= 2) return [termOf(text)];
  const terms: SearchTerm[] = [];
  let rest = text;
  for (const word of knownChinese)
    if (rest.includes(word)) {
      terms.push(termOf(word));
      rest = rest.replaceAll(word, ' ');
    }
  for (const word of smallChinese) rest = rest.replaceAll(word, ' ');
  const pieces = rest.split(' ').filter(Boolean);
  if (terms.length > 0) return terms;
  // Nothing but small words: then they are what is looked for.
  if (pieces.length === 0) return [[text]];
  return pieces.map((piece) => [piece, ...pairsOf(piece).filter((pair) => pair !== piece)]);
}

/** What a search asks about, at most a few things: each must occur somewhere in the article, by one of its words. */
export function termsOf(keyword: string): SearchTerm[] {
  let text = keyword.toLowerCase().trim();
  const phrases: string[] = [];
  for (const phrase of knownPhrases) {
    const rest = text.replace(new RegExp(`(?<=^|\\s)${phrase}s?(?=\\s|$)`), ' ');
    if (rest !== text) phrases.push(phrase);
    text = rest;
  }
  const words = text.match(/\p{Script=Han}+|[^\s\p{Script=Han}]+/gu) ?? [];
  const telling = words.filter((word) => !smallWords.has(word));
  const kept = telling.length + phrases.length > 0 ? telling : words;
  const terms = [
    ...phrases.map(termOf),
    ...kept.flatMap((word) => (/^\p{Script=Han}+$/u.test(word) ? chineseTerms(word) : [termOf(word)])),
  ];
  return [...new Map(terms.map((term) => [term[0], term])).values()].slice(0, maxTerms);
}

/** Whether a name answers a search: of a page, where no article does. */
export const answers = (name: string, terms: readonly SearchTerm[]): boolean =>
  terms.length > 0 && terms.every((words) => words.some((word) => name.toLowerCase().includes(word)));

/** The words of a Markdown text without its signs, for snippets. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[#>]+|[-*+]|\d+\.)\s+/gm, '')
    .replace(/^\s*\|?[\s:|-]+\|?\s*$/gm, ' ')
    .replace(/\[!\w+\]/g, ' ')
    .replace(/[*_`|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const escaped = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Cuts a text into pieces that are hits and pieces between them. */
export function markHits(text: string, terms: readonly string[]): TextPart[] {
  if (text === '') return [];
  if (terms.length === 0) return [{ text, hit: false }];
  // Longer words first, so that a word inside another one does not split it.
  const pattern = [...terms]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
  return text
    .split(new RegExp(`(${pattern})`, 'giu'))
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** The surroundings of the first hit. Undefined where none of the words occurs. */
export function snippetOf(text: string, terms: readonly string[]): TextPart[] | undefined {
  const lower = text.toLowerCase();
  const found = terms.map((term) => lower.indexOf(term)).filter((position) => position >= 0);
  if (found.length === 0) return undefined;
  const start = Math.max(0, Math.min(...found) - leadLength);
  const end = Math.min(text.length, start + snippetLength);
  const cut = `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  return markHits(cut, terms);
}
