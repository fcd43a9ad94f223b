import { listDevices, requestCommand, type SettledCommand } from '#features/devices/server/public.ts';
import { postTransfers, readBalances } from '#features/ledger/server/public.ts';
import { findPlayer, findPlayersByPhone } from '#features/players/server/public.ts';
import { assertSites, siteNames } from '#features/sites/server/public.ts';
import { mintAccount, playerAccount } from '#features/wallet/server/public.ts';
import { machineText } from '#kit/contract/meaning-text.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import type { IssueRecord, issueContract } from '../contract/issue.ts';
import { outcomeOfIssue } from '../issue-outcome.ts';
import { lockIssuer, readIssueAllowance, readIssueLimit, saveIssueLimit, spendIssue } from './issue-limit.ts';
import {
  findIssue,
  findIssueByRequest,
  type IssueRow,
  insertIssue,
  pageIssues,
  updateIssue,
} from './issue-queries.ts';
import { findExchange } from './load-exchange.ts';
import { reasonName } from './machines.ts';

const subjectKind = 'coinIssue';

async function toIssues(context: StaffContext, list: readonly IssueRow[]): Promise<IssueRecord[]> {
  const { db, session, language } = context;
  const { texts } = context.services;
  const deviceIds = [...new Set(list.flatMap(({ deviceId }) => (deviceId ? [deviceId] : [])))];
  const [devices, sites] = await Promise.all([
    listDevices(db.read, session.scope, { ids: deviceIds }),
    siteNames(db.read, session.scope, [...new Set(list.map(({ siteId }) => siteId))]),
  ]);
  const deviceOf = new Map(devices.map((device) => [device.deviceId, device]));
  return list.map((row) => {
    const device = row.deviceId ? deviceOf.get(row.deviceId) : undefined;
    const machine = { equipmentNo: device?.number, equipmentName: device?.name, code: row.code };
    return {
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      receiver: row.playerName ?? machineText(machine, (key, params) => texts.say(language, key, params)),
      outcome: outcomeOfIssue(row),
      way: row.way,
      fieldId: row.siteId,
      fieldName: sites.get(row.siteId) ?? '',
      playerName: row.playerName,
      equipmentId: row.deviceId,
      code: row.code,
      equipmentName: device?.name ?? null,
      equipmentNo: device?.number ?? null,
      coins: row.coins,
      counted: row.counted,
      state: row.state,
      remark: row.remark,
      reasonName: reasonName(context, row.reason),
      userName: row.userName,
      settledAt: row.settledAt?.toISOString() ?? null,
    };
  });
}

const toIssue = async (context: StaffContext, row: IssueRow): Promise<IssueRecord> =>
  (await toIssues(context, [row]))[0]!;

interface Given {
  coins: number;
  remark: string;
  requestId: string;
}

/** The first of two equal calls is stored by now, or will never be; one that means something else is refused. */
async function earlier(
  tx: Tx,
  { session }: StaffContext,
  given: Given,
  same: (row: IssueRow) => boolean,
): Promise<IssueRow | undefined> {
  await lockIssuer(tx, session);
  const known = await findIssueByRequest(tx, session, given.requestId);
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
    label: row.playerName ?? row.code ?? '',
    after: { way, coins, remark },
  });
  await emit(tx, tenantTopic(row.tenantId), 'coinIssue.changed', { id: row.id });
}

const issueToMember: Handlers<typeof issueContract>['issueToMember'] = async (context, input) => {
  const { session } = context;
  const { tenantId } = session;
  const { fieldId, playerId, coins, remark, requestId } = input;
  const now = context.clock.now();
  const row = await context.db.transaction(async (tx) => {
    await assertSites(tx, session.scope, [fieldId]);
    const player = await findPlayer(tx, playerId);
    if (!player) throw missing('coins:error.noSuchMember');
    const known = await earlier(
      tx,
      context,
      input,
      (row) => row.playerId === playerId && row.siteId === fieldId,
    );
    if (known) return known;
    const day = await spendIssue(tx, session, coins, now);
    const id = newId(now.getTime());
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
    return made;
  });
  return toIssue(context, row);
};

const issueFromMachine: Handlers<typeof issueContract>['issueFromMachine'] = async (context, input) => {
  const { session, services } = context;
  const { coins, remark, requestId } = input;
  const now = context.clock.now();
  const row = await context.db.transaction(async (tx) => {
    const device = await findExchange(tx, session.scope, input.equipmentId);
    const known = await earlier(tx, context, input, (row) => row.deviceId === device.deviceId);
    if (known) return known;
    const day = await spendIssue(tx, session, coins, now);
    const id = newId(now.getTime());
    const { id: commandId } = await requestCommand(tx, services, {
      device,
      command: 'dispense',
      parameters: { amount: coins, source: 'remote' },
      user: { id: session.userId, name: session.name },
      subject: { kind: subjectKind, id },
    });
    const made = await insertIssue(tx, session.tenantId, {
      id,
      createdAt: now,
      siteId: device.siteId,
      way: 'machine',
      deviceId: device.deviceId,
      code: device.code,
      coins,
      state: 'pending',
      remark,
      ...personOf(context),
      day,
      requestId,
      commandId,
    });
    await logIssue(tx, context, made);
    return made;
  });
  return toIssue(context, row);
};

/** Runs with the storing of the outcome; one that was unknown may become known later. */
export async function settleIssue(tx: Tx, command: SettledCommand, now: Date): Promise<void> {
  if (command.subjectKind !== subjectKind || !command.subjectId) return;
  const { state, counted, reason } = command;
  const nothingMoved = state === 'expired' || (state === 'failed' && counted === 0);
  const row = await updateIssue(tx, command.tenantId, command.subjectId, {
    state: state === 'expired' ? 'failed' : state,
    counted: nothingMoved ? 0 : counted,
    reason,
    settledAt: now,
  });
  if (row) await emit(tx, tenantTopic(row.tenantId), 'coinIssue.changed', { id: row.id });
}

export const issueHandlers: Handlers<typeof issueContract> = {
  issueToMember,
  issueFromMachine,
  readIssueAllowance,
  readIssueLimit,
  saveIssueLimit,

  async findMembers({ db, session }, { phone, fieldId }) {
    await assertSites(db.read, session.scope, [fieldId]);
    const players = await findPlayersByPhone(db.read, phone);
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
    return { ...page, records: await toIssues(context, page.records) };
  },

  async readIssue(context, { id }) {
    const row = await findIssue(context.db.read, context.session.scope, id);
    if (!row) throw missing();
    return toIssue(context, row);
  },
};
