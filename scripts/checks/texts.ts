import { declaredTexts, type Feature } from '#kit/contract/feature.ts';
import { type Language, languages } from '#kit/kernel/language.ts';
import { fieldTexts } from './field-texts.ts';
import { isTest, nodesOf, nodesWithin, type SourceFile } from './source.ts';

type Table = Record<Language, Map<string, string>>;

interface Uses {
  keys: Set<string>;
  prefixes: Set<string>;
}

const keyPattern = /^[a-z][\w-]*:[\w-]+(\.[\w-]+)*$/;
const prefixPattern = /^[a-z][\w-]*:[\w.-]*$/;
const auditAction = /^[a-z]+\.\w+$/i;
const pluralEnding = /_(zero|one|two|few|many|other)$/;

/** Keys that stand in the code as a literal, and beginnings of keys that the code completes. */
function usesInCode(files: readonly SourceFile[], namespaces: ReadonlySet<string>): Uses {
  const keys = new Set<string>();
  const prefixes = new Set<string>();
  const known = (text: string) => namespaces.has(text.slice(0, text.indexOf(':')));
  for (const file of files) {
    if (isTest(file.path)) continue;
    for (const node of nodesOf(file)) {
      if (
        node.type === 'Literal' &&
        typeof node.value === 'string' &&
        keyPattern.test(node.value) &&
        known(node.value)
      )
        keys.add(node.value);
      if (node.type === 'TemplateLiteral') {
        const [first, ...rest] = node.quasis as { value: { cooked: string } }[];
        const text = first?.value.cooked ?? '';
        if (rest.length === 0 && keyPattern.test(text) && known(text)) keys.add(text);
        if (rest.length > 0 && prefixPattern.test(text) && text.includes(':') && known(text))
          prefixes.add(text);
      }
      // An audit action may be handed on before it reaches `audit`: such a literal uses a text but does not demand one.
      if (node.type === 'Literal' && typeof node.value === 'string' && auditAction.test(node.value))
        prefixes.add(node.value.replace('.', ':audit.'));
      // audit(tx, …, { action: 'sites.update' }) is shown as `sites:audit.update`
      if (node.type === 'Property' && (node.key as { name?: string }).name === 'action') {
        for (const { type, value } of nodesWithin(node.value)) {
          if (type === 'Literal' && typeof value === 'string' && auditAction.test(value))
            keys.add(value.replace('.', ':audit.'));
        }
      }
    }
  }
  return { keys, prefixes };
}

/** "2 device(s)", or "1 devices": English has a form for one, and texts that count have to say it. */
function pluralProblems(english: ReadonlyMap<string, string>): string[] {
  const problems: string[] = [];
  for (const [key, text] of english) {
    if (/\w\((s|es)\)/.test(text)) problems.push(`${key} says "(s)": give it _one and _other`);
    const [, noun] = /\{\{count\}\} (\w+)/.exec(text) ?? [];
    if (noun && /[^su]s$/.test(noun) && !pluralEnding.test(key))
      problems.push(`${key} counts "${noun}" and has one form: give it _one and _other`);
  }
  return problems;
}

export function textProblems(
  table: Table,
  files: readonly SourceFile[],
  features: readonly Feature[],
): string[] {
  const problems: string[] = [];
  const namespaces = new Set(['kit', 'app', ...features.map((feature) => feature.name)]);
  const present = new Set(languages.flatMap((language) => [...table[language].keys()]));
  // One language may need plurals where another has one form for all.
  const textOf = (language: Language, key: string) =>
    table[language].get(key) ?? table[language].get(`${key}_other`);
  for (const key of present) {
    for (const language of languages) {
      if (!textOf(language, key)?.trim() && !pluralEnding.test(key))
        problems.push(`${key} has no text in ${language}`);
    }
    const params = languages.map((language) =>
      [...(textOf(language, key) ?? '').matchAll(/\{\{(\w+)\}\}/g)]
        .map((match) => match[1])
        .sort()
        .join(),
    );
    if (new Set(params).size > 1 && !pluralEnding.test(key))
      problems.push(`${key} has different parameters in its languages`);
  }
  problems.push(...pluralProblems(table['en-us']));
  const uses = usesInCode(files, namespaces);
  const named = fieldTexts(files, features);
  problems.push(...named.problems);
  const declared = declaredTexts(features);
  const groupOf = (key: string) => key.slice(0, Math.max(0, key.lastIndexOf('.')));
  const declaredGroups = new Set([...declared].map(groupOf));
  const groups = new Set([...present].map(groupOf));
  const used = new Set([...named.keys, ...declared]);
  for (const key of uses.keys) {
    if (!groups.has(key)) used.add(key);
    // The name of a choice: the declaration itself tells which of its texts are used.
    else if (!declaredGroups.has(key)) uses.prefixes.add(`${key}.`);
  }
  const stems = new Set([...present].map((key) => key.replace(pluralEnding, '')));
  // `choiceOf('sites:type', …)` names a group: its members are asked for by the declarations.
  const isGroup = (key: string) => [...present].some((known) => known.startsWith(`${key}.`));
  for (const key of used) {
    if (present.has(key) || stems.has(key)) continue;
    if (isGroup(key)) uses.prefixes.add(`${key}.`);
    else problems.push(`${key} is used but has no text`);
  }
  for (const key of present) {
    const stem = key.replace(pluralEnding, '');
    const isUsed =
      used.has(key) || used.has(stem) || [...uses.prefixes].some((prefix) => key.startsWith(prefix));
    if (!isUsed) problems.push(`${key} is never used`);
  }
  return problems;
}

const wordPattern = /\p{L}{2,}|[\u4e00-\u9fff]/u;
const shownAttributes = new Set([
  'title',
  'label',
  'placeholder',
  'alt',
  'aria-label',
  'description',
  'error',
  'children',
]);

/** Words a person would read that stand in JSX instead of a translation file. The product's own name is no word. */
export function rawTextProblems(files: readonly SourceFile[]): string[] {
  const problems: string[] = [];
  for (const file of files) {
    if (!file.path.endsWith('.tsx') || isTest(file.path)) continue;
    const report = (text: string) => {
      if (wordPattern.test(text.replaceAll('Coinyard', '')))
        problems.push(`${file.path}: raw text in JSX: ${text.trim().slice(0, 60)}`);
    };
    for (const node of nodesOf(file)) {
      if (node.type === 'JSXText') report(String(node.value));
      if (node.type === 'JSXAttribute') {
        const name = (node.name as { name?: unknown }).name;
        const value = node.value as { type?: string; value?: unknown } | null;
        if (
          typeof name === 'string' &&
          shownAttributes.has(name) &&
          value?.type === 'Literal' &&
          typeof value.value === 'string'
        )
          report(value.value);
      }
    }
  }
  return problems;
}
