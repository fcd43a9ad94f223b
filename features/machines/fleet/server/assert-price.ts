import { invalidField } from '#kit/kernel/errors.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { hasPlayPrice } from '#kit/protocol/types/price.ts';

/** What the settings of every type that has a price allow; see `kit/protocol/types`. */
const mostFen = 1_000_000;

/** A machine with a controller of ours has the price of its settings, so it can have none that those can not hold. */
export function assertPrice(
  { type, controlled }: { type: DeviceType; controlled: boolean },
  priceFen: number | null | undefined,
): void {
  if (!controlled || priceFen === undefined || priceFen === null) return;
  if (!hasPlayPrice(type)) throw invalidField('priceFen', 'devices:error.noPlayPrice');
  if (priceFen < 1) throw invalidField('priceFen', 'kit:validation.required');
  if (priceFen > mostFen)
    throw invalidField('priceFen', 'devices:error.priceTooHigh', { max: mostFen / 100 });
}
