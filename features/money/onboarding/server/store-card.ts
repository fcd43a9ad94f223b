import { missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { fingerprint, maskDigits, openText, sealText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import type { AccountType } from '../fields.ts';
import type { Acting } from './actor.ts';
import { type CardRow, clearDefault, findCard, insertCard } from './card-queries.ts';
import { type Holder, mayLook } from './holder.ts';

const purposeOf = (card: { tenantId: string; id: string }) => `bank card ${card.tenantId} ${card.id}`;
export const maskCard = (number: string) => maskDigits(number, 4, 4);
const printOf = (services: Services, number: string) => fingerprint(services.secrets, number, 'bank card');

export interface NewCard {
  accountType: AccountType;
  holderName: string;
  bankCode: string;
  regionCode: string | null;
  branchName: string;
  number: string;
  isDefault: boolean;
}

/** The caller holds the lock on the holder's papers. undefined: this number is bound already. */
export async function storeCard(
  tx: Tx,
  { services, clock, session }: Acting,
  holder: Holder,
  bound: readonly CardRow[],
  { number, ...card }: NewCard,
): Promise<string | undefined> {
  const numberPrint = printOf(services, number);
  if (bound.some((known) => known.numberPrint === numberPrint)) return undefined;
  const id = newId();
  const isDefault = card.isDefault || bound.length === 0;
  if (isDefault) await clearDefault(tx, holder);
  await insertCard(tx, holder, {
    ...card,
    id,
    isDefault,
    createdAt: clock.now(),
    createdBy: session.userId,
    numberPrint,
    numberMasked: maskCard(number),
    numberSealed: sealText(services.secrets, number, purposeOf({ tenantId: holder.tenantId, id })),
  });
  return id;
}

/** The whole number of a card the caller may look at, bound or not; the look stands in its organisation's log. */
export async function lookAtCard(
  tx: Tx,
  context: Pick<StaffContext, 'session' | 'services' | 'address'>,
  id: string,
  look: { action: 'onboarding.lookAtCard' | 'onboarding.payToCard'; reason?: string },
): Promise<CardRow & { number: string }> {
  const card = await findCard(tx, context.session.scope, id);
  if (!card || !mayLook(context.session, card)) throw missing();
  await audit(tx, context, {
    action: look.action,
    entity: 'bankCard',
    entityId: card.id,
    label: card.numberMasked,
    after: { holderName: card.holderName, reason: look.reason },
    tenantId: card.tenantId,
  });
  return { ...card, number: openText(context.services.secrets, card.numberSealed, purposeOf(card)) };
}
