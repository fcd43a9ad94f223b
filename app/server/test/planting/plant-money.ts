import { playersContract } from '#features/base/players/contract.ts';
import { reportsContract } from '#features/insight/reports/contract.ts';
import { onboardingContract } from '#features/money/onboarding/contract.ts';
import { walletContract as wallet } from '#features/money/wallet/contract.ts';
import { coinsContract as coins } from '#features/selling/coins/contract.ts';
import { ordersContract as orders } from '#features/selling/orders/contract.ts';
import { remotecreditContract } from '#features/selling/remotecredit/contract.ts';
import { sharingContract as sharing } from '#features/selling/sharing/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { demoPassword, demoTenants } from '#kit/server/demo.ts';
import type { Machines } from './plant-places.ts';
import type { People, Planter } from './planter.ts';

const today = () => businessDay(new Date());

/** Takings, counts, refunds and help, at what the demo has. */
export async function plantOrders(planter: Planter, { merchant }: People): Promise<{ refunded: string }> {
  const { nobody, withToken } = planter.ground;
  const { records } = await merchant.call(orders.listOrders, {
    state: 'fulfilled',
    payWay: 'wechat',
    order: 'asc',
    sort: 'createdAt',
    size: 100,
  } as never);
  const refundable = records.filter(({ refundableAmount, unit }) => refundableAmount > 100 && unit === 'fen');
  const [first, second] = refundable;
  await planter.write(merchant, orders.refundByNumber, { orderNumber: first!.orderNumber, amount: 1 });
  await planter.write(merchant, orders.refundById, { id: second!.id, amount: 1 });
  const coinOrders = await merchant.call(orders.listOrders, { state: 'fulfilled', payWay: 'coin' });
  const { orderNumber: inCoins } = coinOrders.records.findLast(
    ({ refundableAmount }) => refundableAmount > 0,
  )!;
  await planter.write(merchant, orders.refundCoins, { orderNumber: inCoins, amount: 1 });
  const faults = await merchant.call(orders.listFaults, {});
  const fault = faults.records.findLast(
    (one) => one.faultState === 'unsolved' && one.fulfilledAmount < one.amount,
  )!;
  await planter.write(merchant, orders.resolveFault, { id: fault.id, way: 'confirm' });
  const { access_token } = await nobody.call(playersContract.logInDemoPlayer, { n: 1 });
  const guest = withToken(access_token);
  const own = await guest.call(orders.listOwnOrders, { size: 100 });
  const { records: helped } = await guest.call(orders.listOwnOrders, { part: 'helped', size: 100 });
  const asked = new Set(helped.map((order) => order.orderNumber));
  const { orderNumber } = own.records.findLast((order) => order.canAsk && !asked.has(order.orderNumber))!;
  await planter.write(guest, orders.askHelp, { orderNumber, wish: 'refund' });
  return { refunded: first!.orderNumber };
}

export async function plantCash(
  planter: Planter,
  { merchant, playerId }: People,
  fieldId: string,
  { exchange, claw }: Machines,
): Promise<void> {
  await planter.write(merchant, coins.loadExchange, { equipmentId: exchange, hopper: 1, coins: 100 });
  await planter.write(merchant, coins.countExchange, { equipmentId: exchange, counted: 90 });
  const counting = await planter.ground.machine('exchange');
  await planter.write(merchant, coins.countByMachine, { equipmentId: counting });
  await planter.write(merchant, coins.issueToMember, { fieldId, playerId, coins: 1, requestId: newId() });
  await planter.write(merchant, coins.issueFromMachine, {
    equipmentId: await planter.ground.machine('exchange'),
    coins: 1,
    requestId: newId(),
  });
  const takings = (await merchant.call(coins.listTakings, { size: 100 })).records.filter(
    ({ state }) => state === 'held',
  );
  const [one, other] = takings.slice(-2);
  await planter.write(merchant, coins.confirmTakings, { ids: [one!.id], countedFen: one!.amountFen });
  await planter.write(merchant, coins.rejectTakings, { ids: [other!.id] });
  await planter.write(merchant, remotecreditContract.creditDevice, {
    equipmentId: await planter.ground.machine('claw'),
    number: 1,
  });
  await planter.write(merchant, remotecreditContract.createLink, {
    equipmentId: claw,
    coins: 1,
    validHours: 1,
  });
}

export async function plantSharing(planter: Planter, { merchant }: People, fieldId: string): Promise<void> {
  const { id: receiverId } = await planter.write(merchant, sharing.saveReceiver, {
    kind: 'owner',
    way: 'account',
    wechatName: undefined,
  });
  await planter.write(merchant, sharing.saveReceiver, {
    kind: 'partner',
    way: 'wechat',
    wechatType: 'MERCHANT_ID',
    wechatAccount: `1900${String(Date.now()).slice(-6)}`,
  });
  const rule = {
    ...{ fieldId, deductFee: true, includeCash: false },
    costs: [{ kind: 'percent', basisPoints: 100 }],
    ratios: [{ receiverId, basisPoints: 1000 }],
  };
  await planter.write(merchant, sharing.saveVersion, { ...rule, effectiveFrom: addDays(today(), 1) });
  await planter.write(merchant, sharing.endRule, { fieldId, effectiveFrom: addDays(today(), 9) });
  const { records } = await merchant.call(sharing.listReceivers, { size: 100 });
  const owed = records.find(({ balanceFen }) => (balanceFen ?? 0) > 1)!;
  await planter.write(merchant, sharing.settleReceiver, {
    receiverId: owed.id,
    amountFen: 1,
    requestId: newId(),
  });
  await planter.write(merchant, reportsContract.makeStatementLink, {
    fieldId,
    from: addDays(today(), -1),
    to: addDays(today(), -1),
    validDays: 1,
  });
}

export async function plantWallets(planter: Planter, { merchant, admin }: People): Promise<void> {
  const { id } = await planter.write(merchant, wallet.saveWallet);
  await planter.write(merchant, wallet.transferMoney, { toWalletId: id, amountFen: 1, requestId: newId() });
  await planter.write(admin, wallet.adjustMoney, {
    tenantId: demoTenants.merchant2,
    direction: 'deduct',
    amountFen: 1,
    requestId: newId(),
  });
  const { cards } = await merchant.call(onboardingContract.listCards, {});
  const password = await planter.ground.encrypt(demoPassword);
  const ask = () =>
    merchant.call(wallet.askWithdrawal, {
      ...{ amountFen: 10_000, target: 'bank', cardId: cards[0]!.id, requestId: newId(), password },
    });
  const { id: refused } = await ask();
  await admin.call(wallet.decideWithdrawal, { id: refused, action: 'take' });
  await planter.write(admin, wallet.decideWithdrawal, {
    id: refused,
    action: 'reject',
    bankReference: undefined,
  });
  const { id: paid } = await ask();
  await admin.call(wallet.decideWithdrawal, { id: paid, action: 'take' });
  await admin.call(wallet.decideWithdrawal, { id: paid, action: 'approve' });
  await planter.write(admin, wallet.decideWithdrawal, { id: paid, action: 'paid', reason: undefined });
  const wallets = await merchant.call(wallet.listWallets, {});
  const theirs = wallets.find(({ kind }) => kind === 'franchisee')!;
  const asked = await merchant.call(wallet.handOverWallet, {
    walletId: theirs.id,
    toWalletId: demoTenants.merchant,
    requestId: newId(),
  });
  const franchisee = await planter.ground.as('franchisee');
  await planter.write(franchisee, wallet.answerHandover, { id: asked.id, agree: false });
}
