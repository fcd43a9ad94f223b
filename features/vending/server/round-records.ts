import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { vendingContract } from '../contract.ts';
import { expiryState } from '../rules/need-rules.ts';
import type { LaneDevice } from './device-records.ts';
import type { TemplateRow } from './lane-queries.ts';
import type { LineRow, RoundRow } from './round-queries.ts';

type Line = { line: LineRow; product: TemplateRow };

export function toRoundBrief(
  round: RoundRow,
  lines: readonly Line[],
  names: ReadonlyMap<string, string>,
): ResultOf<typeof vendingContract.listRounds>['records'][number] {
  const siteIds = [...new Set(lines.map(({ line }) => line.siteId))];
  return {
    ...round,
    pieces: lines.reduce((total, { line }) => total + line.planned, 0),
    lineNumber: lines.length,
    filledNumber: lines.filter(({ line }) => line.filled !== null).length,
    deviceNumber: new Set(lines.map(({ line }) => line.deviceId)).size,
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
      image: product.image,
      packingTip: product.packingTip,
      partnerNumber: product.partnerNumber,
      expiryDate: product.expiryDate,
      expiry: expiryState(product, today),
      amount: ofProduct.reduce((total, { line }) => total + line.planned, 0),
      emptyLanes: ofProduct.filter(({ line }) => line.wasEmpty).length,
      packed: ofProduct.every(({ line }) => line.packed),
    };
  });
}

export function toRoundDetail(
  round: RoundRow,
  lines: readonly Line[],
  devices: ReadonlyMap<string, LaneDevice>,
  names: ReadonlyMap<string, string>,
  today: string,
): ResultOf<typeof vendingContract.readRound> {
  const stops = Map.groupBy(lines, ({ line }) => line.deviceId);
  return {
    ...toRoundBrief(round, lines, names),
    products: productsOf(lines, today),
    stops: [...stops].map(([equipmentId, ofStop]) => ({
      equipmentId,
      device: devices.get(equipmentId) ?? null,
      fieldName: names.get(ofStop[0]!.line.siteId) ?? '',
      lanes: ofStop.map(({ line, product }) => ({
        lane: line.lane,
        templateId: product.id,
        templateName: product.name,
        planned: line.planned,
        filled: line.filled,
        wasEmpty: line.wasEmpty,
        expiryDate: product.expiryDate,
        expiry: expiryState(product, today),
      })),
    })),
  };
}
