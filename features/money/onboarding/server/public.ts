import type { Language } from '#kit/kernel/language.ts';
import type { Context } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { StaffSession } from '#kit/server/session.ts';
import type { AccountType, SubjectKind } from '../fields.ts';
import { bankName, cardRange } from '../rules/bank-rules.ts';
import { selectCards } from './card-queries.ts';
import { findCollecting, usableNumbers } from './channel-queries.ts';
import { holderOfUser } from './holder.ts';
import { lookAtCard } from './store-card.ts';
import { findPassed } from './submission-queries.ts';

/** What other features may use of onboarding. */
export interface VerifiedPerson {
  state: 'passed';
  /** as on the identity card: of the person, or of the legal person */
  name: string;
  kind: SubjectKind;
  /** as on the licence; absent for a person without one */
  registeredName: string | undefined;
}

/** Passed real-name data of an organisation or, for a franchisee, of the person; undefined when nothing passed. */
export async function verifiedPerson(
  reader: Reader,
  tenantId: string,
  userId?: string,
): Promise<VerifiedPerson | undefined> {
  const holder = userId ? await holderOfUser(reader, tenantId, userId) : { tenantId, holderId: tenantId };
  const passed = await findPassed(reader, holder);
  const { idCardName, kind, registeredName } = passed?.details ?? {};
  if (!idCardName || !kind) return undefined;
  return { state: 'passed', name: idCardName, kind, registeredName };
}

export interface BoundCard {
  id: string;
  bankName: string;
  branchName: string;
  holder: string;
  maskedNumber: string;
  accountType: AccountType;
  isDefault: boolean;
}

/** Cards a person may be paid out to: a franchisee's own, otherwise the organisation's; the default one first. */
export async function boundCards(
  reader: Reader,
  _services: Services,
  scope: Scope,
  userId: string,
): Promise<BoundCard[]> {
  if (scope.kind !== 'tenant') return [];
  const cards = await selectCards(reader, await holderOfUser(reader, scope.tenantId, userId));
  return cards.map((card) => ({
    id: card.id,
    bankName: bankName(card.bankCode, 'zh-cn'),
    branchName: card.branchName,
    holder: card.holderName,
    maskedNumber: card.numberMasked,
    accountType: card.accountType,
    isDefault: card.isDefault,
  }));
}

/** The whole number, for a payout by bank; also of unbound cards, which open withdrawals may still name. Logs the look. */
export async function openCard(
  tx: Tx,
  context: Pick<Context<StaffSession>, 'session' | 'services' | 'address'>,
  cardId: string,
): Promise<{ bankName: string; branchName: string; holder: string; number: string }> {
  const card = await lookAtCard(tx, context, cardId, { action: 'onboarding.payToCard' });
  return {
    bankName: bankName(card.bankCode, 'zh-cn'),
    branchName: card.branchName,
    holder: card.holderName,
    number: card.number,
  };
}

/** The merchant's own number at a platform, where it chose to collect with it; null: the platform's number collects. */
export async function collectingNumber(
  reader: Reader,
  services: Services,
  tenantId: string,
  platform: 'wechat' | 'alipay',
): Promise<string | null> {
  const chosen = await findCollecting(reader, tenantId);
  return chosen?.channel === 'own' ? usableNumbers(services, chosen)[platform] : null;
}

/** What the bank of a card is called, by its first digits; undefined: not known. */
export function bankOfCard(digits: string, language: Language): string | undefined {
  const range = cardRange(digits);
  return range && bankName(range.bankCode, language);
}

export { isCardNumber } from '../checks.ts';
export { readBranchTable } from '../rules/branch-table.ts';
export { replaceBranches } from './branch-queries.ts';
export { isProductOpen, openChannels, requireProduct } from './open-products.ts';
