export const languages = ['zh-cn', 'en-us'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'zh-cn';

/** Reads `Accept-Language` or a stored setting; anything that is not English is Chinese, the product's default. */
export function parseLanguage(value: string | undefined): Language {
  return /^\s*en\b/i.test(value ?? '') ? 'en-us' : defaultLanguage;
}
