import openModules from 'virtual:screens/open';
import type { Contract } from '#kit/contract/endpoint.ts';
import type { Screen, ScreenModule } from '#kit/contract/screen.ts';
import { placeScreens } from '#kit/contract/screen-places.ts';
import type { SlotModule } from '#kit/ui/slots.ts';
import type { Texts } from '#kit/ui/texts.ts';

/** A screen together with the feature that declares it, and where it stands. */
export interface KnownScreen extends Screen {
  feature: string;
  /** the screens around it, outermost first */
  parents: readonly Screen[];
  /** every address it goes by, its own first */
  paths: readonly string[];
}

const place = (modules: readonly ScreenModule[]): KnownScreen[] =>
  modules.flatMap((module) =>
    placeScreens(module.screens).map(({ screen, parents, paths }) => ({
      ...screen,
      feature: module.feature,
      parents,
      paths,
    })),
  );

/** For players and for everybody who is not logged in: part of every first load. */
export const openScreens: readonly KnownScreen[] = place(openModules);

let staff: Promise<readonly KnownScreen[]> | undefined;

/** The back office, and what is open to all. */
export function loadStaffScreens(): Promise<readonly KnownScreen[]> {
  staff ??= import('virtual:screens/staff').then(
    ({ default: modules }) => [...openScreens, ...place(modules)],
    (error: unknown) => {
      staff = undefined;
      throw error;
    },
  );
  return staff;
}

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

/** Who may make the calls of a feature stands in its contract; it comes without schemas (scripts/web/call-contracts.ts). */
export async function loadContract(feature: string): Promise<Contract | undefined> {
  return (await contracts[`../../features/${feature}/contract.ts`]?.())?.[`${feature}Contract`];
}

const slotModules = import.meta.glob<SlotModule>('../../features/*/slots.ts', { import: 'default' });

export const loadSlots = (): Promise<SlotModule[]> =>
  Promise.all(Object.values(slotModules).map((load) => load()));
