import { eq } from 'drizzle-orm';
import { onFranchiseeLeaving } from '#features/base/partners/server/public.ts';
import { isProductOpen } from '#features/money/onboarding/server/public.ts';
import { onPayments } from '#features/money/payments/server/public.ts';
import { onOrders } from '#features/selling/orders/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import type { JobDeclaration } from '#kit/server/jobs.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { startPump } from '#kit/server/pump.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import { sharingChanged } from '../contract/shared.ts';
import { sharingFeature } from '../feature.ts';
import { shareRules } from '../tables.ts';
import { agentShareHandlers } from './agent-share-handlers.ts';
import { assertSharesEnded } from './assert-shares-ended.ts';
import { sharingChecks } from './checks.ts';
import { accountsToReturn, giveBack } from './give-back.ts';
import { lineHandlers } from './line-handlers.ts';
import { previewRule } from './preview-handlers.ts';
import {
  listCandidates,
  listReceivers,
  readReceiver,
  registerReceiver,
  removeReceivers,
  saveReceiver,
} from './receiver-handlers.ts';
import { markForRecheck, takeForRecheck } from './recheck-orders.ts';
import { registerWaiting } from './register-at-wechat.ts';
import { releaseIdle } from './release-payments.ts';
import { endRule, listRules, readRule, saveVersion, setSchedule, withdrawVersion } from './rule-handlers.ts';
import { runHandlers } from './run-handlers.ts';
import { isDue, runSite } from './run-site.ts';
import { settleReceiver } from './settlement-handlers.ts';
import { shareAgentFees } from './share-agent-fees.ts';
import { findVersions } from './share-queries.ts';
import { listOwnReceivers, printStatement, readStatement } from './statement-handlers.ts';
import { endWechatReturn, endWechatShare, lockLinesById } from './wechat-ended.ts';
import { sharesByWechat } from './wechat-sites.ts';
import { rentsChannel, writeRents } from './write-rents.ts';

/** One site that can not be shared does not keep the others waiting. */
async function runDue(services: Services): Promise<void> {
  const rule = rows(platformScope, shareRules);
  const active = await services.db.read.select().from(rule).where(eq(rule.paused, false));
  const versions = await findVersions(
    services.db.read,
    platformScope,
    active.map(({ siteId }) => siteId),
  );
  for (const site of active) {
    if (!isDue(site, versions.get(site.siteId) ?? [], services.clock.now())) continue;
    try {
      await runSite(services, site, { open: site.schedule === 'order', retry: false });
    } catch (error) {
      services.log.error({ err: error, siteId: site.siteId }, 'sharing of a site failed');
    }
  }
}

const jobs: JobDeclaration[] = [
  { name: 'sharing.run', cron: '* * * * *', run: runDue },
  { name: 'sharing.release-idle', cron: '*/5 * * * *', run: releaseIdle },
  { name: 'sharing.register-receivers', cron: '*/5 * * * *', run: registerWaiting },
  // half past one at night where the machines stand
  { name: 'sharing.agent-fees', cron: '30 17 * * *', run: shareAgentFees },
];

export default serveFeature(sharingFeature, {
  checks: sharingChecks,
  jobs,
  async ready(services) {
    const { db, log } = services;
    const pump = await startPump({
      db,
      channel: rentsChannel,
      // a rule says so at once; a machine that was moved, and a day that begins, are seen with the next look
      lookAgainMs: 10_000,
      turn: () => writeRents(services),
      onError: (error) => log.error({ err: error }, 'rents'),
    });
    return () => pump.stop();
  },
  handlers: {
    listReceivers,
    readReceiver,
    listCandidates,
    saveReceiver,
    removeReceivers,
    registerReceiver,
    settleReceiver,
    listOwnReceivers,
    listRules,
    readRule,
    previewRule,
    saveVersion,
    endRule,
    withdrawVersion,
    setSchedule,
    ...runHandlers,
    ...lineHandlers,
    readStatement,
    printStatement,
    ...agentShareHandlers,
  },
  async start(services) {
    onOrders(services, {
      settlingAgain: (tx, order) => takeForRecheck(tx, order.tenantId, order.id),
      // the first delivery is for a run to find; a later one adds to an order that may have been shared
      settled: async (tx, order) => {
        if (order.attempts > 1) await markForRecheck(tx, order.tenantId, order.id);
      },
      refundAccounts: accountsToReturn,
      refunding: (tx, order, refund) => giveBack(tx, services, order, refund),
      wantsProfitSharing: async (reader, order) =>
        (await sharesByWechat(reader, order, services.clock.now())) &&
        (await isProductOpen(reader, services, order.tenantId, 'sharing')),
    });
    onFranchiseeLeaving(services, assertSharesEnded);
    onPayments(services, {
      moving: async (tx, { tenantId, subject, why }) => {
        if (why === 'refundFailed' && subject.kind === 'order')
          await takeForRecheck(tx, tenantId, subject.id);
        return [];
      },
      sharesMoving: async (tx, { tenantId, receiverKeys }) => {
        await lockLinesById(tx, tenantId, receiverKeys);
      },
      refundEnded: async (tx, refund) => {
        if (refund.state === 'failed' && refund.subject.kind === 'order')
          await markForRecheck(tx, refund.tenantId, refund.subject.id);
      },
      shareEnded: (tx, share) => endWechatShare(tx, services, share),
      shareReturned: (tx, back) => endWechatReturn(tx, services, back),
      released: (tx, { tenantId }) => emit(tx, tenantTopic(tenantId), sharingChanged),
    });
  },
});
