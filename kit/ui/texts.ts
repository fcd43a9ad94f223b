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

const fill = (template: string, params: TextParams) =>
  template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));

export interface TextTable {
  language: Language;
  add(language: Language, namespace: string, texts: Texts): void;
  has(language: Language, namespace: string): boolean;
  /** `ns:key.path`; with `count` among the parameters `key_one` or `key_other` goes before `key`. */
  say(key: string, params?: TextParams): string;
}

/** The same keys and `{{name}}` places as the server's texts. A missing key shows as itself. */
export function createTextTable(): TextTable {
  const namespaces = new Map<string, Texts>();
  const at = (language: Language, namespace: string) => `${language} ${namespace}`;
  return {
    language: defaultLanguage,
    add: (language, namespace, texts) => void namespaces.set(at(language, namespace), texts),
    has: (language, namespace) => namespaces.has(at(language, namespace)),
    say(key, params = {}) {
      const [namespace = '', path = ''] = key.split(':', 2);
      const texts = namespaces.get(at(this.language, namespace));
      const plural =
        typeof params.count === 'number'
          ? lookUp(texts, `${path}_${new Intl.PluralRules(this.language).select(params.count)}`)
          : undefined;
      const template = plural ?? lookUp(texts, path);
      return template === undefined ? key : fill(template, params);
    },
  };
}
