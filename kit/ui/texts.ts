import { defaultLanguage, type Language } from '#kit/kernel/language.ts';

export type Texts = { [key: string]: string | Texts };
export type TextParams = Record<string, string | number>;

function lookUp(texts: Texts | undefined, path: string): string | undefined {
  let at: string | Texts | undefined = texts;
  for (const part of path.split('.')) {
    if (typeof at !== 'object' || !Object.hasOwn(at, part)) return undefined;
    at = at[part];
  }
  return typeof at === 'string' ? at : undefined;
}

/** A namespace may come in parts, in any sequence. */
function merged(known: Texts | undefined, more: Texts): Texts {
  if (!known) return more;
  const both = { ...known };
  for (const [key, value] of Object.entries(more)) {
    const before = both[key];
    both[key] = typeof before === 'object' && typeof value === 'object' ? merged(before, value) : value;
  }
  return both;
}

const fill = (template: string, params: TextParams) =>
  template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));

export interface TextTable {
  language: Language;
  add(language: Language, namespace: string, texts: Texts): void;
  has(language: Language, namespace: string): boolean;
  /** Whether a key, or a plural of it, has words. */
  knows(key: string): boolean;
  /** `ns:key.path`; with `count` among the parameters `key_one` or `key_other` goes before `key`. */
  say(key: string, params?: TextParams): string;
}

/** The same keys and `{{name}}` places as the server's texts. A missing key shows as itself. */
export function createTextTable(): TextTable {
  const namespaces = new Map<string, Texts>();
  const at = (language: Language, namespace: string) => `${language} ${namespace}`;
  // slow to make on a phone
  const rules = new Map<Language, Intl.PluralRules>();
  const pluralOf = (language: Language, count: number) => {
    const known = rules.get(language) ?? new Intl.PluralRules(language);
    rules.set(language, known);
    return known.select(count);
  };
  return {
    language: defaultLanguage,
    add: (language, namespace, texts) => {
      const place = at(language, namespace);
      namespaces.set(place, merged(namespaces.get(place), texts));
    },
    has: (language, namespace) => namespaces.has(at(language, namespace)),
    knows(key) {
      const [namespace = '', path = ''] = key.split(':', 2);
      const texts = namespaces.get(at(this.language, namespace));
      return [path, `${path}_other`].some((one) => lookUp(texts, one) !== undefined);
    },
    say(key, params = {}) {
      const [namespace = '', path = ''] = key.split(':', 2);
      const texts = namespaces.get(at(this.language, namespace));
      const plural =
        typeof params.count === 'number'
          ? lookUp(texts, `${path}_${pluralOf(this.language, params.count)}`)
          : undefined;
      const template = plural ?? lookUp(texts, path);
      return template === undefined ? key : fill(template, params);
    },
  };
}
