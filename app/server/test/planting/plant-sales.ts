import { cardsContract as cards } from '#features/loyalty/cards/contract.ts';
import { membersContract as members } from '#features/people/members/contract.ts';
import { packagesContract as packages } from '#features/selling/packages/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { Machines } from './plant-places.ts';
import type { People, Planter } from './planter.ts';

export async function plantPackages(
  planter: Planter,
  { merchant }: People,
  fieldId: string,
  { exchange }: Machines,
): Promise<void> {
  const coins = { priceFen: 1000, coins: 10 };
  const points = { priceFen: 1000, points: 10 };
  const { id: coinId } = await planter.write(merchant, packages.createCoinPackage, { fieldId, ...coins });
  await planter.write(merchant, packages.changeCoinPackage, { id: coinId, ...coins });
  const { id: storedId } = await planter.write(merchant, packages.createStoredPackage, { fieldId, ...coins });
  await planter.write(merchant, packages.changeStoredPackage, { id: storedId, ...coins });
  const { id: pointsId } = await planter.write(merchant, packages.createPointsPackage, {
    fieldId,
    ...points,
  });
  await planter.write(merchant, packages.changePointsPackage, { id: pointsId, ...points });
  const { id: deviceId } = await planter.write(merchant, packages.createDevicePackage, {
    ...{ equipmentId: exchange, kind: 'coins' },
    ...coins,
  });
  await planter.write(merchant, packages.changeDevicePackage, { id: deviceId, ...coins });
  await planter.write(merchant, packages.saveDiscount, { fieldId, basisPoints: 9000 });
  const url = `https://planted.example/${planter.text('packages.savePointsStore url', 200)}`;
  await merchant.call(packages.savePointsStore, { fieldId, url });
  await planter.write(merchant, packages.saveDiscounts, {
    fieldId,
    discounts: [{ basisPoints: 9000, active: false }],
  });
}

const freeRank = async (merchant: Client): Promise<number> => {
  const levels = await merchant.call(members.listLevels, {});
  const ranks = new Set(levels.records.map(({ rank }) => rank));
  return [...Array(20).keys()].map((step) => 20 - step).find((rank) => !ranks.has(rank))!;
};

export async function plantCardTypes(
  planter: Planter,
  { merchant, playerId }: People,
  fieldId: string,
): Promise<{ typeId: string }> {
  const { id: typeId } = await planter.write(merchant, cards.saveCardType, {
    ...{ priceFen: 1000, days: 30, dailyPlays: 1, onSale: true },
    siteIds: [fieldId],
  });
  await planter.write(merchant, cards.saveCardPackage, { typeId, priceFen: 2000, coins: 10 });
  const given = await planter.write(merchant, cards.giveCard, { playerId, fieldId, typeId });
  await planter.write(merchant, cards.takeBackCard, { id: given.id });
  const { id: levelId } = await planter.write(merchant, members.saveLevel, {
    rank: await freeRank(merchant),
    topUpFen: 9_999_999_999,
    basisPoints: 9900,
  });
  await planter.write(merchant, members.saveLevelDiscount, {
    levelId,
    basisPoints: 9900,
    active: false,
    siteIds: [fieldId],
  });
  return { typeId };
}
