import { findPlayer } from '#features/base/players/server/public.ts';
import { hasMoneyAt } from '#features/money/wallet/server/public.ts';
import { unauthorized } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import { reaches } from '#kit/server/scope.ts';
import type { memberCodeContract } from '../contract/member-code.ts';
import { toCharge } from './charge-handlers.ts';
import { findChargeOfCode } from './charge-queries.ts';
import { endOf, memberCode, startOf, stepAt } from './member-code.ts';
import { namesOf, readPurses, siteOf } from './money-queries.ts';
import { hasPapers } from './papers-handlers.ts';
import { takeScan } from './take-scan.ts';

/** The present code and those of the next minutes, for a phone whose network comes and goes. */
const codesAhead = 4;

export const memberCodeHandlers: Handlers<typeof memberCodeContract> = {
  async readMemberCodes({ db, session, services, clock }) {
    const player = await findPlayer(db.read, session.playerId);
    if (!player) throw unauthorized();
    const now = clock.now();
    const first = stepAt(now);
    return {
      codes: Array.from({ length: codesAhead }, (_, place) => ({
        code: memberCode(services.secrets, player, first + place),
        startsInMs: startOf(first + place) - now.getTime(),
        endsInMs: endOf(first + place) - now.getTime(),
      })),
    };
  },

  async identifyMember(context, { code }) {
    const { tenantId, scope } = context.session;
    const { player, scan, charge, papers } = await context.db.transaction(async (tx) => {
      const taken = await takeScan(tx, context, code);
      return {
        ...taken,
        charge: await findChargeOfCode(tx, taken.scan),
        papers: await hasPapers(tx, taken.player.id),
      };
    });
    const purses = (await readPurses(context.db.read, player.id)).flatMap((purse) => {
      // a site where somebody has points alone has nothing to say of money and coins
      const siteId = purse.unit === 'fen' || purse.unit === 'coin' ? siteOf(purse.purpose) : null;
      return siteId && reaches(scope, { tenantId: purse.tenantId, siteId }) && purse.tenantId === tenantId
        ? [{ ...purse, siteId }]
        : [];
    });
    const siteIds = scope.kind === 'tenant' ? scope.siteIds : null;
    const [{ sites }, chargeable] = await Promise.all([
      namesOf(context.db.read, purses),
      hasMoneyAt(context.db.read, { tenantId, playerId: player.id, siteIds }),
    ]);
    const sum = (of: typeof purses, unit: 'fen' | 'coin') =>
      of
        .filter((purse) => purse.unit === unit)
        .reduce((total, { balance, held }) => total + balance - held, 0);
    return {
      playerId: player.id,
      playerName: player.name,
      phone: player.phone,
      platform: player.platform,
      scannedAt: scan.scannedAt,
      papers,
      charge: charge ? toCharge(charge, context.clock.now()) : null,
      chargeable,
      balanceFen: sum(purses, 'fen'),
      unit: 'coin' as const,
      coins: sum(purses, 'coin'),
      fields: [...Map.groupBy(purses, ({ siteId }) => siteId)].map(([siteId, there]) => ({
        fieldId: siteId,
        fieldName: sites.get(siteId) ?? null,
        balanceFen: sum(there, 'fen'),
        unit: 'coin' as const,
        coins: sum(there, 'coin'),
      })),
    };
  },
};
