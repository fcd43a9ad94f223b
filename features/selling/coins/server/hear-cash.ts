import type { CounterIncrement } from '#features/machines/devices/server/public.ts';
import { readManyDeviceSettings } from '#features/machines/settings/server/public.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, siteTopics, told } from '#kit/server/outbox.ts';
import { platformScope } from '#kit/server/scope.ts';
import { cashChanged } from '../contract/events.ts';
import { addToHours, beginHours, gainsOf } from './keep-hours.ts';

/** What a coin buys, where the machine's settings say it. */
export function coinsPerYuanOf(settings: SettingsDocument | undefined): number | null {
  const value = settings?.consume?.coinsPerYuan ?? settings?.exchange?.coinsPerYuan;
  return typeof value === 'number' && value > 0 ? value : null;
}

/** Runs with the storing of the increments: what is repeated or lost is so for both. */
export async function hearCash(tx: Tx, increments: readonly CounterIncrement[]): Promise<void> {
  const gains = gainsOf(increments);
  if (gains.length === 0) return;
  const fresh = await addToHours(tx, gains);
  // Settings are looked up once an hour and machine, and only where there are coins to value.
  const settings = await readManyDeviceSettings(
    tx,
    platformScope,
    fresh.filter(({ coins }) => coins > 0),
  );
  await beginHours(
    tx,
    fresh.map((gain) => ({ ...gain, coinsPerYuan: coinsPerYuanOf(settings.get(gain.deviceId)) })),
  );
  await emitAll(
    tx,
    siteTopics(gains).map((audience) => told(audience, cashChanged, {})),
  );
}
