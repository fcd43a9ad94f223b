import { redpacketsContract as redpackets } from '#features/loyalty/redpackets/contract.ts';
import { rewardsContract as rewards } from '#features/loyalty/rewards/contract.ts';
import { stockContract as stock } from '#features/loyalty/stock/contract.ts';
import { giftsContract as gifts } from '#features/machines/gifts/contract.ts';
import { vendingContract as vending } from '#features/machines/vending/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import type { Machines } from './plant-places.ts';
import type { People, Planter } from './planter.ts';

export async function plantGifts(planter: Planter, { merchant }: People, { claw }: Machines): Promise<void> {
  const { id: typeId } = await planter.write(merchant, gifts.saveType);
  const { id: giftId } = await planter.write(merchant, gifts.saveGift, { typeId, costFen: 100, stock: 20 });
  await planter.write(merchant, gifts.moveStock, { giftId, kind: 'in', amount: 1 });
  await merchant.call(gifts.loadDevice, {
    equipmentId: claw,
    giftId,
    amount: 5,
    capacity: 20,
    requestId: newId(),
  });
  await planter.write(merchant, gifts.unloadDevice, { equipmentId: claw, amount: 1, requestId: newId() });
  await planter.write(merchant, gifts.countDevice, { equipmentId: claw, stock: 3 });
}

export interface Goods {
  storeId: string;
  goodId: string;
  variantId: string;
  /** for money */
  soldGoodId: string;
  soldVariantId: string;
}

export async function plantStock(planter: Planter, { merchant }: People, fieldId: string): Promise<Goods> {
  const { id: categoryId } = await planter.write(merchant, stock.saveClass, { kind: 'category' });
  const { id: groupId } = await planter.write(merchant, stock.saveClass, { kind: 'group' });
  const { id: storeId } = await planter.write(merchant, stock.saveStore, { kind: 'shop', fieldId });
  const { id: toStoreId } = await planter.write(merchant, stock.saveStore, { kind: 'warehouse' });
  const { id: supplierId } = await planter.write(merchant, stock.saveSupplier);
  const add = async (price: object) => {
    const { id: goodId } = await planter.write(merchant, stock.saveGood, {
      ...{ categoryId, groupIds: [groupId], onShelf: true, allShops: false, storeIds: [storeId] },
      ...{ variants: [{}, {}], ...price },
    });
    const { variants } = await merchant.call(stock.readGood, { id: goodId });
    return { goodId, variantId: variants[0]!.id };
  };
  const { goodId, variantId } = await add({ pricePoints: 10 });
  const sold = await add({ pricePoints: 0, priceFen: 100 });
  const pieces = (count: number) => ({ storeId, lines: [{ variantId, pieces: count }] });
  await planter.write(merchant, stock.receiveStock, {
    ...{ storeId, supplierId },
    lines: [variantId, sold.variantId].map((each) => ({ variantId: each, pieces: 50, unitCostFen: 10 })),
  });
  await planter.write(merchant, stock.transferStock, { ...pieces(5), toStoreId });
  await planter.write(merchant, stock.countStock, { storeId, lines: [{ variantId, counted: 44 }] });
  const { id } = await planter.write(merchant, stock.loseStock, pieces(1));
  await planter.write(merchant, stock.reverseDocument, { id });
  return { storeId, goodId, variantId, soldGoodId: sold.goodId, soldVariantId: sold.variantId };
}

export async function plantVending(planter: Planter, { merchant }: People): Promise<void> {
  await planter.write(merchant, vending.saveTemplate, { type: 'snack', priceFen: 300, costFen: 50 });
  const equipmentId = demoId('device:VM10006');
  const { lanes } = await merchant.call(vending.readLanes, { equipmentId });
  const [first, second] = lanes.filter(({ stock }) => (stock ?? 0) > 1);
  await planter.write(merchant, vending.countLane, {
    equipmentId,
    lane: first!.lane,
    stock: first!.stock! - 1,
  });
  await planter.write(merchant, vending.unloadLanes, {
    equipmentId,
    lanes: [{ lane: second!.lane, amount: 1 }],
    requestId: newId(),
  });
}

export async function plantRewards(
  planter: Planter,
  { merchant }: People,
  fieldId: string,
  { storeId }: Goods,
): Promise<void> {
  const today = businessDay(new Date());
  await planter.write(merchant, rewards.saveTask, { kind: 'signIn', amount: 1, fieldId });
  await planter.write(merchant, rewards.createVouchers, {
    fieldId,
    value: 'point',
    amount: 1,
    pieces: 2,
    until: addDays(today, 30),
  });
  await planter.write(merchant, rewards.saveRecyclePath, { fieldId, storeId });
}

/** A campaign without an end in sight; answers its id and its link. */
export async function plantRedPackets(
  planter: Planter,
  { merchant }: People,
  fieldId: string,
): Promise<{ campaignId: string; packetPath: string }> {
  const today = businessDay(new Date());
  const { id: campaignId } = await planter.write(merchant, redpackets.startCampaign, {
    ...{ target: 'coin', split: 'fixed', pieces: 2, eachCoins: 1, siteIds: [fieldId] },
    ...{ fromDay: today, untilDay: addDays(today, 30) },
  });
  const { path } = await merchant.call(redpackets.readCampaign, { id: campaignId });
  return { campaignId, packetPath: path };
}
