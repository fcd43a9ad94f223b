import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { accountsContract } from '#features/accounts/contract.ts';
import { addressesContract } from '#features/addresses/contract.ts';
import { contentContract } from '#features/content/contract.ts';
import { giftsContract } from '#features/gifts/contract.ts';
import { membersContract } from '#features/members/contract.ts';
import { playersContract } from '#features/players/contract.ts';
import { reportsContract } from '#features/reports/contract.ts';
import { rewardsContract } from '#features/rewards/contract.ts';
import { sharingContract } from '#features/sharing/contract.ts';
import { sitesContract } from '#features/sites/contract.ts';
import { stockContract } from '#features/stock/contract.ts';
import { vendingContract } from '#features/vending/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';

/** An element that a page shows where a text became markup. */
export const plantedElement = '[data-planted]';

/** From the longest to the shortest; none needs to run to be found: the element and its request are enough. */
const payloads = [
  '"><img src=/planted onerror=alert(1) data-planted><a href="javascript:alert(1)">[x](javascript:alert(1))',
  '"><img src=/planted onerror=alert(1) data-planted>',
  '<svg onload=alert(1) data-planted>',
  '<i data-planted>x',
  '"><b>',
];

interface TextSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  pattern?: string;
  maxLength?: number;
  anyOf?: TextSchema[];
}

/** How long a free text may be; undefined for what is none: ids, choices, numbers, patterns of their own. */
function roomFor(schema: TextSchema): number | undefined {
  const text = schema.anyOf?.find(({ type }) => type === 'string') ?? schema;
  if (text.type !== 'string' || text.format || text.enum) return undefined;
  if (text.pattern && !text.pattern.includes('\\p{Cc}')) return undefined;
  return text.maxLength ?? Number.POSITIVE_INFINITY;
}

/** An input whose free texts, all that its contract knows and nobody names, are hostile. */
function hostileInput(endpoint: AnyEndpoint, named: object, lead: string): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' });
  const texts = Object.entries(properties).flatMap(([field, schema]) => {
    const room = roomFor(schema as TextSchema);
    const first = `${lead}${randomBytes(2).toString('hex')}`;
    const payload = payloads.find(({ length }) => room !== undefined && first.length + length <= room);
    return payload ? [[field, first + payload] as const] : [];
  });
  return { ...Object.fromEntries(texts), ...named };
}

const site = demoId('site:merchant:1');

/** What people of an organisation and a player write, by the calls they have. `lead`: how each text begins. */
export async function plantTexts(
  { merchant, admin, player }: { merchant: Client; admin: Client; player: Client },
  lead: string,
  /** others count on the sites and players of this installation: those stay as they are */
  shared = false,
): Promise<number> {
  let planted = 0;
  const write = async (client: Client, endpoint: AnyEndpoint, named: object = {}) => {
    const answer = await client.call(endpoint, hostileInput(endpoint, named, lead) as never);
    planted += 1;
    return answer as { id: string };
  };
  const day = businessDay(new Date(Date.now() - 86_400_000));
  const { id: roleId } = await write(merchant, accountsContract.saveRole, { permissions: [] });
  await write(merchant, accountsContract.createInvitation, { roleId });
  if (!shared) await write(merchant, sitesContract.createSite, { type: 'mall', regionCode: '310115' });
  const { id: typeId } = await write(merchant, giftsContract.saveType);
  await write(merchant, giftsContract.saveGift, { typeId, costFen: 100 });
  await write(merchant, membersContract.saveMember, {
    playerId: demoId('player:2088000000000002'),
    tags: [`${lead}<b>`],
  });
  const { id: categoryId } = await write(merchant, stockContract.saveClass, { kind: 'category' });
  await write(merchant, stockContract.saveGood, {
    categoryId,
    pricePoints: 10,
    onShelf: false,
    allShops: true,
    variants: [{ name: '' }],
  });
  await write(merchant, stockContract.saveStore, { kind: 'warehouse' });
  await write(merchant, stockContract.saveSupplier);
  await write(merchant, vendingContract.saveTemplate, { type: 'snack', priceFen: 100, costFen: 50 });
  await write(merchant, sharingContract.saveReceiver, {
    kind: 'owner',
    way: 'account',
    wechatName: undefined,
  });
  await write(merchant, reportsContract.makeStatementLink, {
    fieldId: site,
    from: day,
    to: day,
    validDays: 1,
  });
  await write(merchant, rewardsContract.saveTask, { kind: 'signIn', amount: 1, fieldId: site });
  await write(admin, contentContract.sendMessage, { audience: 'everyone', account: undefined });
  await write(player, addressesContract.saveAddress, { phone: '13900000005' });
  if (!shared) await write(player, playersContract.updateSelf);
  return planted;
}
