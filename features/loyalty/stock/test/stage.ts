import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { stockContract } from '../contract.ts';

let made = 0;
const nextName = (what: string) => {
  made += 1;
  return `${what} ${made} ${newId().slice(-6)}`;
};

/** A merchant with goods and stores of a test's own. */
export function stageOf(merchant: Client) {
  let categoryId: string | undefined;
  const category = async () => {
    categoryId ??= (
      await merchant.call(stockContract.saveClass, { kind: 'category', name: nextName('类').slice(0, 20) })
    ).id;
    return categoryId;
  };
  const addGood = async (fields: Partial<InputOf<typeof stockContract.saveGood>> = {}) => {
    const input = {
      name: nextName('商品'),
      categoryId: await category(),
      pricePoints: 100,
      onShelf: true,
      allShops: true,
      variants: [{ name: '' }],
      ...fields,
    };
    const { id } = await merchant.call(stockContract.saveGood, input);
    const good = await merchant.call(stockContract.readGood, { id });
    return { id, name: good.name, variantId: good.variants[0]!.id, variants: good.variants };
  };
  const addWarehouse = async () =>
    (await merchant.call(stockContract.saveStore, { kind: 'warehouse', name: nextName('仓') })).id;
  const receive = (storeId: string, variantId: string, pieces: number, unitCostFen: number) =>
    merchant.call(stockContract.receiveStock, { storeId, lines: [{ variantId, pieces, unitCostFen }] });
  /** what a store has of a variant */
  const levelOf = async (storeId: string, variantId: string) => {
    const { records } = await merchant.call(stockContract.listLevels, { storeId, size: 200 });
    return records.find((level) => level.variantId === variantId);
  };
  return { category, addGood, addWarehouse, receive, levelOf, nextName };
}
