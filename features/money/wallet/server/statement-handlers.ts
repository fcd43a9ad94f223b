import { accountOf, tenantNames } from '#features/base/accounts/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import type { WalletPurpose } from '#features/money/ledger/contract.ts';
import {
  findSubjects,
  pageStatement,
  readMovement,
  sumStatement,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { movementKind } from '../contract/shared.ts';
import type { statementsContract } from '../contract/statements.ts';
import { beyondEdge, groupsOfPage } from '../rules/fold-shares.ts';
import { aboutOf, type Names, remarkOf, toGroup, toLegs, toPage } from './statement-records.ts';
import { seenWallet, visibleWallets, walletOfAccount } from './wallet-queries.ts';
import { walletName } from './wallet-records.ts';

interface FlowInput {
  current: number;
  size: number;
  purpose: WalletPurpose;
  kind?: string;
  direction?: 'in' | 'out';
  from?: string;
  to?: string;
  before?: number;
  grouped?: boolean;
}

/** What the movements of an organisation were about; others' orders and sites stay unnamed. */
async function namesOf(
  { db, services }: StaffContext,
  tenantId: string,
  lines: readonly { subjectKind: string | null; subjectId: string | null; note: Record<string, unknown> }[],
): Promise<Names> {
  const scope = tenantScope(tenantId);
  const orders = await findSubjects(services, db.read, scope, 'order', lines);
  const siteIds = [
    ...orders.flatMap(({ siteId }) => siteId ?? []),
    ...lines.flatMap(({ note }) => (typeof note.siteId === 'string' ? [note.siteId] : [])),
  ];
  return {
    orders: new Map(orders.map(({ id, number, siteId }) => [id, { number, siteId }])),
    sites: await siteNames(db.read, scope, [...new Set(siteIds)]),
  };
}

/** An account that sees no wallet at all (its sites settle to the main one) sees no lines. */
const nothing = { lines: [], total: 0, more: false };

async function flowOf(
  context: StaffContext,
  wallet: { tenantId: string; id: string } | undefined,
  input: FlowInput,
) {
  if (!wallet) return toPage(input, nothing);
  const { services, language } = context;
  const beyond = input.grouped ? beyondEdge : 0;
  const offset = input.before === undefined ? (input.current - 1) * input.size : 0;
  const offsetLead = Math.min(offset, beyond);
  const page = await pageStatement(
    context.db.read,
    walletAccount(wallet.tenantId, wallet.id, input.purpose),
    {
      kinds: input.kind ? [input.kind] : undefined,
      direction: input.direction,
      from: input.from ? startOfDay(input.from) : undefined,
      to: input.to ? endOfDay(input.to) : undefined,
      before: input.before === undefined ? undefined : input.before + beyond,
    },
    { limit: input.size + 2 * beyond, offset: offset - offsetLead },
  );
  const { before } = input;
  const lead = before === undefined ? offsetLead : page.lines.filter(({ place }) => place >= before).length;
  const groups = input.grouped
    ? groupsOfPage(page.lines, { lead, size: input.size, by: before === undefined ? 'number' : 'line' })
    : page.lines.map((line) => [line]);
  const names = await namesOf(context, wallet.tenantId, groups.flat());
  const runRemark = (lines: readonly { note: Record<string, unknown> }[]) =>
    services.texts.say(language, 'wallet:flow.run', {
      day: String(lines[0]?.note.day ?? ''),
      count: lines.length,
    });
  return {
    ...toPage(input, { ...page, lines: [] }),
    records: groups.map((lines) => toGroup(lines, names, runRemark(lines))),
  };
}

/** The platform opens any organisation's or person's wallet by its id. */
async function walletToRead(context: StaffContext, walletId: string | undefined) {
  const { db, session } = context;
  if (!walletId) return (await visibleWallets(db.read, session))[0];
  if (session.realm !== 'platform') return seenWallet(db.read, session, walletId);
  if (/^\d{6}$/.test(walletId)) {
    if (!(await tenantNames(db.read, [walletId])).has(walletId)) throw missing('wallet:error.noWallet');
    return { tenantId: walletId, id: walletId };
  }
  const person = await accountOf(db.read, platformScope, walletId);
  if (!person) throw missing('wallet:error.noWallet');
  return { tenantId: person.tenantId, id: person.id };
}

const flowOfWallet = async (context: StaffContext, input: FlowInput & { walletId?: string }) =>
  flowOf(context, await walletToRead(context, input.walletId), input);

export const statementHandlers: Handlers<typeof statementsContract> = {
  listFlow: flowOfWallet,

  listCapitalFlow: flowOfWallet,

  listFlowOfUser: async (context, input) =>
    flowOf(context, await walletOfAccount(context.db.read, context.session, input.userId), input),

  async sumFlow(context, input) {
    const wallet = await walletToRead(context, input.walletId);
    if (!wallet) return { openingFen: 0, closingFen: 0, inFen: 0, outFen: 0, kinds: [] };
    const { opening, closing, kinds } = await sumStatement(
      context.db.read,
      walletAccount(wallet.tenantId, wallet.id, input.purpose),
      { from: startOfDay(input.day), to: endOfDay(input.day) },
    );
    return {
      openingFen: opening,
      closingFen: closing,
      inFen: kinds.reduce((sum, entry) => sum + entry.in, 0),
      outFen: kinds.reduce((sum, entry) => sum + entry.out, 0),
      kinds: kinds.map((entry) => ({
        kind: movementKind(entry.kind),
        inFen: entry.in,
        outFen: entry.out,
        count: entry.count,
      })),
    };
  },

  async readMovement(context, { id }) {
    const { db, session } = context;
    const [movement, visible] = await Promise.all([
      readMovement(db.read, id),
      visibleWallets(db.read, session),
    ]);
    const wallets = new Map(visible.map((wallet) => [wallet.id, walletName(context, wallet)]));
    const concerns = movement?.legs.some(
      ({ account }) =>
        account.ownerKind === 'merchant' &&
        account.tenantId === session.tenantId &&
        wallets.has(account.ownerId),
    );
    if (!movement || (session.realm !== 'platform' && !concerns)) throw missing();
    const own = session.realm === 'platform' || movement.tenantId === session.tenantId;
    const about = {
      subjectKind: movement.subject?.kind ?? null,
      subjectId: movement.subject?.id ?? null,
      note: own ? movement.note : {},
    };
    const [order] = await findSubjects(context.services, db.read, tenantScope(movement.tenantId), 'order', [
      about,
    ]);
    const names = await namesOf(context, movement.tenantId, own ? [about] : []);
    // an agent earns by its merchants' orders and does not see them
    const seen =
      order && (session.realm === 'platform' || order.tenantId === session.tenantId) ? order : undefined;
    return {
      id: movement.id,
      createdAt: movement.at,
      kind: movementKind(movement.kind),
      subjectKind: movement.subject?.kind ?? null,
      subjectId: movement.subject?.id ?? null,
      order: seen ? { id: seen.id, orderNumber: seen.number, title: seen.title, state: seen.state } : null,
      remark: remarkOf(movement.note),
      ...aboutOf(about, names),
      legs: toLegs(context, movement, wallets),
    };
  },
};
