import { eq } from 'drizzle-orm';
import { InsufficientFunds, postTransfers, walletAccount } from '#features/money/ledger/server/public.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { insert, rows } from '#kit/server/tables.ts';
import type { receiversContract } from '../contract/receivers.ts';
import { sharingChanged } from '../contract/shared.ts';
import { shareSettlements } from '../tables.ts';
import { accountOfReceiver, hasWallet } from './accounts-of.ts';
import { wholeMerchant } from './reach.ts';
import { lockReceiver } from './receiver-queries.ts';

/**
 * The merchant handed the money over outside (cash, its own bank transfer): what was kept for the receiver is the
 * merchant's again.
 */
export const settleReceiver: Handler<typeof receiversContract.settleReceiver> = async (context, input) => {
  const scope = wholeMerchant(context);
  const { tenantId } = scope;
  const { session, clock } = context;
  try {
    return await context.db.transaction(async (tx) => {
      const receiver = await lockReceiver(tx, scope, input.receiverId);
      if (!receiver || hasWallet(receiver)) throw missing();
      const settlement = rows(scope, shareSettlements);
      const [earlier] = await tx.select().from(settlement).where(eq(settlement.requestId, input.requestId));
      if (earlier) {
        if (earlier.receiverId !== input.receiverId || earlier.amountFen !== input.amountFen)
          throw conflict('ledger:error.keyReused');
        return { id: earlier.id };
      }
      const id = newId();
      const now = clock.now();
      const [transfer] = await postTransfers(tx, [
        {
          at: now,
          key: `share-settled:${id}`,
          tenantId,
          kind: 'share-settled',
          legs: [
            { account: accountOfReceiver(receiver), amount: -input.amountFen },
            { account: walletAccount(tenantId, tenantId, 'available'), amount: input.amountFen },
          ],
          subject: { kind: 'shareReceiver', id: receiver.id },
          note: { receiverName: receiver.name, note: input.note },
        },
      ]);
      await insert(tx, scope, shareSettlements, {
        id,
        createdAt: now,
        receiverId: receiver.id,
        day: businessDay(now),
        amountFen: input.amountFen,
        note: input.note,
        userId: session.userId,
        userName: session.name,
        requestId: input.requestId,
        transferId: transfer!.id,
      });
      await audit(tx, context, {
        action: 'sharing.settle',
        entity: 'shareReceiver',
        entityId: receiver.id,
        label: receiver.name,
        after: { amountFen: input.amountFen, note: input.note },
      });
      await emit(tx, tenantTopic(tenantId), sharingChanged);
      return { id };
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) throw invalidField('amountFen', 'sharing:error.settleTooHigh');
    throw error;
  }
};
