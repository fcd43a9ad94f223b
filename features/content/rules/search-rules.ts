const maxTerms = 5;
const snippetLength = 120;
const leadLength = 30;

export interface TextPart {
  text: string;
  hit: boolean;
}

/** Words of a search, at most a few: each must occur somewhere in the article. */
export const termsOf = (keyword: string): string[] =>
  [...new Set(keyword.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, maxTerms);

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
