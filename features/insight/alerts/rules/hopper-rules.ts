import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';

interface HopperSettings {
  hopper: number;
  enabled: boolean;
  lowAt: number;
}

/**
 * From how many coins on a hopper is low: its own measure. One that is switched off is never low; of one that has no
 * measure only its being empty is told.
 */
export function lowAtOf(settings: SettingsDocument | undefined, hopper: number): number | undefined {
  const hoppers = (settings?.exchange?.hoppers ?? []) as HopperSettings[];
  const own = hoppers.find((entry) => entry.hopper === hopper);
  if (!own) return 0;
  return own.enabled ? own.lowAt : undefined;
}
