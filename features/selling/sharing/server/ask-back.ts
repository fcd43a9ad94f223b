import { requestShareReturn } from '#features/money/payments/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { toReturn } from './line-writes.ts';
import type { LineRow, SharedOrderRow } from './share-queries.ts';

/**
 * Asks WeChat to take back what its receiver has above the share. Only merchants can be asked; of a person nothing is
 * returnable and the line stays as it is. Until WeChat has decided it is neither returned nor owed.
 */
export async function askBackAtWechat(
  tx: Tx,
  services: Services,
  order: Pick<SharedOrderRow, 'paymentId' | 'number'>,
  line: LineRow,
  key: string,
): Promise<void> {
  if (order.paymentId === null) return;
  const wantedFen = await toReturn(tx, line);
  if (wantedFen <= 0) return;
  const { amountFen } = await requestShareReturn(tx, services, {
    tenantId: line.tenantId,
    paymentId: order.paymentId,
    key,
    receiverKey: line.id,
    amountFen: wantedFen,
    description: services.texts.say('zh-cn', 'sharing:wechat.returned', { number: order.number }),
  });
  line.returningFen += amountFen;
}
