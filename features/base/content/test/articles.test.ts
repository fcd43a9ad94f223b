import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Screen, ScreenModule } from '#kit/contract/screen.ts';
import { languages } from '#kit/kernel/language.ts';
import { featureFolders } from '#kit/server/feature-folders.ts';
import { loadTexts } from '#kit/server/texts.ts';
import { articleIndex } from '../articles/article-index.ts';
import { chapterPictures } from '../articles/pictures.ts';
import { articleKinds } from '../contract/articles.ts';
import { chapterOf, chapterScreens, screensWithoutChapter } from '../contract/chapters.ts';
import { contentContract } from '../contract.ts';
import { namePattern, readShippedArticles } from '../server/shipped-articles.ts';

const root = join(import.meta.dirname, '../../../..');
const texts = loadTexts(root);
const shipped = readShippedArticles(texts);
/** Pictures are no links. */
const linkPattern = /(?<!!\[[^\]]*)\]\((\/[^)\s]*)\)/g;
const picturePattern = /!\[[^\]]+\]\((\/[^)\s]*)\)/g;
const maxPictureBytes = 60 * 1024;
const maxPicturesBytes = 3 * 1024 * 1024;

async function knownScreens(): Promise<Screen[]> {
  const known: Screen[] = [];
  for (const { path } of featureFolders(root)) {
    if (!existsSync(join(root, path, 'screens.ts'))) continue;
    const file = pathToFileURL(join(root, path, 'screens.ts')).href;
    const module = (await import(/* @vite-ignore */ file)) as { default: ScreenModule };
    known.push(...module.default.screens);
  }
  return known;
}
const withChildren = (screen: Screen): Screen[] => [screen, ...(screen.children ?? []).flatMap(withChildren)];

describe('the shipped articles', () => {
  it('are enough to learn the product from', () => {
    const count = (kind: string) => shipped.filter((article) => article.kind === kind).length;
    expect(count('manual')).toBeGreaterThanOrEqual(10);
    expect(count('tutorial') + count('introduction')).toBeGreaterThanOrEqual(8);
    expect(count('news')).toBeGreaterThanOrEqual(4);
    expect(count('question')).toBeGreaterThanOrEqual(24);
    const topics = shipped.filter(({ kind }) => kind === 'question').map(({ category }) => category);
    expect(new Set(topics).size).toBeGreaterThanOrEqual(6);
  });

  it('have different names', () => {
    expect(new Set(shipped.map(({ slug }) => slug)).size).toBe(shipped.length);
  });

  it('answer to a word each, written small', () => {
    const words = shipped.flatMap((article) => article.words);
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([]);
    expect(words.filter((word) => word !== word.toLowerCase())).toEqual([]);
  });

  it('are exactly the files that lie in the folder, in both languages', () => {
    const expected = articleIndex.flatMap(({ kind, slug }) =>
      languages.map((language) => `${kind}/${slug}.${language}.md`),
    );
    const present = articleKinds.flatMap((kind) =>
      readdirSync(join(import.meta.dirname, '../articles', kind)).map((file) => `${kind}/${file}`),
    );
    expect(present.sort()).toEqual(expected.sort());
  });

  it.each(shipped.map((article) => [article.slug, article] as const))(
    '%s says the same in Chinese and in English',
    (_, article) => {
      const shape = (body: string) => ({
        headings: body.match(/^#+ /gm)?.length ?? 0,
        items: body.match(/^(?:-|\d+\.) /gm)?.length ?? 0,
        rows: body.match(/^\|/gm)?.length ?? 0,
        links: [...body.matchAll(linkPattern)].map((match) => match[1]).sort(),
      });
      expect(shape(article.bodyEn)).toEqual(shape(article.bodyZh));
      expect(article.bodyZh).toMatch(/\p{Script=Han}/u);
      expect(article.bodyEn).not.toMatch(/\p{Script=Han}/u);
    },
  );

  it.each(shipped.map((article) => [article.slug, article] as const))(
    '%s could also be saved by the administrator',
    (_, { hash: _hash, publishedAt: _publishedAt, ...words }) => {
      expect(contentContract.submitArticle.input.safeParse(words).error?.issues).toBeUndefined();
    },
  );

  it('lead only to screens and articles that exist', async () => {
    const paths = new Set((await knownScreens()).map(({ path }) => path as string));
    const slugs = new Set(shipped.map(({ slug }) => slug));
    for (const { slug, bodyZh, bodyEn } of shipped)
      for (const [, link] of [...bodyZh.matchAll(linkPattern), ...bodyEn.matchAll(linkPattern)]) {
        const url = new URL(link!, 'http://here');
        expect(paths, `${slug} links ${link}`).toContain(url.pathname);
        const target = url.searchParams.get('chapter') ?? url.searchParams.get('id');
        if (target) expect(slugs, `${slug} links ${link}`).toContain(target);
      }
  });

  it('call buttons and pages by names that exist in both languages', () => {
    const unknown = articleIndex.flatMap(({ kind, slug }) =>
      languages.flatMap((language) => {
        const file = join(import.meta.dirname, '../articles', kind, `${slug}.${language}.md`);
        return [...readFileSync(file, 'utf8').matchAll(namePattern)]
          .map((match) => match[1]!)
          .filter((key) => !texts.has(language, key))
          .map((key) => `${slug}.${language}: ${key}`);
      }),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the pictures of screens', () => {
  const folder = join(root, 'app/web/public');

  it('are exactly those that the articles show, and small', () => {
    const shown = shipped.flatMap(({ bodyZh, bodyEn }) =>
      [...bodyZh.matchAll(picturePattern), ...bodyEn.matchAll(picturePattern)].map((match) => match[1]!),
    );
    expect(shown.length).toBeGreaterThanOrEqual(2 * Object.keys(chapterPictures).length);
    const present = readdirSync(join(folder, 'manual')).map((file) => `/manual/${file}`);
    expect(present.sort()).toEqual([...new Set(shown)].sort());
    const sizes = present.map((path) => statSync(join(folder, path)).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxPictureBytes);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(maxPicturesBytes);
  });

  it('are of screens that exist and belong to chapters', async () => {
    const paths = new Set((await knownScreens()).flatMap(withChildren).map(({ path }) => path as string));
    for (const [slug, { address, title }] of Object.entries(chapterPictures)) {
      expect(paths, slug).toContain(new URL(address, 'http://here').pathname);
      for (const language of languages) expect(texts.has(language, title), title).toBe(true);
      expect(articleIndex.find((entry) => entry.slug === slug)?.kind, slug).toBe('manual');
    }
  });
});

describe('the chapters of screens', () => {
  it('are there for every staff screen but those that are help themselves', async () => {
    const staff = (await knownScreens())
      .flatMap(withChildren)
      .filter(({ audience, path }) => audience === 'staff' && !path.startsWith('/_kit'));
    expect(staff.length).toBeGreaterThan(100);
    const without = staff.map(({ path }) => path as string).filter((path) => !chapterOf(path));
    expect(without.sort()).toEqual([...screensWithoutChapter].sort());
  });

  it('exist in the manual, and name screens that exist, each once', async () => {
    const chapters = new Set(articleIndex.filter(({ kind }) => kind === 'manual').map(({ slug }) => slug));
    const paths = new Set((await knownScreens()).flatMap(withChildren).map(({ path }) => path as string));
    const named = Object.values(chapterScreens).flat();
    expect(Object.keys(chapterScreens).filter((slug) => !chapters.has(slug))).toEqual([]);
    expect(named.filter((path) => !paths.has(path))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });
});
