import { purseChanged } from '#features/base/players/contract.ts';
import { findVisitor } from '#features/base/players/server/public.ts';
import { assertSites } from '#features/base/sites/server/public.ts';
import {
  type DeviceView,
  requestCommand,
  type SettledCommand,
} from '#features/machines/devices/server/public.ts';
import { settleWorth } from '#features/money/allowance/server/public.ts';
import { mintAccount, playerAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { audit } from '#kit/server/audit.ts';
import { type StaffContext, sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, playerTopic, siteTopic } from '#kit/server/outbox.ts';
import { issueChanged } from '../contract/events.ts';
import type { issueContract } from '../contract/issue.ts';
import {
  findIssueByRequest,
  type IssueRow,
  insertIssue,
  readListedIssue,
  updateIssue,
} from './issue-queries.ts';
import { toIssue } from './issue-records.ts';
import { lockIssuer, spendIssue } from './limit-issues.ts';
import { findExchange } from './load-exchange-machine.ts';

const subjectKind = 'coinIssue';

async function answer(context: StaffContext, { id }: IssueRow) {
  const found = await readListedIssue(context.db.read, context.session.scope, id);
  if (!found) throw missing();
  return toIssue(context, found);
}

interface Given {
  coins: number;
  remark: string;
  requestId: string;
}

/** The first of two equal calls is stored by now, or will never be; one that means something else is refused. */
async function earlier(
  tx: Tx,
  context: StaffContext,
  given: Given,
  same: (row: IssueRow) => boolean,
): Promise<IssueRow | undefined> {
  await lockIssuer(tx, context);
  const known = await findIssueByRequest(tx, context.session, given.requestId);
  if (known && (known.coins !== given.coins || !same(known))) throw conflict('coins:error.otherRequest');
  return known;
}

const personOf = ({ session }: StaffContext) => ({ userId: session.userId, userName: session.name });

async function logIssue(tx: Tx, context: StaffContext, row: IssueRow): Promise<void> {
  const { way, coins, remark } = row;
  await audit(tx, context, {
    action: 'coins.issue',
    entity: 'coinIssue',
    entityId: row.id,
    siteId: row.siteId,
    label: row.playerName ?? row.code ?? '',
    after: { way, coins, remark },
  });
  await emit(tx, siteTopic(row.tenantId, row.siteId), issueChanged, { id: row.id });
}

export async function issueToMember(
  context: StaffContext,
  input: ParsedInputOf<typeof issueContract.issueToMember>,
) {
  const { session, services } = context;
  const { tenantId } = session;
  const { fieldId, playerId, coins, remark, requestId } = input;
  const now = context.clock.now();
  const row = await context.db.transaction(async (tx) => {
    await assertSites(tx, session.scope, [fieldId]);
    const known = await earlier(
      tx,
      context,
      input,
      (row) => row.playerId === playerId && row.siteId === fieldId,
    );
    if (known) return known;
    const player = await findVisitor(services, tx, tenantId, playerId);
    if (!player) throw missing('coins:error.noSuchMember');
    const id = newId(now.getTime());
    const day = await spendIssue(tx, context, { id, coins });
    await postTransfers(tx, [
      {
        key: `coin-issue:${id}`,
        tenantId,
        kind: 'coinIssue',
        legs: [
          { account: mintAccount(tenantId, 'coin'), amount: -coins },
          { account: playerAccount(tenantId, playerId, fieldId, 'coin'), amount: coins },
        ],
        subject: { kind: subjectKind, id },
        note: { remark, userName: session.name },
      },
    ]);
    const made = await insertIssue(tx, tenantId, {
      id,
      createdAt: now,
      siteId: fieldId,
      way: 'member',
      playerId,
      playerName: player.name,
      coins,
      counted: coins,
      state: 'done',
      remark,
      ...personOf(context),
      day,
      requestId,
      settledAt: now,
    });
    await logIssue(tx, context, made);
    await emit(tx, playerTopic(playerId), purseChanged);
    return made;
  });
  return answer(context, row);
}

interface FromMachine {
  id: string;
  /** unknown where the record is asked for before the command */
  commandId?: string;
  device: DeviceView;
  way: 'machine' | 'hopper';
  coins: number;
  remark: string;
  requestId: string;
}

/** Within the limit, and recorded: under the lock of the person. */
export async function recordFromMachine(
  tx: Tx,
  context: StaffContext,
  { device, ...record }: FromMachine,
): Promise<IssueRow> {
  const now = context.clock.now();
  const day = await spendIssue(tx, context, record);
  const made = await insertIssue(tx, context.session.tenantId, {
    ...record,
    createdAt: now,
    ...pick(device, 'siteId', 'deviceId', 'code'),
    state: 'pending',
    ...personOf(context),
    day,
  });
  await logIssue(tx, context, made);
  return made;
}

export const subjectOfIssue = (id: string) => ({ kind: subjectKind, id });

async function dispense(
  tx: Tx,
  context: StaffContext,
  { device, coins, remark, requestId }: Given & { device: DeviceView },
) {
  const { session, services } = context;
  const id = newId(context.clock.now().getTime());
  const command = await requestCommand(tx, services, {
    device,
    command: 'dispense',
    parameters: { amount: coins, source: 'remote' },
    user: { id: session.userId, name: session.name },
    subject: subjectOfIssue(id),
  });
  const record = { id, commandId: command.id, device, way: 'machine' as const, coins, remark, requestId };
  return { made: await recordFromMachine(tx, context, record), command };
}

export async function issueFromMachine(
  context: StaffContext,
  input: ParsedInputOf<typeof issueContract.issueFromMachine>,
) {
  const { session } = context;
  const row = await context.db.transaction(async (tx) => {
    const device = await findExchange(tx, session.scope, input.equipmentId);
    const known = await earlier(tx, context, input, (row) => row.deviceId === device.deviceId);
    return known ?? (await dispense(tx, context, { device, ...input })).made;
  });
  return answer(context, row);
}

/** The wire's own call, which names neither a reason nor a request. */
export async function dispenseCoins(
  context: StaffContext,
  { equipmentId, number }: ParsedInputOf<typeof issueContract.dispenseCoins>,
) {
  const { id, expiresAt } = await context.db.transaction(async (tx) => {
    const device = await findExchange(tx, context.session.scope, equipmentId);
    await lockIssuer(tx, context);
    const remark = sayFor(context)('coins:issue.unsaid');
    const given = await dispense(tx, context, { device, coins: number, remark, requestId: newId() });
    return given.command;
  });
  return { commandId: id, expiresAt };
}

/** Credits keep a separate record; here they have the same id. */
const settledHere = new Set<string | null>([subjectKind, 'remoteCredit']);

/** Runs with the storing of the outcome; one that was unknown may become known later. */
export async function settleIssue(tx: Tx, command: SettledCommand, now: Date): Promise<void> {
  if (!command.subjectId || !settledHere.has(command.subjectKind)) return;
  const { state, counted, reason } = command;
  const nothingMoved = state === 'expired' || (state === 'failed' && counted === 0);
  const row = await updateIssue(tx, command.tenantId, command.subjectId, {
    state: state === 'expired' ? 'failed' : state,
    counted: nothingMoved ? 0 : counted,
    reason,
    settledAt: now,
  });
  if (!row) return;
  const door = command.subjectKind === subjectKind ? ('coin' as const) : ('credit' as const);
  // what nobody knows may still come: it counts whole
  const kept = row.state === 'unknown' ? row.coins : (row.counted ?? row.coins);
  await settleWorth(tx, row.tenantId, { door, subjectId: row.id }, kept);
  await emit(tx, siteTopic(row.tenantId, row.siteId), issueChanged, { id: row.id });
}
