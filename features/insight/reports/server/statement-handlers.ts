import { assertSites, siteHours } from '#features/base/sites/server/public.ts';
import { printableLogo } from '#features/base/uploads/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { newSecret } from '#kit/kernel/ids.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { add, change, subjectOf } from '#kit/server/change.ts';
import { type Context, type Handlers, type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { keyedHash } from '#kit/server/keyed-code.ts';
import { siteTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { linksChanged, mostStatementDays, type statementsContract } from '../contract/statements.ts';
import { lengthOf } from '../rules/period-rules.ts';
import { statementLinks } from '../tables.ts';
import { lastDayOf } from './link-giver.ts';
import { readStatement } from './read-statement.ts';
import { countOpening, findLink, type LinkRow, pageLinks, stateOf } from './statement-link-queries.ts';
import { statementPdf } from './statement-pdf.ts';

const link = subjectOf(statementLinks, {
  entity: 'statementLink',
  label: ({ fromDay, toDay, remark }) => `${fromDay} – ${toDay} ${remark}`.trim(),
  unlogged: ['tokenHash', 'userId', 'givenAt', 'opened', 'lastOpenedAt'],
  tells: ({ tenantId, siteId }) => [told(siteTopic(tenantId, siteId), linksChanged, {})],
});

/** Keyed, so that a copy of the table opens nothing. */
const hashOf = (secrets: Secrets, token: string): string =>
  keyedHash(secrets.tokenSecret, `coinyard statement ${token}`);

const pathOf = (token: string) => `/site_statement#${token}`;

/**
 * A link that is unknown, withdrawn, too old, or whose giver may no longer: one and the same answer, so that nobody learns
 * which.
 */
async function openLink(reader: Reader, { services, clock }: Context, token: string): Promise<LinkRow> {
  const found = await findLink(reader, hashOf(services.secrets, token));
  const isOpen = found && stateOf(found, clock.now()) === 'open';
  const toDay = isOpen && (await lastDayOf(reader, services, found));
  if (!toDay) throw missing('reports:error.noStatement');
  return { ...found, toDay };
}

/** Nobody can give a link to days that are still to come. */
async function assertUntilToday(
  { db, session, clock }: StaffContext,
  siteId: string,
  day: string,
): Promise<void> {
  const site = (await siteHours(db.read, session.scope, [siteId])).get(siteId);
  if (site && day > siteDay(site, clock.now())) throw invalidField('to', 'reports:error.afterToday');
}

const validUntil = (now: Date, days: number) => new Date(now.getTime() + days * dayMs);

export const statementHandlers: Handlers<typeof statementsContract> = {
  async makeStatementLink(context, { fieldId, from, to, validDays, remark }) {
    const { session, services, clock } = context;
    const length = lengthOf({ from, to });
    if (length < 1) throw invalidField('to', 'reports:error.endBeforeStart');
    if (length > mostStatementDays)
      throw invalidField('to', 'reports:error.tooManyDays', { days: mostStatementDays });
    await assertSites(context.db.read, session.scope, [fieldId]);
    await assertUntilToday(context, fieldId, to);
    const token = newSecret();
    const made = await add(
      context,
      link,
      { action: 'reports.makeLink' },
      {
        createdAt: clock.now(),
        siteId: fieldId,
        fromDay: from,
        toDay: to,
        remark: remark ?? '',
        userId: session.userId,
        userName: session.name,
        tokenHash: hashOf(services.secrets, token),
        expiresAt: validUntil(clock.now(), validDays),
        givenAt: clock.now(),
      },
    );
    return { id: made.id, path: pathOf(token), expiresAt: made.expiresAt };
  },

  async listStatementLinks({ db, session, services, clock }, input) {
    const now = clock.now();
    const page = await pageLinks(db.read, session.scope, input, now);
    const ended = new Set<string>();
    for (const row of page.records)
      if (stateOf(row, now) === 'open' && !(await lastDayOf(db.read, services, row))) ended.add(row.id);
    return mapPage(page, (row) => ({
      ...row,
      state: ended.has(row.id) ? ('ended' as const) : stateOf(row, now),
    }));
  },

  withdrawStatementLink: (context, { id }) =>
    change(context, link, { id, action: 'reports.withdrawLink' }, ({ withdrawnAt }) =>
      withdrawnAt ? undefined : { withdrawnAt: context.clock.now() },
    ),

  async renewStatementLink(context, { id, validDays }) {
    const { services, session, clock } = context;
    const token = newSecret();
    // who renews it answers for it
    const renewed = await change(context, link, { id, action: 'reports.renewLink' }, () => ({
      tokenHash: hashOf(services.secrets, token),
      expiresAt: validUntil(clock.now(), validDays),
      givenAt: clock.now(),
      userId: session.userId,
      userName: session.name,
      withdrawnAt: null,
    }));
    return { id, path: pathOf(token), expiresAt: renewed.expiresAt };
  },

  async readStatement(context, { token }) {
    const now = context.clock.now();
    const opened = await context.db.transaction(async (tx) => {
      const found = await openLink(tx, context, token);
      await countOpening(tx, found, now);
      return found;
    });
    context.reply.header('x-robots-tag', 'none').header('cache-control', 'no-store');
    return readStatement(context.db.read, opened, now);
  },

  async printStatement(context, { token }) {
    const opened = await openLink(context.db.read, context, token);
    const statement = await readStatement(context.db.read, opened, context.clock.now());
    const logo = await printableLogo(context.services, statement.logo);
    const pdf = await statementPdf(statement, logo, sayFor(context));
    context.reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="statement-${statement.from}-${statement.to}.pdf"`)
      .header('x-robots-tag', 'none')
      .header('cache-control', 'no-store')
      .send(pdf);
  },
};
