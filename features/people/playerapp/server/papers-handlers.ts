import type { OwnDataKeeper } from '#features/base/players/server/public.ts';
import { bankOfCard, isCardNumber } from '#features/money/onboarding/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Context, Handlers } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { findOwn, insertOwn, removeOwn } from '#kit/server/player-tables.ts';
import { playerScope } from '#kit/server/scope.ts';
import { maskDigits, openText, sealText } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import type { profileContract } from '../contract/profile.ts';
import { playerCards, playerIdentities } from '../tables.ts';
import { findPayPassword } from './pay-password-queries.ts';
import { proveWherePassword } from './prove-pay-password.ts';
import { takeScan } from './take-scan.ts';

const cardPurpose = (playerId: string) => `player bank card ${playerId}`;
const identityPurpose = (playerId: string) => `player identity ${playerId}`;

type Reading = Pick<Context, 'db'>['db']['read'] | Tx;

/** Both in full, for who pays a refund. */
async function openPapers(reader: Reading, { secrets }: Pick<Services, 'secrets'>, playerId: string) {
  const scope = playerScope(playerId);
  const [[card], [identity]] = await Promise.all([
    findOwn(reader, scope, playerCards, {}),
    findOwn(reader, scope, playerIdentities, {}),
  ]);
  return {
    card: card
      ? {
          holderName: card.holderName,
          bankName: card.bankName,
          number: openText(secrets, card.numberSealed, cardPurpose(playerId)),
        }
      : null,
    identity: identity
      ? {
          name: identity.name,
          number: openText(secrets, identity.numberSealed, identityPurpose(playerId)),
        }
      : null,
  };
}

/** In the file the player takes along the numbers are masked: a file is lost more easily than a phone. */
export const papersOwnData: OwnDataKeeper = {
  name: 'papers',
  async read(reader, playerId) {
    const scope = playerScope(playerId);
    const cards = await findOwn(reader, scope, playerCards, {});
    const identities = await findOwn(reader, scope, playerIdentities, {});
    return [
      ...cards.map(({ holderName, bankName, numberMasked: number }) => ({
        bankCard: { holderName, bankName, number },
      })),
      ...identities.map(({ name, numberMasked: number }) => ({ identity: { name, number } })),
    ];
  },
  async forget(tx, playerId) {
    await removeOwn(tx, playerScope(playerId), playerCards, {});
    await removeOwn(tx, playerScope(playerId), playerIdentities, {});
  },
};

/** Who has papers that staff may ask to see. */
export async function hasPapers(reader: Reading, playerId: string): Promise<boolean> {
  const scope = playerScope(playerId);
  const found = await Promise.all([
    findOwn(reader, scope, playerCards, {}),
    findOwn(reader, scope, playerIdentities, {}),
  ]);
  return found.some((rows) => rows.length > 0);
}

type Calls = Omit<
  typeof profileContract,
  'sendNewPhoneCode' | 'changePhone' | 'uploadOwnPhoto' | 'readPlayerPhoto'
>;

export const papersHandlers: Handlers<Calls> = {
  async readOwnCard({ db, session }) {
    const [[card], password] = await Promise.all([
      findOwn(db.read, session.scope, playerCards, {}),
      findPayPassword(db.read, session.scope),
    ]);
    return { card: card ?? null, needsPassword: password !== undefined };
  },

  async saveOwnCard(context, { holderName, number: typed, password }) {
    const { db, services, session, clock, language } = context;
    const number = typed.replace(/[\s-]/g, '');
    if (!isCardNumber(number)) throw invalidField('number', 'playerapp:error.cardNumber');
    await proveWherePassword(context, password);
    await db.transaction(async (tx) => {
      await removeOwn(tx, session.scope, playerCards, {});
      await insertOwn(tx, session.scope, playerCards, {
        changedAt: clock.now(),
        holderName,
        bankName: bankOfCard(number, language) ?? '',
        numberMasked: maskDigits(number, 4, 4),
        numberSealed: sealText(services.secrets, number, cardPurpose(session.playerId)),
      });
    });
  },

  async removeOwnCard({ db, session }) {
    await db.transaction((tx) => removeOwn(tx, session.scope, playerCards, {}));
  },

  async readIdentity({ db, session }) {
    const [[identity], password] = await Promise.all([
      findOwn(db.read, session.scope, playerIdentities, {}),
      findPayPassword(db.read, session.scope),
    ]);
    return { identity: identity ?? null, needsPassword: password !== undefined };
  },

  async saveIdentity(context, { name, number, password }) {
    const { db, services, session, clock } = context;
    await proveWherePassword(context, password);
    const written = number.toUpperCase();
    await db.transaction(async (tx) => {
      await removeOwn(tx, session.scope, playerIdentities, {});
      await insertOwn(tx, session.scope, playerIdentities, {
        changedAt: clock.now(),
        name,
        numberMasked: maskDigits(written, 3, 2),
        numberSealed: sealText(services.secrets, written, identityPurpose(session.playerId)),
      });
    });
  },

  async removeIdentity({ db, session }) {
    await db.transaction((tx) => removeOwn(tx, session.scope, playerIdentities, {}));
  },

  /** The member stands there and has shown the code; the log says who looked, and why. */
  lookAtPapers: (context, { code, reason }) =>
    context.db.transaction(async (tx) => {
      const { player } = await takeScan(tx, context, code);
      await audit(tx, context, {
        action: 'playerapp.lookAtPapers',
        entity: 'player',
        entityId: player.id,
        label: player.name,
        after: { reason },
      });
      return openPapers(tx, context.services, player.id);
    }),
};
