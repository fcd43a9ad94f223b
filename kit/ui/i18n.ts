import { useSyncExternalStore } from 'react';
import { defaultLanguage, type Language, parseLanguage } from '#kit/kernel/language.ts';
import { createTextTable, type TextParams, type Texts } from './texts.ts';

/** The second part of the kit's own texts, `kit:…` like the first: what the back office says and players' pages do not. */
export const officeTexts = 'kit/office';
const namespaceOf = (part: string) => part.split('/', 1)[0] as string;

export type TextLoader = (namespace: string, language: Language) => Promise<Texts>;
/** `t('ns:key.path', { name })`; a missing key shows as itself, which the translation check refuses. */
export type Translate = (key: string, params?: TextParams) => string;

/** A cookie and not local storage: the server reads it too, to preload the right texts. */
const cookieName = 'coinyard_lang';
const yearSeconds = 365 * 24 * 3600;

const table = createTextTable();
let loader: TextLoader | undefined;
let version = 0;
let boundTranslate: Translate = (key) => key;
const listeners = new Set<() => void>();
const loading = new Map<string, Promise<void>>();
const there = new Set<string>();
const wanted = new Set<string>();

function changed(): void {
  version += 1;
  // A new function per change, so that memoised components that take `t` see the change.
  boundTranslate = (key, params) => (isFetching(key) ? '' : table.say(key, params));
  for (const listener of [...listeners]) listener();
}

/** Namespaces that could not be fetched and are asked for again in a moment. */
const resting = new Set<string>();
const askAgainMs = 5000;

const hasOffice = () => there.has(`${currentLanguage()}/${officeTexts}`);

/** Records of one feature on a page of another bring their words along: those are fetched when the first is wanted. */
function isFetching(key: string): boolean {
  const own = key.slice(0, Math.max(0, key.indexOf(':')));
  if (!loader || !own) return false;
  const known = table.has(currentLanguage(), own);
  // a page for players may show, one day, a piece that says something of the office
  if (known && (own !== 'kit' || hasOffice() || table.knows(key))) return false;
  const namespace = known ? officeTexts : own;
  // An empty place is better than a key: after a reload over a weak network the words come a little later.
  if (resting.has(namespace)) return true;
  loadNamespaces(namespace).catch(() => {
    resting.add(namespace);
    setTimeout(() => {
      resting.delete(namespace);
      changed();
    }, askAgainMs);
  });
  return true;
}

/** `zh-CN`, as HTML and `Intl` write it. */
export const languageTag = (language: Language) =>
  language.replace(/-\w+$/, (region) => region.toUpperCase());

export function storedLanguage(): Language {
  const stored = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1];
  // Chosen by somebody, or the product's own: what a browser was installed with says little about its user.
  return parseLanguage(stored);
}

export const currentLanguage = (): Language => table.language;

function setLanguage(language: Language): void {
  table.language = language;
  document.documentElement.lang = languageTag(language);
  changed();
}

/** Called once by the shell; the loader knows where namespaces lie, the kit does not. */
export function startTexts(load: TextLoader): void {
  loader = load;
  setLanguage(storedLanguage());
}

function load(namespace: string, language: Language): Promise<void> {
  const key = `${language}/${namespace}`;
  const known = loading.get(key);
  if (known) return known;
  if (!loader) throw new Error('startTexts has not been called');
  const task = loader(namespace, language).then(
    (texts) => {
      table.add(language, namespaceOf(namespace), texts);
      there.add(key);
      changed();
    },
    (error) => {
      loading.delete(key);
      throw error;
    },
  );
  loading.set(key, task);
  return task;
}

/** Resolves when the texts of these namespaces are there in the current language. */
export async function loadNamespaces(...namespaces: string[]): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace);
  await Promise.all(namespaces.map((namespace) => load(namespace, currentLanguage())));
}

/** Other libraries with their own locale (dates) follow through `useLanguage` or `onLanguage`. */
export async function switchLanguage(language: Language): Promise<void> {
  if (language === currentLanguage()) return;
  await Promise.all([...wanted].map((namespace) => load(namespace, language)));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${cookieName}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`;
  setLanguage(language);
}

/** Outside components (toasts, handlers). Inside them use `useText`. */
export const translate: Translate = (key, params) => boundTranslate(key, params);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const onLanguage = (listener: (language: Language) => void): (() => void) => {
  let last = currentLanguage();
  return subscribe(() => {
    if (currentLanguage() === last) return;
    last = currentLanguage();
    listener(last);
  });
};

export function useText(): Translate {
  useSyncExternalStore(
    subscribe,
    () => version,
    () => version,
  );
  return boundTranslate;
}

export const useLanguage = (): Language =>
  useSyncExternalStore(subscribe, currentLanguage, () => defaultLanguage);
