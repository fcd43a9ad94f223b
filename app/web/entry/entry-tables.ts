/** What players never ask for: the pages before a log-in, and where the texts of every feature are. */
import entryModules from 'virtual:screens/entry';
import type { Texts } from '#kit/ui/texts.ts';

export { entryModules };

const featureTexts = import.meta.glob<Texts>('../../../features/*/*/i18n/*.json', { import: 'default' });

export async function loadFeatureTexts(namespace: string, language: string): Promise<Texts> {
  const file = Object.keys(featureTexts).find((path) => path.endsWith(`/${namespace}/i18n/${language}.json`));
  return (file && (await featureTexts[file]?.())) || {};
}
