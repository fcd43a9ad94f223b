import { postTransfers, readBalances, walletAccount } from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { ordersContract as calls } from '../contract.ts';
import { createOrder } from '../server/making/create-order.ts';
import type { NewOrder } from '../server/registry-types.ts';
import { type Arcade, automaticSite, playerId, tenantId } from './arcade.ts';

/** What happens at a machine before money is wanted back. */
export function beforeRefunds(arcade: () => Arcade) {
  const wechat = () => {
    const simulator = arcade().server.services.demoPay.wechat;
    if (!simulator) throw new Error('no simulated WeChat');
    return simulator.control;
  };

  /** An order of coins that nobody has paid yet, and the machine that shall give them. */
  async function ordered(amountFen = 1000) {
    const machine = await arcade().machine({ type: 'exchange' });
    const { orderNumber } = await (await arcade().player()).call(calls.payForDevice, {
      equipmentId: machine.code,
      amountFen,
      payWay: 'wechat',
    });
    return { machine, number: orderNumber };
  }

  async function delivered(amountFen = 10_000) {
    const { machine, number } = await ordered(amountFen);
    await arcade().pay(number);
    await arcade().answer(machine, { state: 'done', asked: amountFen / 100, counted: amountFen / 100 });
    return number;
  }

  /** Paid, and the machine is empty; from now on the platform ends refunds in this way. */
  async function undelivered(refundsEndAs: 'CLOSED' | 'ABNORMAL') {
    const { machine, number } = await ordered();
    await arcade().pay(number);
    wechat().endRefundsAs(refundsEndAs);
    await arcade().answer(machine, { state: 'failed', reason: 'empty', asked: 10, counted: 0 });
    return number;
  }

  /** Everything the wallet can spend goes elsewhere. */
  async function spendAll(keepFen = 0, purpose: 'available' | 'cash' = 'available'): Promise<void> {
    const account = walletAccount(tenantId, tenantId, purpose);
    const [balance] = await readBalances(arcade().server.services.db.read, [account]);
    const amount = (balance?.available ?? 0) - keepFen;
    if (amount <= 0) return;
    await arcade().server.services.db.transaction((tx) =>
      postTransfers(tx, [
        {
          key: newId(),
          tenantId,
          kind: purpose === 'cash' ? 'handover' : 'transfer',
          legs: [
            { account, amount: -amount },
            { account: walletAccount(tenantId, newId(), purpose), amount },
          ],
        },
      ]),
    );
  }

  /** Without a machine; over the counter to nobody known. */
  function sell(sale: Pick<NewOrder, 'payWay' | 'amount'> & Partial<Pick<NewOrder, 'fulfilment'>>) {
    const { services } = arcade().server;
    return services.db.transaction((tx) =>
      createOrder(tx, services, {
        tenantId,
        siteId: automaticSite,
        kind: 'goods',
        items: [{ name: 'thing', quantity: 1, amount: sale.amount }],
        fulfilment: { name: 'books', plan: {} },
        settlesTo: 'earnings',
        ...(sale.payWay === 'counter'
          ? { user: { id: newId(), name: 'tester' } }
          : { playerId, payer: { scene: 'page' } }),
        ...sale,
      }),
    );
  }
  return { wechat, ordered, delivered, undelivered, spendAll, sell };
}
