/** What a shop shows of itself in the players' app: pictures with their days and links, and its group. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { messagesContract } from '#features/base/content/contract/messages.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { uploadsContract } from '#features/base/uploads/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { mostShown } from '../contract/slides.ts';
import { storefrontContract } from '../contract.ts';
import { remindOfEnds } from '../server/remind-of-ends.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');
const { listSlides, saveSlide, sortSlides, removeSlides, showSlides, previewSlides } = storefrontContract;
const { saveFanGroup, listFanGroups, removeFanGroups, showFanGroup } = storefrontContract;

const [shop, otherShop, third] = [1, 2, 3].map((number) => demoId(`site:merchant:${number}`)) as [
  string,
  string,
  string,
];
let nobody: Client;
let image: string;
let today: string;

async function upload(bytes: Buffer, busType: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'a.png');
  const answer = await merchant.request(`${uploadsContract.uploadFile.path}?busType=${busType}`, {
    method: 'POST',
    body,
  });
  return ((await answer.json()) as { data: { link: string } }).data.link;
}

const noise = (side: number) =>
  sharp({
    create: {
      ...{ width: side, height: side, channels: 3, background: '#2a6' },
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png()
    .toBuffer();

beforeAll(async () => {
  nobody = await server.as(undefined);
  today = businessDay(server.clock.now());
  const plain = { width: 320, height: 180, channels: 3, background: '#2a6' } as const;
  image = await upload(await sharp({ create: plain }).png().toBuffer(), 'picture');
  // what the demo shows is put away: the tests hang their own
  const known = await merchant.call(listSlides, {});
  await merchant.call(removeSlides, { ids: known.map(({ id }) => id) });
});

const draft = (fields: Partial<InputOf<typeof saveSlide>> = {}) => ({
  ...{ name: 'a picture', image, link: 'none' as const, enabled: true },
  ...fields,
});
const hang = async (fields?: Partial<InputOf<typeof saveSlide>>) =>
  (await merchant.call(saveSlide, draft(fields))).id;
const take = (...ids: string[]) => merchant.call(removeSlides, { ids });
const seenAt = async (fieldId: string) =>
  (await nobody.call(showSlides, { fieldId })).map(({ name }) => name);

describe('pictures', () => {
  it('of all shops hang in each, those of one shop there alone, in the order that staff give them', async () => {
    const first = await hang({ name: 'everywhere' });
    const second = await hang({ name: 'here', fieldId: shop });
    expect(await seenAt(shop)).toEqual(['everywhere', 'here']);
    expect(await seenAt(otherShop)).toEqual(['everywhere']);
    await merchant.call(sortSlides, { ids: [second, first] });
    expect(await seenAt(shop)).toEqual(['here', 'everywhere']);
    await take(first, second);
    expect(await seenAt(shop)).toEqual([]);
  });

  it('are shown on their days alone, and a preview tells of other days', async () => {
    const ids = [
      await hang({ name: 'tomorrow', fromDay: addDays(today, 1) }),
      await hang({ name: 'until yesterday', toDay: addDays(today, -1) }),
      await hang({ name: 'today', fromDay: today, toDay: today }),
      await hang({ name: 'put away', enabled: false }),
    ];
    expect(await seenAt(shop)).toEqual(['today']);
    const preview = await merchant.call(previewSlides, { fieldId: shop, day: addDays(today, 1) });
    expect(preview.map(({ name }) => name)).toEqual(['tomorrow']);
    const states = (await merchant.call(listSlides, {})).map(({ name, state }) => [name, state]);
    expect(states).toEqual([
      ['tomorrow', 'waiting'],
      ['until yesterday', 'over'],
      ['today', 'shown'],
      ['put away', 'off'],
    ]);
    await take(...ids);
  });

  it('lead to a page of ours for the shop they are seen in, or to an allowed host', async () => {
    const page = await hang({ link: 'page', page: 'cards' });
    const outside = await hang({ link: 'outside', address: 'https://mp.weixin.qq.com/s/abc' });
    expect((await nobody.call(showSlides, { fieldId: otherShop })).map(({ to }) => to)).toEqual([
      `/benefit_card_shop?fieldId=${otherShop}`,
      'https://mp.weixin.qq.com/s/abc',
    ]);
    await take(page, outside);
  });

  it.each([
    [{ link: 'outside', address: 'https://evil.example/' }, 'address'],
    [{ link: 'outside', address: 'https://mp.weixin.qq.com@evil.example/' }, 'address'],
    [{ link: 'outside', address: 'http://127.0.0.1:5432/' }, 'address'],
    [{ link: 'outside' }, 'address'],
    [{ link: 'page' }, 'page'],
    [{ fromDay: '2026-10-02', toDay: '2026-10-01' }, 'toDay'],
    [{ image: '/files/100002/202601/aaaa0000000000000.png' }, 'image'],
    [{ image: 'https://evil.example/a.png' }, 'image'],
  ] as const)('are refused with the field that is wrong: %j', async (fields, field) => {
    const { issues } = await refusal(merchant.call(saveSlide, draft(fields)));
    expect(issues.map(({ path }) => path)).toContain(field);
  });

  it('of another merchant can neither be shown nor used nor changed', async () => {
    const id = await hang();
    const other = await server.as('merchant2');
    expect(await other.call(listSlides, {})).toEqual([]);
    expect((await refusal(other.call(saveSlide, { ...draft(), id }))).issues[0]?.path).toBe('image');
    expect((await refusal(other.call(removeSlides, { ids: [id] }))).status).toBe(404);
    expect((await refusal(other.call(previewSlides, { fieldId: shop, day: today }))).status).toBe(404);
    await take(id);
  });

  it('of all shops are decided by who sees all of them', async () => {
    const rights = ['storefront.view', 'storefront.edit'];
    const { client } = await hireStaff(server, await server.as('merchant'), rights, [otherShop]);
    const whole = await hang({ name: 'everywhere' });
    expect(await refusalOf(client.call(saveSlide, draft()))).toBe('storefront:error.wholeMerchant');
    expect((await refusal(client.call(saveSlide, draft({ fieldId: shop })))).status).toBe(400);
    const { id } = await client.call(saveSlide, draft({ fieldId: otherShop, name: 'theirs' }));
    expect((await client.call(listSlides, {})).map((slide) => slide.id)).toEqual([id]);
    expect((await refusal(client.call(removeSlides, { ids: [whole] }))).status).toBe(404);
    expect(await seenAt(otherShop)).toEqual(['everywhere', 'theirs']);
    await take(whole, id);
  });

  it('are no more on a phone than anybody swipes through', async () => {
    const ids: string[] = [];
    for (let count = 0; count <= mostShown; count += 1) ids.push(await hang({ name: `picture ${count}` }));
    expect(await seenAt(shop)).toHaveLength(mostShown);
    await take(...ids);
  });

  it('keep their order when somebody adds one meanwhile', async () => {
    const [first, second] = [await hang({ name: 'a' }), await hang({ name: 'b' })];
    expect(await refusalOf(merchant.call(sortSlides, { ids: [second] }))).toBe(
      'storefront:error.slidesChanged',
    );
    expect(await seenAt(shop)).toEqual(['a', 'b']);
    await take(first, second);
  });
});

describe('the group of a shop', () => {
  const group = (fields: Partial<InputOf<typeof saveFanGroup>> = {}) => ({
    ...{ fieldId: third, name: 'players', intro: '', qr: image, endsOn: addDays(today, 5) },
    ...fields,
  });
  const titles = async () =>
    (await merchant.call(messagesContract.listMessages, { size: 50 })).records.map(({ title }) => title);

  it('is one for each shop, shown to everybody until its last day', async () => {
    const { id } = await merchant.call(saveFanGroup, group());
    expect(await refusalOf(merchant.call(saveFanGroup, group()))).toBe('storefront:error.siteHasGroup');
    const seen = await nobody.call(showFanGroup, { fieldId: third });
    expect(seen.group).toMatchObject({ name: 'players', qr: image });
    await merchant.call(saveFanGroup, group({ id, endsOn: addDays(today, -1) }));
    // a code that is over is not given out: who scans it would be told off by WeChat
    expect((await nobody.call(showFanGroup, { fieldId: third })).group).toMatchObject({ qr: null });
    await merchant.call(removeFanGroups, { ids: [id] });
    expect((await nobody.call(showFanGroup, { fieldId: third })).group).toBeNull();
    expect((await refusal(nobody.call(showFanGroup, { fieldId: newId() }))).status).toBe(404);
  });

  it('has a code of 200 KB at the most', async () => {
    const large = await upload(await noise(900), 'picture');
    const { issues } = await refusal(merchant.call(saveFanGroup, group({ qr: large })));
    expect(issues.map(({ path }) => path)).toContain('qr');
  });

  it('reminds of its end two days before and once it is over, each once', async () => {
    const { id } = await merchant.call(saveFanGroup, group({ endsOn: addDays(today, 3), name: 'reminding' }));
    const toldOf = async () => (await titles()).filter((title) => title.includes(shopName)).length;
    const { records } = await merchant.call(listFanGroups, { fieldId: third });
    const shopName = records[0]!.fieldName!;
    const tell = () => remindOfEnds(server.services);
    const before = await toldOf();
    await tell();
    expect(await toldOf()).toBe(before);
    await merchant.call(saveFanGroup, group({ id, endsOn: addDays(today, 2), name: 'reminding' }));
    await Promise.all([tell(), tell()]);
    expect(await toldOf()).toBe(before + 1);
    await tell();
    expect(await toldOf()).toBe(before + 1);
    await merchant.call(saveFanGroup, group({ id, endsOn: addDays(today, -1), name: 'reminding' }));
    await tell();
    expect(await toldOf()).toBe(before + 2);
    await merchant.call(removeFanGroups, { ids: [id] });
  });
});
