import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ScreenModule } from '#kit/contract/screen.ts';
import { languages } from '#kit/kernel/language.ts';
import { loadTexts } from '#kit/server/texts.ts';
import { articleIndex } from '../articles/article-index.ts';
import { articleKinds } from '../contract/articles.ts';
import { contentContract } from '../contract.ts';
import { namePattern, readShippedArticles } from '../server/shipped-articles.ts';

const root = join(import.meta.dirname, '../../..');
const texts = loadTexts(root);
const shipped = readShippedArticles(texts);
const linkPattern = /\]\((\/[^)\s]*)\)/g;

async function screenPaths(): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const feature of readdirSync(join(root, 'features'))) {
    if (!readdirSync(join(root, 'features', feature)).includes('screens.ts')) continue;
    const file = pathToFileURL(join(root, 'features', feature, 'screens.ts')).href;
    const module = (await import(/* @vite-ignore */ file)) as { default: ScreenModule };
    for (const screen of module.default.screens) paths.add(screen.path);
  }
  return paths;
}

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

  it('have a name of their own each', () => {
    expect(new Set(shipped.map(({ slug }) => slug)).size).toBe(shipped.length);
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
    const paths = await screenPaths();
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
