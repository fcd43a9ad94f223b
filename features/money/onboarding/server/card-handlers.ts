import { provePerson, spendCode } from '#features/base/accounts/server/public.ts';
import { invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { isRegionCode, regionPath } from '#kit/kernel/regions.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { maxBankCards } from '../contract/banks.ts';
import type { onboardingContract } from '../contract.ts';
import type { AccountType } from '../fields.ts';
import { bankName, isBank } from '../rules/bank-rules.ts';
import { accountProblem } from '../rules/business-rules.ts';
import { type CardRow, changeCard, clearDefault, selectCards } from './card-queries.ts';
import { askedHolder, ownHolder } from './holder.ts';
import { maskCard, storeCard } from './store-card.ts';
import { findPassed, lockDraft } from './submission-queries.ts';
import { tellCardsChanged } from './tell-changes.ts';

type Contract = Pick<
  typeof onboardingContract,
  'listCards' | 'bindCard' | 'chooseDefaultCard' | 'unbindCards'
>;

/** What of a card may stand in the log. */
const logged = (card: Pick<CardRow, 'holderName' | 'bankCode' | 'branchName' | 'numberMasked'>) => ({
  holderName: card.holderName,
  bankName: bankName(card.bankCode, 'zh-cn'),
  branchName: card.branchName,
  cardMasked: card.numberMasked,
});

/** Money goes to whom the platform knows, and to nobody else. */
function assertVerifiedName(
  passed: Awaited<ReturnType<typeof findPassed>>,
  card: { accountType: AccountType; holderName: string },
): void {
  if (!passed) throw invalid('onboarding:error.verifyFirst');
  const { registeredName, idCardName } = passed.details;
  const name = card.accountType === 'corporate' ? registeredName : idCardName;
  if (!name) throw invalidField('holderName', 'onboarding:error.noCompany');
  if (card.holderName !== name) throw invalidField('holderName', 'onboarding:error.otherHolder');
}

export const cardHandlers: Handlers<Contract> = {
  async listCards({ db, session, language }, { userId }) {
    const { holder, own } = await askedHolder(db.read, session, userId);
    const [cards, passed] = await Promise.all([selectCards(db.read, holder), findPassed(db.read, holder)]);
    return {
      cards: cards.map((card) => ({
        ...card,
        bankName: bankName(card.bankCode, language),
        regionName: (regionPath(card.regionCode ?? '', language) ?? []).map(({ name }) => name).join(' '),
        cardMasked: card.numberMasked,
      })),
      verifiedName: passed?.details.idCardName ?? null,
      verifiedCompany: passed?.details.registeredName ?? null,
      editable: own,
    };
  },

  async bindCard(context, input) {
    const { db, session, clock } = context;
    const holder = ownHolder(session);
    const { cardNumber: number, bankRegionCode: regionCode = null, password, code, ...card } = input;
    if (!isBank(card.bankCode)) throw invalidField('bankCode', 'onboarding:error.unknownBank');
    if (regionCode && !isRegionCode(regionCode))
      throw invalidField('bankRegionCode', 'kit:validation.region');
    const problem = accountProblem(card.accountType, number);
    if (problem) throw invalidField('cardNumber', problem);
    assertVerifiedName(await findPassed(db.read, holder), card);
    const codeId = await provePerson(context, { password, code }, 'card');
    return db.transaction(async (tx) => {
      await spendCode(tx, codeId, clock.now());
      await lockDraft(tx, holder, session.userId, clock.now());
      assertVerifiedName(await findPassed(tx, holder), card);
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
      await tellCardsChanged(tx, holder);
      return { id };
    });
  },

  async chooseDefaultCard(context, { id }) {
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
      await tellCardsChanged(tx, holder);
    });
  },

  async unbindCards(context, { ids }) {
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
      await tellCardsChanged(tx, holder);
    });
  },
};
