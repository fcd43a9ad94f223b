import { type AccountName, walletAccount } from '#features/money/ledger/server/public.ts';
import type { ReceiverRow } from './share-queries.ts';

type Payee = Pick<ReceiverRow, 'tenantId' | 'id' | 'userId' | 'agentId'>;

export const hasWallet = (receiver: Payee): boolean => receiver.userId !== null || receiver.agentId !== null;

/** A franchisee's wallet has the id of the account, an agent's that of the organisation; others get an account here. */
export function accountOfReceiver(receiver: Payee): AccountName {
  if (receiver.userId !== null) return walletAccount(receiver.tenantId, receiver.userId, 'available');
  if (receiver.agentId !== null) return walletAccount(receiver.agentId, receiver.agentId, 'available');
  return {
    tenantId: receiver.tenantId,
    ownerKind: 'receiver',
    ownerId: receiver.id,
    purpose: 'available',
    unit: 'fen',
  };
}
