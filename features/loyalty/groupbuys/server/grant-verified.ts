import { holdPlayer, markVisitor } from '#features/base/players/server/public.ts';
import { createOrder, type Fulfilment } from '#features/selling/orders/server/public.ts';
import { AppError, conflict, type ErrorParams, invalid } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { update } from '#kit/server/tables.ts';
import { later, waitAfter } from '../rules/waits.ts';
import { groupBuyVerifications } from '../tables.ts';
import { booksOf, type Given, giveWorthOf } from './give-worth.ts';
import {
  findVerification,
  lockVerification,
  moveVerification,
  tellVerification,
  type VerificationRow,
} from './move-verification.ts';

export const groupBuyFulfilment = 'groupBuy';

interface Plan {
  verificationId: string;
  coins: number;
  points: number;
}

/** It goes through the orders as no refusal of theirs: the whole transaction is undone, the order with it. */
class NotGiven extends Error {
  readonly refusal: AppError;

  constructor(refusal: AppError) {
    super(`not given: ${refusal.key}`);
    this.name = 'NotGiven';
    this.refusal = refusal;
  }
}

const planOf = (plan: Record<string, unknown>): Plan => plan as unknown as Plan;

/** Delivers what a verified code is good for, in the transaction that makes its order. */
export const byGroupBuy: Fulfilment = {
  async start(tx, services, order) {
    const row = await lockVerification(tx, {
      tenantId: order.tenantId,
      id: planOf(order.fulfilment.plan).verificationId,
    });
    const now = services.clock.now();
    try {
      const given = row as Given;
      const turn = row.givenTurn + 1;
      const givenId = await giveWorthOf(tx, given, { orderId: order.id, turn, now });
      const own = tenantScope(row.tenantId);
      await update(tx, own, groupBuyVerifications, { id: row.id }, { givenId, givenTurn: turn });
    } catch (error) {
      if (error instanceof AppError) throw new NotGiven(error);
      throw error;
    }
    return 'fulfilled';
  },
  // the platform has the money: a refund begins there, or with cancelling the verification
  async refundable(tx, order) {
    const row = await lockVerification(tx, {
      tenantId: order.tenantId,
      id: planOf(order.fulfilment.plan).verificationId,
    });
    if (row.state !== 'cancelled') throw invalid('groupbuys:error.cancelInstead');
  },
};

const plainWords = (key: string, params: ErrorParams | undefined): string =>
  JSON.stringify([key, params ?? {}]);

/** Why something could not be done, as it is kept: key and parameters, said in the reader's language later. */
export const problemOf = ({ key, params }: Pick<AppError, 'key' | 'params'>): string =>
  plainWords(key, params);
export const problemKey = (key: string, params?: ErrorParams): string => plainWords(key, params);

/** In a transaction of its own; what it throws undoes all of it. */
export async function grantIn(tx: Tx, services: Services, known: VerificationRow): Promise<VerificationRow> {
  const player = known.playerId ? await holdPlayer(tx, known.playerId) : undefined;
  const row = await lockVerification(tx, known);
  if (row.state !== 'verified') return row;
  if (!player) throw conflict('groupbuys:problem.playerGone');
  const { tenantId, siteId, amountFen, title, worth, id } = row;
  const { coins, points } = booksOf(worth);
  const order = await createOrder(tx, services, {
    tenantId,
    kind: worth.kind === 'card' ? 'card' : 'package',
    siteId,
    playerId: player.id,
    ...(row.userId && row.userName && { user: { id: row.userId, name: row.userName } }),
    payWay: 'groupBuy',
    amount: amountFen,
    items: [{ name: title, quantity: 1, amount: amountFen }],
    fulfilment: { name: groupBuyFulfilment, plan: { verificationId: id, coins, points } },
    settlesTo: 'earnings',
  });
  if (order.state !== 'fulfilled') throw new Error(`order ${order.id} of a group buy is ${order.state}`);
  markVisitor(tx, { tenantId, playerId: player.id });
  return moveVerification(tx, await lockVerification(tx, row), 'grant', {
    at: services.clock.now(),
    changes: { grantedAt: services.clock.now(), orderId: order.id, orderNumber: order.number },
  });
}

const refusalOf = (error: unknown): AppError | undefined => {
  if (error instanceof NotGiven) return error.refusal;
  return error instanceof AppError ? error : undefined;
};

/** Gives what was verified, once. What can not be given just now says why, and is tried again by the worker. */
export async function grantVerified(
  services: Services,
  { tenantId, id }: Pick<VerificationRow, 'tenantId' | 'id'>,
): Promise<VerificationRow> {
  const { db } = services;
  const known = await findVerification(db.read, platformScope, id);
  if (!known || known.tenantId !== tenantId) throw new Error(`there is no verification ${id}`);
  try {
    return await db.transaction((tx) => grantIn(tx, services, known));
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return db.transaction(async (tx) => {
      const row = await lockVerification(tx, known);
      if (row.state !== 'verified') return row;
      const now = services.clock.now();
      const own = tenantScope(tenantId);
      const [noted] = await update(
        tx,
        own,
        groupBuyVerifications,
        { id },
        {
          problem: problemOf(refusal),
          attempts: row.attempts + 1,
          nextTryAt: later(now, waitAfter(row.attempts)),
        },
      );
      await tellVerification(tx, row);
      return noted ?? row;
    });
  }
}
