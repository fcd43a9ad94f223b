import { tenantNames } from '#features/base/accounts/server/public.ts';
import { type Handler, type Handlers, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { statisticsContract } from '../contract/statistics.ts';
import { figuresOf, nothing } from '../rules/business-figures.ts';
import { allDays } from '../rules/period-rules.ts';
import { asked, type PlaceInput, placesAsked, reachOf } from './asked-days.ts';
import { pageEntries, sumEntries } from './entry-queries.ts';
import { isPlace, named, pageLines, readContributions } from './figure-lines.ts';
import { incomeBy, readHeat, tallyBy, tallySources } from './read-tallies.ts';
import { statisticsPdf } from './statistics-pdf.ts';

/** One site is looked at by its machines, several by their sites. */
const finerThan = ({ fieldId, equipmentId, type }: PlaceInput): 'device' | 'site' =>
  fieldId || equipmentId || type ? 'device' : 'site';

type Calls = typeof statisticsContract;

const readSummary: Handler<Calls['readSummary']> = async (context, input) => {
  const reach = reachOf(context);
  const { read, scope } = reach;
  const { now, before, days, daysBefore } = await asked(reach, input, context.clock.now());
  const [tally, tallyBefore, sources, why] = await Promise.all([
    tallyBy(read, scope, now, 'all'),
    tallyBy(read, scope, before, 'all'),
    tallySources(read, scope, now),
    readContributions(reach, now, before, finerThan(input)),
  ]);
  return {
    period: days,
    before: daysBefore,
    figures: figuresOf(tally.get('') ?? nothing()),
    figuresBefore: figuresOf(tallyBefore.get('') ?? nothing()),
    sources,
    ...why,
  };
};

const listFigures: Handler<Calls['listFigures']> = async (context, input) => {
  const reach = reachOf(context);
  const { now, before } = await asked(reach, input, context.clock.now());
  const { by, current, size, order = 'desc' } = input;
  const sort = input.sort ?? (isPlace(by) ? 'incomeFen' : 'period');
  const page = await pageLines(reach, { now, before }, by, { current, size, sort, order });
  return { ...page, records: await named(reach, page.records, by) };
};

/** As many rows as people read on paper; the file for a spreadsheet has all. */
const mostPrinted = 200;

export const statisticsHandlers: Handlers<Calls> = {
  readSummary,
  listFigures,

  async printStatistics(context, { by, ...filters }) {
    const [summary, rows, names] = await Promise.all([
      readSummary(context, filters),
      listFigures(context, { ...filters, by, current: 1, size: mostPrinted }),
      tenantNames(context.db.read, [context.session.tenantId]),
    ]);
    const merchant = names.get(context.session.tenantId) ?? '';
    const pdf = await statisticsPdf(merchant, summary, rows, by, sayFor(context));
    const { from, to } = summary.period;
    context.reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="statistics-${from}-${to}.pdf"`)
      .send(pdf);
  },

  async readTrend(context, input) {
    const reach = reachOf(context);
    const { read, scope } = reach;
    const { now, before, days, daysBefore } = await asked(reach, input, context.clock.now());
    const finer = finerThan(input);
    const other = placesAsked({ fieldId: input.otherFieldId, equipmentId: input.otherEquipmentId });
    const compares = input.otherFieldId !== undefined || input.otherEquipmentId !== undefined;
    const [ofDays, ofDaysBefore, ofOther, sources, ranking, hours] = await Promise.all([
      tallyBy(read, scope, now, 'day'),
      incomeBy(read, scope, before, 'day'),
      compares ? incomeBy(read, scope, { ...days, ...other }, 'day') : undefined,
      tallySources(read, scope, now),
      pageLines(reach, { now }, finer, { current: 1, size: input.most, sort: 'incomeFen', order: 'desc' }),
      readHeat(read, scope, now),
    ]);
    const earlier = allDays(daysBefore);
    return {
      period: days,
      before: daysBefore,
      days: allDays(days).map((day, index) => {
        const { incomeFen, plays } = figuresOf(ofDays.get(day) ?? nothing());
        const dayBefore = earlier[index];
        return {
          day,
          incomeFen,
          plays,
          beforeFen: dayBefore ? (ofDaysBefore.get(dayBefore) ?? 0) : null,
          otherFen: ofOther ? (ofOther.get(day) ?? 0) : null,
        };
      }),
      sources,
      ranking: await named(reach, ranking.records, finer),
      hours,
    };
  },

  async listEntries(context, input) {
    const page = await pageEntries(context.db.read, context.session.scope, input);
    const say = sayFor(context);
    // an hour of cash has no order to be called after
    return mapPage(page, (entry) => ({ ...entry, title: entry.title ?? say('reports:entry.cash') }));
  },
  sumEntries: ({ db, session }, input) => sumEntries(db.read, session.scope, input),
};
