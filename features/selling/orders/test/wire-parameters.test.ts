import { expect, it } from 'vitest';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { remotecreditContract } from '#features/selling/remotecredit/contract.ts';
import { coerceInput } from '#kit/contract/coerce.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { ordersContract } from '../contract.ts';

/** What the specification names for its calls about orders, payments and coins that change something. */
const named: [endpoint: AnyEndpoint, parameters: Record<string, string>][] = [
  [ordersContract.refundByNumber, { orderNumber: '2026111500000001' }],
  [ordersContract.refundById, { id: newId() }],
  [ordersContract.refundCoins, { orderNumber: '2026111500000001' }],
  [ordersContract.hideOrders, { id: newId() }],
  [ordersContract.payForDevice, { equipmentId: 'CW10001', packageId: newId(), payWay: '01' }],
  [ordersContract.payForDevice, { equipmentId: 'CW10001', number: '1' }],
  [ordersContract.payForCabinet, { equipmentId: 'CB10001', lane: '3' }],
  [ordersContract.payInMiniProgram, { equipmentId: 'CW10001', payWay: '03' }],
  [ordersContract.payForCard, { fieldId: newId(), cardId: newId() }],
  [ordersContract.topUpWallet, { amount: '100', type: 'balance' }],
  [coinsContract.hideCashGain, { id: newId() }],
  [coinsContract.dispenseCoins, { equipmentId: newId(), number: '5' }],
  [remotecreditContract.creditDevice, { equipmentId: newId(), number: '5' }],
];

it.each(named.map(([endpoint, parameters]) => [endpoint.path, endpoint, parameters] as const))(
  '%s needs no more than the specification names',
  (_path, endpoint, parameters) => {
    const input = coerceInput(endpoint.input, { text: parameters, json: {} });
    expect(endpoint.input.safeParse(input).error?.issues).toBeUndefined();
  },
);
