import type { Outcome } from '#kit/server/gatherer.ts';
import type { Services } from '#kit/server/services.ts';
import { type DeviceMessage, type Stored, type StoredBatch, storeBatch } from './store-batch.ts';

/**
 * Stores a batch; when it can not be, finds the messages that are to blame by halving, so that one device (or one
 * feature that refuses its message) does not keep the others from being heard.
 */
export async function storeOrSplit(
  services: Services,
  messages: readonly DeviceMessage[],
  onStored: (batch: StoredBatch) => void,
): Promise<Outcome<Stored | undefined>[]> {
  try {
    const batch = await storeBatch(services, messages);
    onStored(batch);
    return batch.stored.map((result) => ({ result }));
  } catch (error) {
    if (messages.length === 1 || !(await services.db.ping())) return messages.map(() => ({ error }));
  }
  const half = messages.length >> 1;
  const outcomes: Outcome<Stored | undefined>[] = [];
  // The halves follow each other, so a device's messages keep their order.
  for (const part of [messages.slice(0, half), messages.slice(half)])
    outcomes.push(...(await storeOrSplit(services, part, onStored)));
  return outcomes;
}
