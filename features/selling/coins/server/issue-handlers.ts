import { findVisitorsByPhone } from '#features/base/players/server/public.ts';
import { assertSites } from '#features/base/sites/server/public.ts';
import { vendingContract } from '#features/machines/vending/contract.ts';
import { assertNotLimited } from '#features/money/allowance/server/public.ts';
import { playerAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { issueLimitChanged } from '../contract/events.ts';
import type { issueContract } from '../contract/issue.ts';
import { dispenseCoins, issueFromMachine, issueToMember } from './issue-coins.ts';
import { pageIssues, readLimit, readListedIssue, writeLimit } from './issue-queries.ts';
import { toIssue } from './issue-records.ts';
import { leftInCoins, usualLimit } from './limit-issues.ts';

export const issueHandlers: Handlers<typeof issueContract> = {
  issueToMember,

  issueFromMachine,

  dispenseCoins,

  readIssueAllowance: leftInCoins,

  readIssueLimit: async ({ db, session }) => (await readLimit(db.read, session.tenantId)) ?? usualLimit,

  async saveIssueLimit(context, after) {
    const { tenantId } = context.session;
    await context.db.transaction(async (tx) => {
      await assertNotLimited(tx, context, [vendingContract.testLane.access]);
      const before = (await readLimit(tx, tenantId)) ?? usualLimit;
      await writeLimit(tx, tenantId, after);
      await audit(tx, context, {
        action: 'coins.saveLimit',
        entity: 'coinIssueLimit',
        entityId: tenantId,
        label: '',
        before: { ...before },
        after,
      });
      await emit(tx, tenantTopic(tenantId), issueLimitChanged, {});
    });
  },

  async findMembers({ db, session, services }, { phone, fieldId }) {
    await assertSites(db.read, session.scope, [fieldId]);
    const players = await findVisitorsByPhone(services, db.read, session.tenantId, phone);
    const balances = await readBalances(
      db.read,
      players.flatMap(({ id }) =>
        (['coin', 'ticket'] as const).map((unit) => playerAccount(session.tenantId, id, fieldId, unit)),
      ),
    );
    return players.map(({ id, name, photo, platform }, index) => ({
      playerId: id,
      name,
      photo,
      platform,
      coins: balances[index * 2]?.available ?? 0,
      tickets: balances[index * 2 + 1]?.available ?? 0,
    }));
  },

  async listIssues(context, input) {
    const page = await pageIssues(context.db.read, context.session.scope, input);
    return mapPage(page, (row) => toIssue(context, row));
  },

  async readIssue(context, { id }) {
    const found = await readListedIssue(context.db.read, context.session.scope, id);
    if (!found) throw missing();
    return toIssue(context, found);
  },
};
