import { addressesContract } from '#features/base/players/contract/addresses.ts';
import { playersContract } from '#features/base/players/contract.ts';
import { cardsContract as cards } from '#features/loyalty/cards/contract.ts';
import { exchangeContract as exchange } from '#features/loyalty/exchange/contract.ts';
import { handoverContract as handover } from '#features/loyalty/handover/contract.ts';
import { pointsContract as points } from '#features/loyalty/points/contract.ts';
import { shopContract as shop } from '#features/loyalty/shop/contract.ts';
import { allowanceContract } from '#features/money/allowance/contract.ts';
import { playerAppContract as program } from '#features/people/playerapp/contract.ts';
import { ordersContract as orders } from '#features/selling/orders/contract.ts';
import { packagesContract } from '#features/selling/packages/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId } from '#kit/server/demo.ts';
import type { Goods } from './plant-goods.ts';
import type { People, Planter } from './planter.ts';

export async function plantPoints(
  planter: Planter,
  { merchant, colleague, playerId }: People,
  fieldId: string,
): Promise<void> {
  const change = { playerId, fieldId, unit: 'point', direction: 'add' };
  await planter.write(merchant, points.adjustPoints, { ...change, amount: 400 });
  await planter.write(merchant, points.createTicketCode, { fieldId, tickets: 1 });
  await planter.write(colleague, packagesContract.createCoinPackage, { fieldId, priceFen: 100, coins: 1000 });
  const { records } = await merchant.call(allowanceContract.listRequests, { state: 'waiting' });
  await planter.write(merchant, allowanceContract.decideRequest, { id: records[0]!.id, agree: false });
}

/** Goods for points: one parcel, one that was called off. */
export async function plantExchanges(
  planter: Planter,
  { merchant, player }: People,
  fieldId: string,
  { variantId }: Goods,
): Promise<void> {
  const setting = await merchant.call(handover.readStoreSetting, {});
  const { rules: _rules, ...others } = setting;
  await planter.write(merchant, handover.saveStoreSetting, { ...others, open: true, shipping: true });
  const [address] = await player.call(addressesContract.listAddresses, {});
  const take = async () => {
    const price = await player.call(exchange.priceExchange, { fieldId, variantId, pieces: 1 });
    return player.call(exchange.exchangeGoods, {
      ...{ requestId: newId(), fieldId, variantId, pieces: 1, way: 'ship' as const, addressId: address!.id },
      ...{ points: price.points, tickets: price.tickets, amountFen: price.amountFen },
    });
  };
  const { id } = await take();
  await planter.write(merchant, handover.ship, { id });
  const { id: other } = await take();
  await planter.write(merchant, handover.cancelExchange, { id: other });
}

/** What the counter does with the code on a phone. */
export async function plantCodes(planter: Planter, { merchant, player }: People): Promise<void> {
  const { nobody, withToken } = planter.ground;
  const codesOf = async (who: typeof player) =>
    (await who.call(program.readMemberCodes, {})).codes.map(({ code }) => code);
  const [own] = await codesOf(player);
  await planter.write(merchant, program.lookAtPapers, { code: own });
  const { access_token } = await nobody.call(playersContract.logInDemoPlayer, { n: 1 });
  const [theirs] = await codesOf(withToken(access_token));
  await planter.write(merchant, program.chargeMember, {
    code: theirs,
    fieldId: demoId('site:merchant:1'),
    amountFen: 1,
  });
}

/** Bought with the balance that the file of old players brought: a parcel, and a card that goes back. */
export async function plantPurchases(
  planter: Planter,
  { merchant, player }: People,
  fieldId: string,
  { soldVariantId: variantId }: Goods,
  cardId: string,
): Promise<{ orderNumber: string }> {
  const [address] = await player.call(addressesContract.listAddresses, {});
  const { totalFen } = await player.call(shop.readCheckout, { fieldId, variantId, pieces: 1 });
  const { orderNumber } = await player.call(shop.orderGoods, {
    ...{ fieldId, variantId, pieces: 1, way: 'ship', addressId: address!.id, payWay: 'balance' },
    ...{ totalFen, requestId: newId() },
  } as never);
  const { records } = await merchant.call(handover.listHandovers, { fieldId });
  const { id } = records.find((order) => order.orderNumber === orderNumber)!;
  await planter.write(merchant, handover.ship, { id });
  await player.call(orders.payForCard, { fieldId, cardId, payWay: 'balance', requestId: newId() } as never);
  const sold = await merchant.call(cards.listSoldCards, {});
  const card = sold.records.find(({ state, source }) => state === 'valid' && source === 'order')!;
  const { totalFen: amountFen } = await merchant.call(cards.previewCardRefund, { id: card.id });
  await planter.write(merchant, cards.refundCard, { id: card.id, amountFen });
  return { orderNumber };
}
