import type { Contract } from '#kit/contract/endpoint.ts';
import type { Screen, ScreenModule } from '#kit/contract/screen.ts';

import type { SlotModule } from '#kit/ui/slots.ts';
import type { Texts } from '#kit/ui/texts.ts';

/** A screen together with the feature that declares it. */
export interface KnownScreen extends Screen {
  feature: string;
}

const modules = import.meta.glob<ScreenModule>('../../features/*/screens.ts', {
  eager: true,
  import: 'default',
});

export const screens: readonly KnownScreen[] = Object.values(modules).flatMap((module) =>
  module.screens.map((screen) => ({ ...screen, feature: module.feature })),
);

const featureTexts = import.meta.glob<Texts>('../../features/*/i18n/*.json', { import: 'default' });
const sharedTexts = import.meta.glob<Texts>(['../../kit/i18n/*.json', './i18n/*.json'], {
  import: 'default',
});

export function loadTexts(namespace: string, language: string): Promise<Texts> {
  const path =
    namespace === 'kit'
      ? `../../kit/i18n/${language}.json`
      : namespace === 'app'
        ? `./i18n/${language}.json`
        : `../../features/${namespace}/i18n/${language}.json`;
  const load = sharedTexts[path] ?? featureTexts[path];
  return load ? load() : Promise.resolve({});
}

const contracts = import.meta.glob<Record<string, Contract>>('../../features/*/contract.ts');

/** Contracts carry schemas and stay out of the first load; a screen's permission stands in them. */
export async function loadContract(feature: string): Promise<Contract | undefined> {
  return (await contracts[`../../features/${feature}/contract.ts`]?.())?.[`${feature}Contract`];
}

const slotModules = import.meta.glob<SlotModule>('../../features/*/slots.ts', { import: 'default' });

export const loadSlots = (): Promise<SlotModule[]> =>
  Promise.all(Object.values(slotModules).map((load) => load()));
