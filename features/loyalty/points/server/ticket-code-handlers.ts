import { randomBytes } from 'node:crypto';
import { tenantName } from '#features/base/accounts/server/public.ts';
import { markVisitor } from '#features/base/players/server/public.ts';
import { assertSites, siteNames } from '#features/base/sites/server/public.ts';
import { settleWorth } from '#features/money/allowance/server/public.ts';
import { readBalances } from '#features/money/ledger/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { hourMs } from '#kit/kernel/time.ts';
import { codeFrom } from '#kit/kernel/typed-code.ts';
import { audit } from '#kit/server/audit.ts';
import { changeRows, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import { keyedHash } from '#kit/server/keyed-code.ts';
import { emit, siteTopic, told } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { find, insert, type RowOf, update } from '#kit/server/tables.ts';
import type { adjustContract } from '../contract/adjust.ts';
import { ticketCodesChanged } from '../contract/events.ts';
import type { ownContract } from '../contract/own.ts';
import { codeStateOf } from '../rules/claim-code.ts';
import { ticketCodes } from '../tables.ts';
import { accountOf, type Holder } from './holders.ts';
import { spendAllowance } from './limit-adjusting.ts';
import { earnPoints } from './move-points.ts';
import { pageCodes } from './ticket-code-queries.ts';

type Calls = Pick<typeof adjustContract, 'listTicketCodes' | 'createTicketCode' | 'revokeTicketCodes'> &
  Pick<typeof ownContract, 'readTicketCode' | 'claimTicketCode'>;
type CodeRow = RowOf<typeof ticketCodes>;

const claimPath = '/program/membershipCode/lottery-ticket';

const newCode = () => codeFrom(randomBytes(32));

/** Keyed, so that a copy of the table opens nothing and can not be searched for. */
const hashOf = (secrets: Secrets, code: string): string =>
  keyedHash(secrets.tokenSecret, `coinyard ticket code ${code}`);

const subject = subjectOf(ticketCodes, {
  entity: 'ticketCode',
  label: ({ reason }) => reason,
  unlogged: ['codeHash'],
  tells: ({ tenantId, siteId }) => [told(siteTopic(tenantId, siteId), ticketCodesChanged)],
});

/** Why it gives nothing any more: who comes second is told so. */
function assertOpen(row: CodeRow | undefined, now: Date): CodeRow {
  if (!row) throw missing('points:error.noCode');
  const state = codeStateOf(row, now);
  if (state !== 'open') throw invalid(`points:error.code.${state}`);
  return row;
}

export const ticketCodeHandlers: Handlers<Calls> = {
  async listTicketCodes({ db, session, clock }, input) {
    const now = clock.now();
    const page = await pageCodes(db.read, session.scope, input, now);
    return mapPage(page, (row) => ({ ...row, state: codeStateOf(row, now) }));
  },

  async createTicketCode(context, { fieldId, tickets, hours, reason }) {
    const { session, services } = context;
    const now = context.clock.now();
    const id = newId(now.getTime());
    const code = newCode();
    const expiresAt = new Date(now.getTime() + hours * hourMs);
    await context.db.transaction(async (tx) => {
      await assertSites(tx, session.scope, [fieldId]);
      const wish = { subjectId: id, unit: 'ticket', amount: tickets, field: 'tickets' } as const;
      const day = await spendAllowance(tx, context, { door: 'ticketCode', ...wish });
      await insert(tx, session.scope, ticketCodes, {
        id,
        createdAt: now,
        siteId: fieldId,
        tickets,
        codeHash: hashOf(services.secrets, code),
        reason,
        userId: session.userId,
        userName: session.name,
        day,
        expiresAt,
      });
      await audit(tx, context, {
        action: 'points.createTicketCode',
        entity: 'ticketCode',
        entityId: id,
        siteId: fieldId,
        label: reason,
        after: { tickets, expiresAt, reason },
      });
      await emit(tx, siteTopic(session.tenantId, fieldId), ticketCodesChanged);
    });
    return { id, code, path: `${claimPath}?code=${code}`, tickets, expiresAt };
  },

  async revokeTicketCodes(context, { ids }) {
    const revokedAt = context.clock.now();
    await context.db.transaction(async (tx) => {
      const { tenantId } = context.session;
      const action = 'points.revokeTicketCode';
      const revoked = await changeRows(tx, context, subject, { ids, action }, (row) =>
        row.claimedAt || row.revokedAt ? undefined : { revokedAt },
      );
      // what was revoked unclaimed never left
      for (const { id } of revoked) await settleWorth(tx, tenantId, { door: 'ticketCode', subjectId: id }, 0);
    });
  },

  async readTicketCode({ db, services, clock }, { code }) {
    const codeHash = hashOf(services.secrets, code);
    const [found] = await find(db.read, platformScope, ticketCodes, { codeHash });
    const { tenantId, siteId, tickets, expiresAt } = assertOpen(found, clock.now());
    const [merchantName, sites] = await Promise.all([
      tenantName(db.read, tenantId),
      siteNames(db.read, tenantScope(tenantId), [siteId]),
    ]);
    return {
      tickets,
      expiresAt,
      merchantName: merchantName ?? '',
      fieldId: siteId,
      fieldName: sites.get(siteId) ?? null,
    };
  },

  async claimTicketCode({ db, services, session, clock }, { code }) {
    const now = clock.now();
    const codeHash = hashOf(services.secrets, code);
    const { playerId } = session;
    return db.transaction(async (tx) => {
      // a second call at the same moment waits here, and finds it claimed
      const [found] = await find(tx, platformScope, ticketCodes, { codeHash }, 'update');
      const { id, tenantId, siteId, tickets, reason } = assertOpen(found, now);
      const scope = tenantScope(tenantId);
      await update(tx, scope, ticketCodes, { id }, { claimedAt: now, playerId });
      const holder: Holder = { tenantId, playerId, siteId, unit: 'ticket' };
      await earnPoints(tx, [
        {
          ...holder,
          amount: tickets,
          key: `ticket-code:${id}`,
          kind: 'ticketCode',
          subject: { kind: 'ticketCode', id },
          remark: reason,
          at: now,
        },
      ]);
      markVisitor(tx, { tenantId, playerId });
      await emit(tx, siteTopic(tenantId, siteId), ticketCodesChanged);
      const [[balance], sites] = await Promise.all([
        readBalances(tx, [accountOf(holder)]),
        siteNames(tx, scope, [siteId]),
      ]);
      return {
        tickets,
        held: balance?.balance ?? 0,
        fieldId: siteId,
        fieldName: sites.get(siteId) ?? null,
      };
    });
  },
};
