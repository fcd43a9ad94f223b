import { ordersContract } from '#features/selling/orders/contract.ts';
import { CallError } from '#kit/contract/client.ts';
import { playerClient } from '#kit/player/client.ts';

/**
 * What may be done where another tab or phone has ordered at the machine since: the player sees that order, and goes there,
 * calls it off, or wants another one besides.
 */
export async function askBesides<I extends { equipmentId: string; besides?: string | undefined }>(
  error: unknown,
  input: I,
): Promise<I | undefined> {
  if (!(error instanceof CallError) || error.key !== 'orders:error.openHere') return undefined;
  const { equipmentId } = input;
  const { orderNumber } = await playerClient.call(ordersContract.findOpenOrder, { equipmentId });
  // it has come to its end meanwhile: that it was there is still news to the player who tapped
  if (!orderNumber) return undefined;
  const { showBesidesSheet } = await import('./besides-sheet.tsx');
  const besides = await showBesidesSheet(orderNumber);
  return besides ? { ...input, besides } : undefined;
}
