import { deviceTypes } from '#kit/protocol/types/names.ts';
import { refundModes, siteStates, siteTypes, weekDays } from '../contract.ts';

export interface Dictionary {
  keys: readonly (string | number)[];
  /** translation key of a choice's name */
  nameOf: (key: string | number) => string;
}

/** Derived from the contracts that use the choices, so that a dictionary can not say anything else than the server accepts. */
const dictionaries: Record<string, Dictionary> = {
  site_type: { keys: siteTypes, nameOf: (key) => `sites:type.${key}` },
  refund_mode: { keys: refundModes, nameOf: (key) => `sites:refundMode.${key}` },
  site_state: { keys: siteStates, nameOf: (key) => `sites:state.${key}` },
  week_day: { keys: weekDays, nameOf: (key) => `sites:day.${key}` },
  device_type: { keys: deviceTypes, nameOf: (key) => `devices:type.${key}` },
};

export const dictionaryCodes = Object.keys(dictionaries);

export function dictionaryOf(code: string): Dictionary | undefined {
  return Object.hasOwn(dictionaries, code) ? dictionaries[code] : undefined;
}
