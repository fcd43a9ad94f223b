import type { Tx } from '#kit/server/database.ts';
import { emit, emitAll, platformTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { bankCardChanged, businessChanged } from '../contract/events.ts';
import type { Holder } from './holder.ts';

export const tellBusinessChanged = (tx: Tx, { tenantId }: Pick<Holder, 'tenantId'>) =>
  emitAll(
    tx,
    [tenantTopic(tenantId), platformTopic].map((topic) => told(topic, businessChanged, { tenantId })),
  );

export const tellCardsChanged = (tx: Tx, { tenantId, holderId }: Holder) =>
  emit(tx, tenantTopic(tenantId), bankCardChanged, { holderId });
