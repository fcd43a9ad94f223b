import { createGatherer } from '#kit/server/gatherer.ts';
import type { Services } from '#kit/server/services.ts';
import type { DeviceRef } from '../device-facts.ts';
import { createLiveNews } from './live-news.ts';
import type { AnyUpMessage } from './read-message.ts';
import type { DeviceMessage, Stored } from './store-batch.ts';
import { storeOrSplit } from './store-or-split.ts';

/** A heartbeat may wait so many times longer: there are many, and none is urgent. */
const patience = 6;
const batchSize = 1000;
/** Batches stored side by side; a device always goes the same way, so its messages keep their order. */
const ways = 2;

export interface MessageStore {
  /** settles after the transaction that holds the message; undefined when the device is gone */
  add(device: DeviceRef, read: AnyUpMessage): Promise<Stored | undefined>;
  drain(): Promise<void>;
}

/** Gathers what devices tell of themselves and stores it many messages at a time. */
export function createMessageStore(services: Services, gatherMs: number): MessageStore {
  const news = createLiveNews(services);
  const gatherers = Array.from({ length: ways }, () =>
    createGatherer<DeviceMessage, Stored | undefined>({
      gatherMs,
      maxSize: batchSize,
      run: (batch) =>
        storeOrSplit(services, batch, ({ changed, logged }) => {
          news.changed(changed);
          news.logged(logged);
        }),
    }),
  );
  return {
    add(device, read) {
      const way = device.code.charCodeAt(device.code.length - 1) % ways;
      const waitMs = read.kind === 'heartbeat' ? gatherMs * patience : gatherMs;
      return gatherers[way]!.add({ ...read, device }, waitMs);
    },
    async drain() {
      for (const gatherer of gatherers) await gatherer.drain();
      await news.flush();
    },
  };
}
