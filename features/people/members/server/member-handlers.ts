import { holdingsOf, holdingsOfAll } from '#features/money/wallet/server/public.ts';
import { openDay } from '#features/selling/figures/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { maskPhone } from '#kit/kernel/masked.ts';
import { changeMany, changeRows, subjectOf } from '#kit/server/change.ts';
import { type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import { siteTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { type MemberRecord, type memberCalls, memberChanged, mostTags } from '../contract/members.ts';
import { segmentOf } from '../rules/segments.ts';
import { mondayOf, mondaysUntil } from '../rules/weeks.ts';
import { members } from '../tables.ts';
import {
  countMembers,
  findMember,
  findMembers,
  type JoinedMember,
  joinedByWeek,
  pageMembers,
  placesOf,
  tagCounts,
} from './member-queries.ts';
import { sumWaiting } from './old-player-queries.ts';
import { visitDaysOf } from './visit-days.ts';

const nothing = { balanceFen: 0, coins: 0, points: 0 };
type Holding = typeof nothing;

const sumOf = (list: readonly Holding[]): Holding =>
  list.reduce(
    (sum, { balanceFen, coins, points }) => ({
      balanceFen: sum.balanceFen + balanceFen,
      coins: sum.coins + coins,
      points: sum.points + points,
    }),
    nothing,
  );

/** The sites whose accounts somebody may see; null: all. */
const sitesOf = ({ session: { scope } }: StaffContext, fieldId?: string): readonly string[] | null => {
  const own = scope.kind === 'tenant' ? scope.siteIds : null;
  if (!fieldId) return own;
  return own === null || own.includes(fieldId) ? [fieldId] : [];
};

/** Some platforms tell no name. */
const nameOf = (context: StaffContext, { playerName, phone }: JoinedMember): string =>
  playerName || (phone ? maskPhone(phone) : sayFor(context)('members:unnamed'));

const toMember = (context: StaffContext, row: JoinedMember, holding: Holding): MemberRecord => ({
  ...row,
  playerName: nameOf(context, row),
  phone: row.phone,
  firstVisitAt: row.firstVisitAt?.toISOString() ?? null,
  lastVisitAt: row.lastVisitAt?.toISOString() ?? null,
  segment: segmentOf(row, context.clock.now()),
  ...holding,
});

const shownWeeks = 26;
const growthWeeks = 12;

/** Notes and tags are the merchant's own words about somebody; the log names who it is. */
const subjectFor = (names: ReadonlyMap<string, string>, siteIds: readonly string[] | null) =>
  subjectOf(members, {
    entity: 'member',
    label: ({ id }) => names.get(id) ?? '',
    unlogged: ['firstVisitAt', 'lastVisitAt', 'visits', 'paidFen', 'topUpFen', 'createdAt'],
    tells: ({ tenantId }) => [told(siteTopic(tenantId, ...(siteIds ?? [])), memberChanged, {})],
  });

const withoutRepeats = (tags: readonly string[]) => [...new Set(tags)];

export const memberHandlers: Handlers<typeof memberCalls> = {
  async listMembers(context, input) {
    const { db, session, clock } = context;
    const page = await pageMembers(db.read, session.scope, input, clock.now());
    const held = await holdingsOf(db.read, {
      tenantId: session.tenantId,
      siteIds: sitesOf(context, input.fieldId),
      playerIds: page.records.map(({ playerId }) => playerId),
    });
    const byPlayer = Map.groupBy(held, ({ playerId }) => playerId);
    return mapPage(page, (row) => toMember(context, row, sumOf(byPlayer.get(row.playerId) ?? [])));
  },

  async readMember(context, { playerId }) {
    const { db, session } = context;
    const { scope, tenantId } = session;
    const row = await findMember(db.read, scope, playerId);
    if (!row) throw missing();
    const siteIds = sitesOf(context);
    const [held, places, days, today] = await Promise.all([
      holdingsOf(db.read, { tenantId, siteIds, playerIds: [playerId] }),
      placesOf(db.read, scope, playerId),
      visitDaysOf(db.read, tenantId, [playerId]),
      openDay(context),
    ]);
    const seen = days.filter(({ siteId }) => siteIds === null || siteIds.includes(siteId));
    const byWeek = Map.groupBy(seen, ({ day }) => mondayOf(day));
    return {
      ...toMember(context, row, sumOf(held)),
      note: row.note,
      places: places.map((place) => {
        const there = held.find(({ siteId }) => siteId === place.fieldId) ?? nothing;
        return { ...there, ...place, held: sayFor(context)('kit:pieces.coin', { count: there.coins }) };
      }),
      weeks: mondaysUntil(today, shownWeeks).map((day) => {
        const own = byWeek.get(day) ?? [];
        return {
          day,
          visits: new Set(own.map((one) => `${one.siteId} ${one.day}`)).size,
          paidFen: own.reduce((sum, { paidFen }) => sum + paidFen, 0),
        };
      }),
    };
  },

  async saveMember(context, { playerId, note, tags }) {
    const found = await findMember(context.db.read, context.session.scope, playerId);
    if (!found) throw missing();
    const subject = subjectFor(new Map([[playerId, nameOf(context, found)]]), sitesOf(context));
    await changeMany(context, subject, { ids: [playerId], action: 'members.change' }, () => ({
      note,
      tags: withoutRepeats(tags),
    }));
  },

  async tagMembers(context, { ids, tag, remove }) {
    const reached = await findMembers(context.db.read, context.session.scope, ids);
    if (reached.length < new Set(ids).size) throw missing();
    const names = new Map(reached.map((row) => [row.playerId, nameOf(context, row)]));
    let changed = 0;
    await context.db.transaction((tx) =>
      changeRows(
        tx,
        context,
        subjectFor(names, sitesOf(context)),
        { ids, action: 'members.tag' },
        ({ tags }) => {
          const isThere = tags.includes(tag);
          if (isThere !== remove || (!remove && tags.length >= mostTags)) return undefined;
          changed += 1;
          return { tags: remove ? tags.filter((one) => one !== tag) : [...tags, tag] };
        },
      ),
    );
    return { changed };
  },

  listTags: ({ db, session }) => tagCounts(db.read, session.scope),

  async readOverview(context) {
    const { db, session, clock } = context;
    const now = clock.now();
    const mondays = mondaysUntil(await openDay(context), growthWeeks);
    const [counts, joined, owed, unclaimed] = await Promise.all([
      countMembers(db.read, session.scope, now),
      joinedByWeek(db.read, session.scope, mondays),
      holdingsOfAll(db.read, { tenantId: session.tenantId, siteIds: sitesOf(context) }),
      sumWaiting(db.read, session.scope),
    ]);
    let members = counts.members - [...joined.values()].reduce((sum, number) => sum + number, 0);
    const growth = mondays.map((day) => {
      const number = joined.get(day) ?? 0;
      members += number;
      return { day, joined: number, members };
    });
    return { ...counts, growth, owed, unclaimed };
  },
};
