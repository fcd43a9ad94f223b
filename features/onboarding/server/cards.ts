import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { isRegionCode, regionPath } from '#kit/kernel/regions.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { fingerprint, maskDigits, openText, sealText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import { maxBankCards } from '../contract/banks.ts';
import type { onboardingContract } from '../contract.ts';
import type { AccountType } from '../fields.ts';
import type { Acting } from './actor.ts';
import { bankName, isBank } from './banks.ts';
import { accountProblem } from './business-rules.ts';
import { type CardRow, changeCard, clearDefault, findCard, insertCard, selectCards } from './card-queries.ts';
import { askedHolder, type Holder, mayLook, ownHolder } from './holder.ts';
import { findPassed, lockDraft } from './submission-queries.ts';

type Contract = typeof onboardingContract;

const purposeOf = (card: { tenantId: string; id: string }) => `bank card ${card.tenantId} ${card.id}`;
export const maskCard = (number: string) => maskDigits(number, 4, 4);
export const printOf = (services: Services, number: string) =>
  fingerprint(services.secrets, number, 'bank card');

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

/** What of a card may stand in the log. */
const logged = (card: Pick<CardRow, 'holderName' | 'bankCode' | 'branchName' | 'numberMasked'>) => ({
  holderName: card.holderName,
  bankName: bankName(card.bankCode, 'zh-cn'),
  branchName: card.branchName,
  cardMasked: card.numberMasked,
});

const tell = (tx: Tx, holder: Holder) =>
  emit(tx, tenantTopic(holder.tenantId), 'bankCard.changed', { holderId: holder.holderId });

export const bindCard: Handler<Contract['bindCard']> = async (context, input) => {
  const { db, session, clock } = context;
  const holder = ownHolder(session);
  const { cardNumber: number, bankRegionCode: regionCode = null, ...card } = input;
  if (!isBank(card.bankCode)) throw invalidField('bankCode', 'onboarding:error.unknownBank');
  if (regionCode && !isRegionCode(regionCode)) throw invalidField('bankRegionCode', 'kit:validation.region');
  const problem = accountProblem(card.accountType, number);
  if (problem) throw invalidField('cardNumber', problem);
  return db.transaction(async (tx) => {
    await lockDraft(tx, holder, session.userId, clock.now());
    const passed = (await findPassed(tx, holder))?.details;
    const name = card.accountType === 'corporate' ? passed?.registeredName : passed?.idCardName;
    if (passed && card.holderName !== name)
      throw invalidField('holderName', name ? 'onboarding:error.otherHolder' : 'onboarding:error.noCompany');
    const bound = await selectCards(tx, holder);
    if (bound.length >= maxBankCards) throw invalid('onboarding:error.tooManyCards', { max: maxBankCards });
    const id = await storeCard(tx, context, holder, bound, { ...card, number, regionCode });
    if (!id) throw invalidField('cardNumber', 'onboarding:error.cardBound');
    await audit(tx, context, {
      action: 'onboarding.bindCard',
      entity: 'bankCard',
      entityId: id,
      label: maskCard(number),
      after: logged({ ...card, numberMasked: maskCard(number) }),
    });
    await tell(tx, holder);
    return { id };
  });
};

export const chooseDefaultCard: Handler<Contract['chooseDefaultCard']> = async (context, { id }) => {
  const { db, session, clock } = context;
  const holder = ownHolder(session);
  await db.transaction(async (tx) => {
    await lockDraft(tx, holder, session.userId, clock.now());
    await clearDefault(tx, holder);
    const card = await changeCard(tx, holder, id, { isDefault: true });
    if (!card) throw missing();
    await audit(tx, context, {
      action: 'onboarding.defaultCard',
      entity: 'bankCard',
      entityId: id,
      label: card.numberMasked,
    });
    await tell(tx, holder);
  });
  return {};
};

export const unbindCards: Handler<Contract['unbindCards']> = async (context, { ids }) => {
  const { db, session, clock } = context;
  const holder = ownHolder(session);
  await db.transaction(async (tx) => {
    await lockDraft(tx, holder, session.userId, clock.now());
    for (const id of new Set(ids)) {
      const card = await changeCard(tx, holder, id, { removedAt: clock.now() });
      if (!card) throw missing();
      await audit(tx, context, {
        action: 'onboarding.unbindCard',
        entity: 'bankCard',
        entityId: id,
        label: card.numberMasked,
        before: logged(card),
      });
    }
    const [first, ...others] = await selectCards(tx, holder);
    if (first && ![first, ...others].some(({ isDefault }) => isDefault))
      await changeCard(tx, holder, first.id, { isDefault: true });
    await tell(tx, holder);
  });
  return {};
};

export const listCards: Handler<Contract['listCards']> = async ({ db, session, language }, { userId }) => {
  const { holder, own } = await askedHolder(db.read, session, userId);
  const [cards, passed] = await Promise.all([selectCards(db.read, holder), findPassed(db.read, holder)]);
  return {
    cards: cards.map((card) => ({
      id: card.id,
      createdAt: card.createdAt.toISOString(),
      accountType: card.accountType,
      holderName: card.holderName,
      bankCode: card.bankCode,
      bankName: bankName(card.bankCode, language),
      regionName: (regionPath(card.regionCode ?? '', language) ?? []).map(({ name }) => name).join(' '),
      branchName: card.branchName,
      cardMasked: card.numberMasked,
      isDefault: card.isDefault,
    })),
    verifiedName: passed?.details.idCardName ?? null,
    verifiedCompany: passed?.details.registeredName ?? null,
    editable: own,
  };
};

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
