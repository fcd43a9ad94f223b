import type { Gatekeeper, Letting } from '#features/machines/devices/server/public.ts';
import { vendingContract } from '#features/machines/vending/contract.ts';
import { forbidden } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { sayFor } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { mayUse } from '#kit/server/session.ts';
import { maxIssueCoins } from '../contract/issue.ts';
import { coinsContract } from '../contract.ts';
import { expectedOf, lockAccount } from './exchange-machine-queries.ts';
import { recordFromMachine, subjectOfIssue } from './issue-coins.ts';
import { lockIssuer, spendGoods, trialOf } from './limit-issues.ts';

/** Who may let it out by the feature's own calls may do so by a command, and nobody else. */
const rights = {
  coins: coinsContract.issueFromMachine.access,
  goods: vendingContract.testLane.access,
};

/**
 * What a hopper may hold: the machine's own figure, which staff can set, and the books, which they can not. Where neither
 * knows, as much as anybody may let out at once.
 */
async function coinsInHopper(tx: Tx, { device, parameters }: Letting): Promise<number> {
  const figure = device.hoppers.find(({ hopper }) => hopper === parameters.hopper)?.coins ?? 0;
  const expected = expectedOf(await lockAccount(tx, device)) ?? 0;
  return Math.max(figure, expected) || maxIssueCoins;
}

/** Everything staff let out of machines by command: the same right, limit and record as by the calls made for it. */
export const keepGate: Gatekeeper = async (tx, context, letting) => {
  const { session } = context;
  if (!mayUse(session, rights[letting.what])) throw forbidden();
  await lockIssuer(tx, context);
  if (letting.what === 'goods') {
    // an open door lets out what nobody counts: the right and the name in the record are all there is
    if (letting.pieces === undefined) return { kind: 'vending.door', id: session.userId };
    await spendGoods(tx, session, letting.pieces, context.clock.now());
    return trialOf(session);
  }
  const id = newId(context.clock.now().getTime());
  await recordFromMachine(tx, context, {
    id,
    device: letting.device,
    way: letting.pieces === undefined ? 'hopper' : 'machine',
    coins: letting.pieces ?? (await coinsInHopper(tx, letting)),
    remark: sayFor(context)('coins:issue.emptied'),
    requestId: newId(),
  });
  return subjectOfIssue(id);
};
