import { findPlayer } from '#features/base/players/server/public.ts';
import { levelIdsOf } from '#features/people/members/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { type Handlers, type Say, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { findOwn, putOwn } from '#kit/server/player-tables.ts';
import type { ownContract } from '../contract/own.ts';
import { rateOf } from '../rules/earn-rules.ts';
import { expiryChoices } from '../tables.ts';
import { whatOf } from './book-handlers.ts';
import { lotsSoon, pageOwnMovements, placesOf } from './own-queries.ts';
import { type RuleRow, readRates, readRule } from './rule-queries.ts';
import { expiryTextsReady } from './tell-expiring.ts';

type Calls = Pick<
  typeof ownContract,
  'readOwnPoints' | 'listOwnMovements' | 'readExpiryChoice' | 'saveExpiryChoice'
>;

/** The rule as it holds for this player at this shop, sentence by sentence. */
function rulesText(say: Say, rule: RuleRow, rateFor: (unit: 'fen' | 'coin') => number): string[] {
  const points = (unit: 'fen' | 'coin') => rateFor(unit) / 100;
  const earns = rule.activeSince !== null;
  return [
    ...(earns && points('fen') > 0 ? [say('points:rule.perYuan', { points: points('fen') })] : []),
    ...(earns && points('coin') > 0 ? [say('points:rule.perCoin', { points: points('coin') })] : []),
    rule.pointDays ? say('points:rule.days', { days: rule.pointDays }) : say('points:rule.forEver'),
    say('points:rule.refund'),
  ];
}

export const ownHandlers: Handlers<Calls> = {
  async readOwnPoints(context) {
    const { db, session, clock } = context;
    const say = sayFor(context);
    const places = await placesOf(db.read, session.scope);
    const tenantIds = [...new Set(places.map(({ merchantId }) => merchantId))];
    const terms = new Map(
      await Promise.all(
        tenantIds.map(async (tenantId) => {
          const [rule, rates, levels] = await Promise.all([
            readRule(db.read, tenantId),
            readRates(db.read, tenantId),
            levelIdsOf(db.read, tenantId, [session.playerId]),
          ]);
          return [tenantId, { rule, rates, levelId: levels.get(session.playerId) ?? null }] as const;
        }),
      ),
    );
    const days = new Map([...terms].map(([tenantId, { rule }]) => [tenantId, rule.noticeDays]));
    const soon = await lotsSoon(db.read, session.scope, clock.now(), days);
    return places.flatMap((place) => {
      const own = terms.get(place.merchantId);
      if (!own) return [];
      const { rule, rates, levelId } = own;
      return [
        {
          ...place,
          expiring: soon.filter(
            ({ tenantId, siteId }) => tenantId === place.merchantId && siteId === place.fieldId,
          ),
          rules: rulesText(say, rule, (unit) =>
            rateOf(rule, rates, { unit, siteId: place.fieldId, levelId }),
          ),
        },
      ];
    });
  },

  async readExpiryChoice({ db, session, services }) {
    const [[choice], player] = await Promise.all([
      findOwn(db.read, session.scope, expiryChoices, {}),
      findPlayer(db.read, session.playerId),
    ]);
    return {
      told: choice?.told ?? false,
      hasPhone: Boolean(player?.phone),
      available: expiryTextsReady(services),
    };
  },

  async saveExpiryChoice({ db, session }, { told }) {
    const player = await findPlayer(db.read, session.playerId);
    if (told && !player?.phone) throw invalid('points:error.needsPhone');
    await db.transaction((tx) => putOwn(tx, session.scope, expiryChoices, { told }));
  },

  async listOwnMovements(context, input) {
    const what = whatOf(context);
    const page = await pageOwnMovements(context.db.read, context.session.scope, input);
    return mapPage(page, ({ kind, ...row }) => ({ ...row, what: what(kind, row.amount) }));
  },
};
