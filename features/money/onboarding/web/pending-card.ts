import { forgetWithPerson } from '#kit/ui/person.ts';
import { createStore } from '#kit/ui/store.ts';
import type { AccountType } from '../fields.ts';

export interface PendingCard {
  number: string;
  accountType: AccountType;
  bankCode?: string;
  bankName?: string;
}

/** The number on its way from one page to the next: in memory only, not in an address or in storage. */
export const pendingCard = createStore<PendingCard | undefined>(undefined);
forgetWithPerson(() => pendingCard.set(undefined));
