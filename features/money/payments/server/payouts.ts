import { channelAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { sealText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { payouts } from '../tables.ts';
import { channelOf } from './channels.ts';
import { outNumber } from './payment-queries.ts';
import { lockPayoutKey, payeeNamePurpose, readPayoutByKey } from './payout-queries.ts';
import { wakeWorkers } from './schedule.ts';
import type { PayoutRequest } from './types.ts';

/** In the caller's transaction: debit → channel paying, and the row; it leaves after commit. Same key, same payout. */
export async function requestPayout(
  tx: Tx,
  services: Services,
  request: PayoutRequest,
): Promise<{ id: string }> {
  if (!Number.isSafeInteger(request.amountFen) || request.amountFen <= 0)
    throw invalid('payments:error.amount');
  channelOf(services, request.channel);
  await lockPayoutKey(tx, request.tenantId, request.key);
  const earlier = await readPayoutByKey(tx, request.tenantId, request.key);
  if (earlier) {
    if (earlier.amountFen !== request.amountFen || earlier.payeeId !== request.payeeId)
      throw conflict('payments:error.keyReused');
    return { id: earlier.id };
  }
  const id = newId();
  const now = services.clock.now();
  const [transfer] = await postTransfers(tx, [
    {
      key: `payout:${id}`,
      tenantId: request.tenantId,
      kind: 'payout',
      legs: [
        { account: request.debit, amount: -request.amountFen },
        { account: channelAccount(request.channel, 'paying'), amount: request.amountFen },
      ],
      subject: request.subject,
      note: { channel: request.channel },
    },
  ]);
  await insert(tx, tenantScope(request.tenantId), payouts, {
    id,
    createdAt: now,
    key: request.key,
    subjectKind: request.subject.kind,
    subjectId: request.subject.id,
    ...pick(request, 'channel', 'amountFen', 'payeeId'),
    payeeName: request.payeeName ? sealText(services.secrets, request.payeeName, payeeNamePurpose) : null,
    remark: request.remark,
    outBillNo: outNumber(id),
    state: 'requested',
    transferId: transfer?.id as string,
    nextTryAt: now,
  });
  await wakeWorkers(tx);
  return { id };
}
