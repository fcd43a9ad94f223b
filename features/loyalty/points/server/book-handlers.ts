import { type Context, type Handlers, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { booksContract } from '../contract/books.ts';
import { pageHoldings, pageMovements, soonAt } from './book-queries.ts';
import { readOverview } from './overview.ts';
import { readRule } from './rule-queries.ts';

/** What a movement is called; what a later feature brings and nobody named says whether it came or went. */
export function whatOf(context: Pick<Context, 'services' | 'language'>) {
  const say = sayFor(context);
  const { services, language } = context;
  return (kind: string, amount: number): string => {
    const way = amount < 0 ? 'out' : 'in';
    const key = `points:kind.${way}.${kind}`;
    return say(services.texts.has(language, key) ? key : `points:kind.${way}.other`);
  };
}

export const bookHandlers: Handlers<typeof booksContract> = {
  readPointsOverview: ({ db, session, clock }) =>
    readOverview(db.read, session.scope, session.tenantId, clock.now()),

  async listHoldings({ db, session, clock }, input) {
    const { noticeDays } = await readRule(db.read, session.tenantId);
    return pageHoldings(db.read, session.scope, input, soonAt(clock.now(), noticeDays));
  },

  async listMovements(context, input) {
    const what = whatOf(context);
    const page = await pageMovements(context.db.read, context.session.scope, input);
    return mapPage(page, ({ kind, ...row }) => ({ ...row, what: what(kind, row.amount) }));
  },
};
