import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#kit/kernel/language.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Texts } from '#kit/server/texts.ts';
import { articleIndex, type IndexEntry } from '../articles/article-index.ts';
import { chapterPictures, picturePath } from '../articles/pictures.ts';

export interface ShippedArticle extends Pick<IndexEntry, 'kind' | 'slug' | 'category'> {
  sort: number;
  publishedAt: Date;
  titleZh: string;
  titleEn: string;
  summaryZh: string;
  summaryEn: string;
  bodyZh: string;
  bodyEn: string;
  words: string[];
  /** changes with every change of the above, whichever file it comes from */
  hash: string;
}

/**
 * `{{sites:screen.list}}` in a text becomes what the page really calls it in that language,
 * so that a renamed button is renamed in the manual too.
 */
export const namePattern = /\{\{([\w-]+:[\w.]+)\}\}/g;

/** `articles/<kind>/<slug>.<language>.md`: a title line, a paragraph that sums it up, then the text. */
function readText({ kind, slug }: IndexEntry, language: Language, texts: Texts) {
  const file = join(import.meta.dirname, '../articles', kind, `${slug}.${language}.md`);
  const source = readFileSync(file, 'utf8').replace(namePattern, (_, key: string) =>
    texts.say(language, key),
  );
  const match = /^# (.+)\n\n(.+)\n\n([\s\S]+)$/.exec(source);
  if (!match) throw new Error(`${kind}/${slug}.${language}.md does not begin with a title and a summary`);
  // The file's first heading is the title; inside the article its sections are the first level.
  // The formatter pads table cells, which nobody wants to see in the editor.
  const body = match[3]!
    .trim()
    .replace(/^#(?=#+ )/gm, '')
    .replace(/^\|.*\|$/gm, (row) => row.replace(/ +/g, ' ').replace(/-{3,}/g, '---'));
  return { title: match[1]!, summary: match[2]!, body: withPicture(slug, language, texts, body) };
}

/** The screen that a chapter is about stands before its first section. */
function withPicture(slug: string, language: Language, texts: Texts, body: string): string {
  const picture = chapterPictures[slug];
  if (!picture) return body;
  const image = `![${texts.say(language, picture.title)}](${picturePath(slug, language)})\n\n`;
  const at = body.search(/^# /m);
  return at < 0 ? `${image}${body}` : `${body.slice(0, at)}${image}${body.slice(at)}`;
}

function readArticle(entry: IndexEntry, sort: number, texts: Texts): ShippedArticle {
  const zh = readText(entry, 'zh-cn', texts);
  const en = readText(entry, 'en-us', texts);
  const words = {
    ...pick(entry, 'kind', 'slug', 'category'),
    sort,
    titleZh: zh.title,
    titleEn: en.title,
    summaryZh: zh.summary,
    summaryEn: en.summary,
    bodyZh: zh.body,
    bodyEn: en.body,
    words: [...(entry.words ?? [])],
  };
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  return { ...words, publishedAt: new Date(`${entry.published}T00:00:00Z`), hash };
}

/** Places are tens apart, so that an administrator's own article fits between two. */
const placeStep = 10;

export const readShippedArticles = (texts: Texts): ShippedArticle[] =>
  articleIndex.map((entry) => {
    const place = articleIndex.filter(({ kind }) => kind === entry.kind).indexOf(entry) + 1;
    return readArticle(entry, place * placeStep, texts);
  });
