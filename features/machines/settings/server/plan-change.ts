import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { settingsHash } from '#kit/protocol/signing.ts';
import { type SettingsDocument, settingsDifference } from '#kit/protocol/types/catalogue.ts';
import type { ChangeFailure, SettingDifference } from '../contract.ts';
import { hasGroups, mergeSettings } from '../rules/document-rules.ts';
import type { Confirmed } from './confirmed-queries.ts';

interface Outcome {
  differences: SettingDifference[];
  /** the whole document to send */
  settings: SettingsDocument;
  hash: string;
}

/** What giving a device some values would come to. */
export interface Plan extends Outcome {
  device: DeviceView;
  confirmed: Confirmed;
  wanted: SettingsDocument;
  /** why nothing would be sent */
  blocked: Extract<ChangeFailure, 'offline' | 'wrongType' | 'unchanged' | 'changedSince' | 'invalid'> | null;
}

/**
 * Plans for many devices. Values must have passed `checkValues`; null: the device is of a type that can not have them.
 * Most devices of a batch run with the same document and get the same values, so that each pair is worked out once.
 */
export function createPlanner() {
  const known = new Map<SettingsDocument, Map<string, Outcome>>();

  function outcomeOf(confirmed: Confirmed, wanted: SettingsDocument): Outcome {
    if (confirmed.reported) return outcome(confirmed, wanted);
    const ofWanted = known.get(wanted) ?? new Map<string, Outcome>();
    known.set(wanted, ofWanted);
    const found = ofWanted.get(confirmed.hash) ?? outcome(confirmed, wanted);
    ofWanted.set(confirmed.hash, found);
    return found;
  }

  return (device: DeviceView, confirmed: Confirmed, wanted: SettingsDocument | null): Plan => {
    const { settings, hash } = confirmed;
    if (!wanted || !device.controlled || !hasGroups(device.type, wanted))
      return { device, confirmed, wanted: {}, differences: [], settings, hash, blocked: 'wrongType' };
    const plan = { device, confirmed, wanted, ...outcomeOf(confirmed, wanted) };
    if (plan.differences.length === 0 && confirmed.reportedHash === null)
      return { ...plan, blocked: 'unchanged' };
    return { ...plan, blocked: device.online ? null : 'offline' };
  };
}

/**
 * Before = what the machine runs with: what it reported when people changed something there, otherwise what it
 * confirmed. The whole document is sent, so that a change also ends such a drift.
 */
function outcome(confirmed: Confirmed, wanted: SettingsDocument): Outcome {
  const settings = mergeSettings(confirmed.settings, wanted);
  const differences = settingsDifference(confirmed.reported ?? confirmed.settings, settings);
  return { settings, differences, hash: settingsHash(settings) };
}
