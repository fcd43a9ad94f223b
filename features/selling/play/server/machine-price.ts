import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { readDeviceSettings } from '#features/machines/settings/server/public.ts';
import { type Priced, priceForDevice, pricerFor, shelfOf } from '#features/selling/orders/server/public.ts';
import { AppError } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { MachinePrice } from '../contract.ts';

/**
 * Pieces differ: the cheapest and the dearest that can be had, as an order would price them. What is there says the shelf:
 * the machine's own word, and our book where it says nothing.
 */
async function pricePieces(reader: Reader, device: DeviceView, now: Date): Promise<Priced[]> {
  const lanes = (await shelfOf(reader, device, now))
    .filter(({ stock, priceFen, expiry }) => stock > 0 && priceFen > 0 && expiry !== 'expired')
    .sort((a, b) => a.priceFen - b.priceFen);
  const ends = [...new Set([lanes[0]?.lane, lanes.at(-1)?.lane])].filter((lane) => lane !== undefined);
  if (ends.length === 0) return [];
  const settings = await readDeviceSettings(reader, tenantScope(device.tenantId), device);
  const price = pricerFor(reader, device, settings, now);
  return Promise.all(ends.map((lane) => price({ lanes: [{ lane, amount: 1 }] })));
}

async function priced(reader: Reader, device: DeviceView, now: Date): Promise<MachinePrice | null> {
  switch (device.type) {
    case 'claw':
    case 'lottery': {
      const { amountFen, coins } = await priceForDevice(reader, device, { number: 1 }, now);
      return { per: 'play', lowFen: amountFen, highFen: amountFen, coins };
    }
    case 'exchange': {
      const { amountFen, items } = await priceForDevice(reader, device, {}, now);
      return { per: 'coins', lowFen: amountFen, highFen: amountFen, coins: items[0]?.quantity ?? null };
    }
    case 'vending':
    case 'lipstick':
    case 'cabinet': {
      const pieces = (await pricePieces(reader, device, now)).map(({ amountFen }) => amountFen);
      if (pieces.length === 0) return null;
      const per = device.type === 'lipstick' ? 'play' : 'piece';
      return { per, lowFen: Math.min(...pieces), highFen: Math.max(...pieces), coins: null };
    }
    case 'deposit':
      return null;
  }
}

/** What an order would cost, by the rules of orders; null where nothing is for sale. */
export async function machinePrice(
  reader: Reader,
  device: DeviceView,
  now: Date,
): Promise<MachinePrice | null> {
  try {
    return await priced(reader, device, now);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') return null;
    throw error;
  }
}
