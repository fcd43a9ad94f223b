import { type SettingsDocument, sameValue } from '#kit/protocol/types/catalogue.ts';
import type { SettingDifference } from '../contract.ts';

interface Former {
  /** what the values are to be again */
  wanted: SettingsDocument;
  /** what somebody set to something else meanwhile: from the value of the change to the one of now */
  changedSince: SettingDifference[];
}

/**
 * What putting a change back comes to. Only values that the change asked for: where it also ended a drift at the machine,
 * that drift is nobody's wish. A value that is what it was before already is neither put back nor changed since.
 */
export function formerValues(
  change: { wanted: SettingsDocument; differences: readonly SettingDifference[] },
  current: SettingsDocument,
): Former {
  const former: Former = { wanted: {}, changedSince: [] };
  for (const { group, name, before, after } of change.differences) {
    if (!Object.hasOwn(change.wanted[group] ?? {}, name)) continue;
    const now = current[group]?.[name];
    if (sameValue(now, before)) continue;
    if (sameValue(now, after)) former.wanted[group] = { ...former.wanted[group], [name]: before };
    else former.changedSince.push({ group, name, before: after, after: now });
  }
  return former;
}
