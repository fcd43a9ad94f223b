import { and, eq } from 'drizzle-orm';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { platformTenantId } from '#kit/server/scope.ts';
import { booksCorrected, type ledgerContract } from '../contract.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../tables.ts';
import { platformAdjustment, walletAccount } from './account-names.ts';
import type { AccountName } from './accounts.ts';
import { correctionKind } from './corrected-entries.ts';
import { isBlamed } from './prove.ts';
import { InsufficientFunds, type PostedTransfer, postTransfers } from './transfers.ts';

async function findEntry(reader: Reader, transferId: string, accountId: string) {
  const [found] = await reader
    .select({ transfer: ledgerTransfers, account: ledgerAccounts, amount: ledgerEntries.amount })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerEntries.transferId, transferId), eq(ledgerEntries.accountId, accountId)));
  if (!found) throw missing();
  return found;
}

async function findCorrection(reader: Reader, tenantId: string, key: string): Promise<string | undefined> {
  const [found] = await reader
    .select({ id: ledgerTransfers.id })
    .from(ledgerTransfers)
    .where(and(eq(ledgerTransfers.tenantId, tenantId), eq(ledgerTransfers.key, key)));
  return found?.id;
}

export const correctionHandlers: Handlers<Pick<typeof ledgerContract, 'correctBooks'>> = {
  async correctBooks(context, { transferId, accountId, against, reason }) {
    const { session, services } = context;
    return context.db.transaction(async (tx) => {
      const { transfer, account, amount } = await findEntry(tx, transferId, accountId);
      const { tenantId } = transfer;
      const key = `correction:${transferId}:${accountId}`;
      const earlier = await findCorrection(tx, tenantId, key);
      if (earlier) return { transferId: earlier };
      // nobody moves money with this that is where it belongs
      if (!(await isBlamed(tx, services.booksChecks, { transferId, accountId })))
        throw conflict('ledger:error.notBlamed');
      const wrong: AccountName = { ...account, ownerKind: account.ownerKind as AccountName['ownerKind'] };
      const bearer =
        against === 'wallet' && account.ownerKind === 'merchant'
          ? walletAccount(account.tenantId, account.ownerId, 'available')
          : platformAdjustment;
      let posted: PostedTransfer | undefined;
      try {
        [posted] = await postTransfers(tx, [
          {
            key,
            tenantId,
            kind: correctionKind,
            legs: [
              { account: wrong, amount: -amount },
              { account: bearer, amount },
            ],
            reversesId: transferId,
            ...(transfer.subjectKind &&
              transfer.subjectId && { subject: { kind: transfer.subjectKind, id: transfer.subjectId } }),
            note: { remark: reason, userName: session.name },
            at: context.clock.now(),
          },
        ]);
      } catch (error) {
        if (error instanceof InsufficientFunds) throw invalidField('against', 'ledger:error.walletTooLow');
        throw error;
      }
      // somebody else put it right in the same moment, and has told of it
      if (posted?.repeated) return { transferId: posted.id };
      await audit(tx, context, {
        action: 'ledger.correct',
        entity: 'transfer',
        entityId: transferId,
        label: transfer.kind,
        tenantId,
        after: { amountFen: -amount, account: `${account.ownerId}/${account.purpose}`, against, reason },
      });
      if (account.tenantId !== platformTenantId)
        await sendSystemMessage(tx, services.texts, {
          audience: { kind: 'tenant', tenantId: account.tenantId },
          titleKey: 'ledger:message.correctedTitle',
          bodyKey: 'ledger:message.correctedBody',
          params: { amount: formatFen(-amount), reason },
          level: 'warning',
          link: '/accountFlow',
        });
      await emit(tx, platformTopic, booksCorrected, {});
      return { transferId: (posted as PostedTransfer).id };
    });
  },
};
