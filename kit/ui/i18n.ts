import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { defaultLanguage, type Language, parseLanguage } from '#kit/kernel/language.ts';

export type Texts = { [key: string]: string | Texts };
export type TextLoader = (namespace: string, language: Language) => Promise<Texts>;
export type TextParams = Record<string, string | number>;
/** `t('ns:key.path', { name })`; a missing key shows as itself, which the translation test refuses. */
export type Translate = (key: string, params?: TextParams) => string;

/** A cookie and not local storage: the server reads it too, to preload the right texts and to set `lang`. */
const cookieName = 'coinyard_lang';
const yearSeconds = 365 * 24 * 3600;

const i18n = i18next.createInstance();
let loader: TextLoader | undefined;
let version = 0;
let boundTranslate: Translate = (key) => key;
const listeners = new Set<() => void>();
const loading = new Map<string, Promise<void>>();
const wanted = new Set<string>();

function changed(): void {
  version += 1;
  // A new function per change, so that memoised components that take `t` see the change.
  boundTranslate = (key, params) => i18n.t(key, params as Record<string, unknown>) as string;
  for (const listener of [...listeners]) listener();
}

/** `zh-CN`, as HTML and `Intl` write it. */
export const languageTag = (language: Language) =>
  language.replace(/-\w+$/, (region) => region.toUpperCase());

export function storedLanguage(): Language {
  const stored = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(document.cookie)?.[1];
  return parseLanguage(stored ?? navigator.language);
}

export const currentLanguage = (): Language => (i18n.language as Language | undefined) ?? defaultLanguage;

/** Called once by the shell; the loader knows where namespaces lie, the kit does not. */
export async function startTexts(load: TextLoader): Promise<void> {
  loader = load;
  await i18n.init({
    lng: storedLanguage(),
    fallbackLng: false,
    // Our codes are lower case (zh-cn); i18next would look for zh-CN.
    lowerCaseLng: true,
    load: 'currentOnly',
    ns: [],
    defaultNS: 'kit',
    initAsync: false,
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = languageTag(currentLanguage());
  changed();
}

function load(namespace: string, language: Language): Promise<void> {
  const key = `${language}/${namespace}`;
  const known = loading.get(key);
  if (known) return known;
  if (!loader) throw new Error('startTexts has not been called');
  const task = loader(namespace, language).then(
    (texts) => {
      i18n.addResourceBundle(language, namespace, texts);
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

/** Other libraries with their own locale (dates) follow through `onLanguage`. */
export async function switchLanguage(language: Language): Promise<void> {
  if (language === currentLanguage()) return;
  await Promise.all([...wanted].map((namespace) => load(namespace, language)));
  await i18n.changeLanguage(language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${cookieName}=${language}; path=/; max-age=${yearSeconds}; samesite=lax`;
  document.documentElement.lang = languageTag(language);
  changed();
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
