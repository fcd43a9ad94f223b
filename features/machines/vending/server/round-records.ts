import type { ResultOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { vendingContract } from '../contract.ts';
import { expiryState } from '../rules/need-rules.ts';
import type { LaneDevice } from './device-records.ts';
import type { TemplateRow } from './lane-queries.ts';
import type { PrizeLine } from './round-prize-queries.ts';
import type { LineRow, RoundRow } from './round-queries.ts';

type Line = { line: LineRow; product: TemplateRow };
type Detail = ResultOf<typeof vendingContract.readRound>;
type Stop = Detail['stops'][number];

export interface RoundContent {
  lines: readonly Line[];
  prizes: readonly PrizeLine[];
}

export function toRoundBrief(
  round: RoundRow,
  { lines, prizes }: RoundContent,
  names: ReadonlyMap<string, string>,
): ResultOf<typeof vendingContract.listRounds>['records'][number] {
  const all = [...lines.map(({ line }) => line), ...prizes.map(({ prize }) => prize)];
  const siteIds = [...new Set(all.map(({ siteId }) => siteId))];
  return {
    ...round,
    pieces: all.reduce((total, { planned }) => total + planned, 0),
    lineNumber: all.length,
    filledNumber: all.filter(({ filled }) => filled !== null).length,
    deviceNumber: new Set(all.map(({ deviceId }) => deviceId)).size,
    fieldNames: siteIds.map((id) => names.get(id) ?? ''),
  };
}

/** What to take along: products in the order of their most urgent lane. */
function productsOf(lines: readonly Line[], today: string) {
  return [...Map.groupBy(lines, ({ product }) => product.id).values()].map((ofProduct) => {
    const { product } = ofProduct[0]!;
    return {
      templateId: product.id,
      templateName: product.name,
      ...pick(product, 'image', 'packingTip', 'partnerNumber', 'expiryDate'),
      expiry: expiryState(product, today),
      amount: ofProduct.reduce((total, { line }) => total + line.planned, 0),
      emptyLanes: ofProduct.filter(({ line }) => line.wasEmpty).length,
      packed: ofProduct.every(({ line }) => line.packed),
    };
  });
}

/** … and gifts in the order of the emptiest machine. */
function giftsOf(prizes: readonly PrizeLine[]): Detail['prizes'] {
  return [...Map.groupBy(prizes, ({ prize }) => prize.giftId).values()].map((ofGift) => {
    const { prize, giftName, picture, warehouseStock } = ofGift[0]!;
    return {
      giftId: prize.giftId,
      giftName,
      picture,
      warehouseStock,
      amount: ofGift.reduce((total, line) => total + line.prize.planned, 0),
      emptyMachines: ofGift.filter((line) => line.prize.wasEmpty).length,
      packed: ofGift.every((line) => line.prize.packed),
    };
  });
}

/** One goes to a site once: its machines with lanes, then those with prizes. */
function stopsOf(
  { lines, prizes }: RoundContent,
  devices: ReadonlyMap<string, LaneDevice>,
  names: ReadonlyMap<string, string>,
  today: string,
): Stop[] {
  const stopAt = (equipmentId: string, siteId: string) => ({
    siteId,
    equipmentId,
    device: devices.get(equipmentId) ?? null,
    fieldName: names.get(siteId) ?? '',
  });
  const withLanes = [...Map.groupBy(lines, ({ line }) => line.deviceId)].map(([equipmentId, ofStop]) => ({
    ...stopAt(equipmentId, ofStop[0]!.line.siteId),
    prize: null,
    lanes: ofStop.map(({ line, product }) => ({
      lane: line.lane,
      templateId: product.id,
      templateName: product.name,
      ...pick(line, 'planned', 'filled', 'wasEmpty'),
      expiryDate: product.expiryDate,
      expiry: expiryState(product, today),
    })),
  }));
  const withPrizes = prizes.map(({ prize, giftName }) => ({
    ...stopAt(prize.deviceId, prize.siteId),
    prize: {
      giftId: prize.giftId,
      giftName,
      ...pick(prize, 'planned', 'filled', 'wasEmpty'),
    },
    lanes: [],
  }));
  return [...Map.groupBy([...withLanes, ...withPrizes], ({ siteId }) => siteId).values()]
    .flat()
    .map(({ siteId: _, ...stop }) => stop);
}

export const toRoundDetail = (
  round: RoundRow,
  content: RoundContent,
  devices: ReadonlyMap<string, LaneDevice>,
  names: ReadonlyMap<string, string>,
  today: string,
): Detail => ({
  ...toRoundBrief(round, content, names),
  products: productsOf(content.lines, today),
  prizes: giftsOf(content.prizes),
  stops: stopsOf(content, devices, names, today),
});
