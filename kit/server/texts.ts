import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorParams } from '#kit/kernel/errors.ts';
import { type Language, languages } from '#kit/kernel/language.ts';
import { featureFolders } from './feature-folders.ts';

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix: string, into: Map<string, string>): void {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') into.set(`${prefix}${key}`, value);
    else flatten(value, `${prefix}${key}.`, into);
  }
}

/** Where the translation files of a source tree lie: one folder per namespace, and what only the back office says apart. */
export function textFolders(root: string): { namespace: string; folder: string }[] {
  const features = featureFolders(root).map(({ name, path }) => ({
    namespace: name,
    folder: join(root, path, 'i18n'),
  }));
  return [
    { namespace: 'kit', folder: join(root, 'kit/i18n') },
    { namespace: 'kit', folder: join(root, 'kit/i18n-office') },
    { namespace: 'app', folder: join(root, 'app/web/i18n') },
    ...features,
  ];
}

export function readTexts(root: string): Record<Language, Map<string, string>> {
  const result = Object.fromEntries(languages.map((language) => [language, new Map()])) as Record<
    Language,
    Map<string, string>
  >;
  for (const { namespace, folder } of textFolders(root)) {
    for (const language of languages) {
      try {
        const tree = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Tree;
        flatten(tree, `${namespace}:`, result[language]);
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOENT') throw error;
      }
    }
  }
  return result;
}

export interface Texts {
  say(language: Language, key: string, params?: ErrorParams): string;
  has(language: Language, key: string): boolean;
}

const rules = new Map<Language, Intl.PluralRules>();
function pluralOf(language: Language, count: number): string {
  const known = rules.get(language) ?? new Intl.PluralRules(language);
  rules.set(language, known);
  return known.select(count);
}

/** The same keys and plurals as on pages: with `count`, `key_one` or `key_other` goes before `key`. */
export function loadTexts(root: string): Texts {
  const table = readTexts(root);
  return {
    say(language, key, params) {
      const texts = table[language];
      const count = params?.count;
      const plural = typeof count === 'number' ? texts.get(`${key}_${pluralOf(language, count)}`) : undefined;
      const template = plural ?? texts.get(key) ?? key;
      if (!params) return template;
      return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
        name in params ? String(params[name]) : whole,
      );
    },
    has: (language, key) => table[language].has(key),
  };
}
