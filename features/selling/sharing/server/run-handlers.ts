import { and, inArray } from 'drizzle-orm';
import { siteNames } from '#features/base/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { addDays } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { rows } from '#kit/server/tables.ts';
import type { runsContract } from '../contract/runs.ts';
import { sharingChanged } from '../contract/shared.ts';
import { debtCauseOf } from '../rules/debt-rules.ts';
import { periodText } from '../rules/periods.ts';
import { shareLines } from '../tables.ts';
import { payLines } from './pay-lines.ts';
import { merchantScope, wholeMerchant } from './reach.ts';
import { pageDebts, pageRuns, sumsOf } from './run-queries.ts';
import { runSite } from './run-site.ts';
import { findRule } from './share-queries.ts';

export const runHandlers: Handlers<Omit<typeof runsContract, 'listLines'>> = {
  async listRuns(context, input) {
    const scope = merchantScope(context);
    const page = await pageRuns(context.db.read, scope, input);
    const sums = await sumsOf(
      context.db.read,
      scope,
      page.records.map(({ id }) => id),
    );
    return mapPage(page, (row) => {
      const toDay = addDays(row.toDay, -1);
      return { ...row, toDay, period: periodText(row.fromDay, toDay), ...sums(row.id) };
    });
  },

  async listDebts(context, input) {
    const page = await pageDebts(context.db.read, wholeMerchant(context), input);
    return mapPage(page, (row) => ({
      ...row,
      state: row.openFen > 0 ? ('open' as const) : ('cleared' as const),
      cause: debtCauseOf(row.reason),
    }));
  },

  async runNow(context, { fieldId }) {
    const scope = merchantScope(context);
    const rule = await findRule(context.db.read, scope, fieldId);
    if (!rule) throw missing('sharing:error.noRule');
    const result = await runSite(context.services, rule, { open: true, retry: true });
    await context.db.transaction(async (tx) => {
      const name = (await siteNames(tx, scope, [fieldId])).get(fieldId) ?? '';
      await audit(tx, context, {
        action: 'sharing.runNow',
        entity: 'shareRule',
        entityId: fieldId,
        siteId: fieldId,
        label: name,
        after: { ...result },
      });
    });
    return result;
  },

  retryLines: (context, input) =>
    context.db.transaction(async (tx) => {
      const scope = merchantScope(context);
      const line = rows(scope, shareLines);
      const found = await tx
        .select({ id: line.id })
        .from(line)
        .where(and(inArray(line.id, input.ids), inArray(line.state, ['failed', 'due'])));
      if (found.length === 0) throw missing('sharing:error.nothingToRetry');
      const ids = found.map(({ id }) => id);
      const result = await payLines(tx, context.services, scope.tenantId, ids);
      await audit(tx, context, {
        action: 'sharing.retry',
        entity: 'shareRule',
        entityId: scope.tenantId,
        label: context.session.name,
        after: { lines: ids.length, paidFen: result.paidFen, failed: result.failed },
      });
      await emit(tx, tenantTopic(scope.tenantId), sharingChanged);
      return { paid: ids.length - result.failed, failed: result.failed };
    }),
};
