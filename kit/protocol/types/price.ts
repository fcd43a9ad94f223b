import type { SettingsDocument } from './catalogue.ts';
import type { DeviceType } from './names.ts';

/**
 * What one play costs is a setting of the machine and nothing else: a person who registers a machine, edits it, gives it a
 * preset or changes it in a batch sets this value. Vending machines price lanes, coin exchanges price coins.
 */
const groupOf: Partial<Record<DeviceType, string>> = {
  claw: 'consume',
  lottery: 'consume',
  lipstick: 'needleGame',
  cabinet: 'cells',
};
const name = 'pricePerPlay';

export const hasPlayPrice = (type: DeviceType): boolean => groupOf[type] !== undefined;

/** null: the type has none. */
export function playPriceIn(type: DeviceType, settings: SettingsDocument): number | null {
  const group = groupOf[type];
  const value = group && settings[group]?.[name];
  return typeof value === 'number' ? value : null;
}

/** The settings that give a machine this price. */
export function playPriceOf(type: DeviceType, priceFen: number): SettingsDocument {
  const group = groupOf[type];
  return group ? { [group]: { [name]: priceFen } } : {};
}
