import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { contentContract } from '../contract.ts';
import { shipArticles } from '../server/ship-articles.ts';
import { readShippedArticles, type ShippedArticle } from '../server/shipped-articles.ts';
import { articles } from '../tables.ts';

const { server, staff } = testServer();
const admin = staff('admin');

const draft: InputOf<typeof contentContract.submitArticle> = {
  kind: 'question',
  slug: 'my-own-question',
  category: 'usage',
  titleZh: '怎样打印海报？',
  titleEn: 'How do I print a poster?',
  summaryZh: '用浏览器打印。',
  summaryEn: 'With the browser.',
  bodyZh: '打开页面后按 `Ctrl P`。',
  bodyEn: 'Open the page and press `Ctrl P`.',
};

async function shipped(slug: string): Promise<typeof articles.$inferSelect> {
  const [row] = await server.services.db.read.select().from(articles).where(eq(articles.slug, slug));
  if (!row) throw new Error(`no article ${slug}`);
  return row;
}

describe('reading articles', () => {
  it('gives every member of staff the manual in the language asked for', async () => {
    for (const [language, title] of [
      ['zh-cn', '场地'],
      ['en-us', 'Sites'],
    ] as const) {
      const clerk = await server.as('clerk', language);
      const article = await clerk.call(contentContract.articleDetail, { id: 'sites' });
      expect(article.title).toBe(title);
      expect(article.body.length).toBeGreaterThan(100);
    }
  });

  it('refuses people who are not logged in', async () => {
    const nobody = await server.as(undefined);
    await expect(nobody.call(contentContract.listArticles, { kind: 'manual' })).rejects.toMatchObject({
      status: 401,
    });
  });

  it('lists chapters in reading order and news from the newest', async () => {
    const merchant = await server.as('merchant');
    const manual = await merchant.call(contentContract.listArticles, { kind: 'manual', size: 100 });
    expect(manual.records[0]?.slug).toBe('getting-started');
    expect(manual.records.at(-1)?.slug).toBe('glossary');
    const news = await merchant.call(contentContract.listArticles, { kind: 'news' });
    const days = news.records.map(({ publishedAt }) => publishedAt);
    expect(days).toEqual([...days].sort().reverse());
  });

  it('answers questions only through the questions call and introductions only through theirs', async () => {
    const merchant = await server.as('merchant');
    const id = 'start-what-first';
    expect((await merchant.call(contentContract.questionDetail, { id })).slug).toBe(id);
    await expect(merchant.call(contentContract.introductionDetail, { id })).rejects.toMatchObject({
      status: 404,
    });
    const { id: uuid } = await shipped('invite-a-cashier');
    expect((await merchant.call(contentContract.introductionDetail, { id: uuid })).kind).toBe('tutorial');
  });

  it('fills the product-news tab', async () => {
    const merchant = await server.as('merchant');
    const other = merchant.call(contentContract.cpdtData, { userId: 'someone-else' });
    await expect(other).rejects.toMatchObject({ status: 404 });
    const { user_id: userId } = await server.login('merchant');
    const data = await merchant.call(contentContract.cpdtData, { userId: userId as string });
    expect(data.news.length).toBeGreaterThan(0);
    expect(data.tutorials.length).toBeGreaterThan(0);
    expect(data.questions.length).toBeGreaterThan(0);
    expect(data.unreadCount).toBeGreaterThan(0);
  });
});

/** What operators type in their first week, and what they have to find first, whichever language they read in. */
const firstAnswers = [
  ['pair', 'wifi-pairing'],
  ['wifi', 'wifi-pairing'],
  ['price', 'price-and-coins'],
  ['payout', 'payout-rate'],
  ['offline', 'offline-and-faults'],
  ['配网', 'wifi-pairing'],
  ['提现', 'withdrawals'],
  ['离线', 'offline-and-faults'],
  ['掉线', 'offline-and-faults'],
  ['机器掉线了怎么办', 'offline-and-faults'],
  ['怎么给机器连wifi', 'wifi-pairing'],
  ['价格', 'price-and-coins'],
  ['改价格', 'price-and-coins'],
  ['how do I change the price', 'price-and-coins'],
  ['出奖概率', 'payout-rate'],
  ['注册设备', 'register-machines'],
  ['pin', 'register-machines'],
  ['批量修改', 'batch-and-presets'],
  ['presets', 'batch-and-presets'],
  ['补货', 'lanes-and-replenishment'],
  ['restock', 'lanes-and-replenishment'],
  ['礼品', 'gifts'],
  ['收银', 'counter-sale'],
  ['退款', 'orders-and-refunds'],
  ['refund', 'orders-and-refunds'],
  ['故障订单', 'fault-orders'],
  ['fault orders', 'fault-orders'],
  ['钱包', 'wallet'],
  ['pending', 'wallet'],
  ['冻结', 'wallet'],
  ['withdraw', 'withdrawals'],
  ['cash out', 'withdrawals'],
  ['手续费', 'fees-and-collecting'],
  ['fees', 'fees-and-collecting'],
  ['分账', 'sharing'],
  ['对账单', 'sharing'],
  ['加盟商', 'franchisees'],
  ['员工', 'staff'],
  ['权限', 'roles-and-permissions'],
  ['流量卡', 'sim-cards'],
  ['告警', 'alerts'],
  ['alerts', 'alerts'],
  ['二维码', 'qr-labels'],
  ['labels', 'qr-labels'],
  ['消息', 'messages-and-help'],
  ['吞币', 'coins'],
] as const;

describe('searching', () => {
  it('finds Chinese words of two letters and puts titles first', async () => {
    const merchant = await server.as('merchant', 'zh-cn');
    const { records, total } = await merchant.call(contentContract.searchArticles, {
      keyword: '代理',
      size: 50,
    });
    expect(total).toBe(records.length);
    const inTitle = records.map(({ titleParts }) => titleParts.some((part) => part.hit));
    expect(inTitle[0]).toBe(true);
    expect(inTitle).toEqual([...inTitle].sort((a, b) => Number(b) - Number(a)));
    expect(records.every(({ snippet }) => snippet.length > 0)).toBe(true);
  });

  it.each(firstAnswers)('answers %s with the article about it', async (keyword, slug) => {
    for (const language of ['zh-cn', 'en-us'] as const) {
      const merchant = await server.as('merchant', language);
      const { records } = await merchant.call(contentContract.searchArticles, { keyword });
      expect(records[0]?.slug, `${keyword} in ${language}`).toBe(slug);
    }
  });

  it('puts a word of the title before one of a heading, and that before one of the text', async () => {
    const merchant = await server.as('merchant', 'en-us');
    const { records } = await merchant.call(contentContract.searchArticles, { keyword: 'iphone' });
    expect(records.map(({ slug }) => slug)).toEqual(['pair-with-an-iphone', 'wifi-pairing']);
  });

  it('takes letters from the beginning of a word', async () => {
    const merchant = await server.as('merchant', 'en-us');
    const { records } = await merchant.call(contentContract.searchArticles, { keyword: 'pin', size: 50 });
    expect(records.map(({ slug }) => slug)).toContain('machines-pin-lost');
    expect(records.map(({ slug }) => slug)).not.toContain('security');
  });

  it('finds an article by English words while the reader uses Chinese', async () => {
    const merchant = await server.as('merchant', 'zh-cn');
    const found = await merchant.call(contentContract.searchArticles, { keyword: 'opening HOURS' });
    expect(found.records.map(({ slug }) => slug)).toContain('opening-hours-and-refunds');
    expect(found.records.find(({ slug }) => slug === 'opening-hours-and-refunds')?.title).toMatch(/营业时间/);
  });

  it('wants all words, and takes signs of patterns as they are', async () => {
    const merchant = await server.as('merchant');
    const call = (keyword: string) => merchant.call(contentContract.searchArticles, { keyword });
    expect((await call('agents zebra')).total).toBe(0);
    expect((await call('%_\\')).total).toBe(0);
    expect((await call("'; drop table article --")).total).toBe(0);
  });

  it('can be narrowed to one kind', async () => {
    const merchant = await server.as('merchant');
    const found = await merchant.call(contentContract.searchArticles, { keyword: 'site', kind: 'question' });
    expect(new Set(found.records.map(({ kind }) => kind))).toEqual(new Set(['question']));
  });
});

describe('editing', () => {
  it('is for the platform only', async () => {
    for (const user of ['merchant', 'agent', 'clerk', 'franchisee'] as const) {
      const client = await server.as(user);
      await expect(client.call(contentContract.submitArticle, draft)).rejects.toMatchObject({ status: 403 });
      await expect(client.call(contentContract.pageArticles, {})).rejects.toMatchObject({ status: 403 });
    }
  });

  it('keeps a new article from readers until it is published', async () => {
    const merchant = await server.as('merchant');
    const { id } = await admin.call(contentContract.submitArticle, draft);
    await expect(merchant.call(contentContract.questionDetail, { id })).rejects.toMatchObject({
      status: 404,
    });
    const drafts = await admin.call(contentContract.pageArticles, { state: 'draft' });
    expect(drafts.records.map((row) => row.id)).toEqual([id]);
    await admin.call(contentContract.publishArticle, { id, published: true });
    expect((await merchant.call(contentContract.questionDetail, { id })).title).toBe(draft.titleEn);
    await admin.call(contentContract.publishArticle, { id, published: false });
    await expect(merchant.call(contentContract.questionDetail, { id })).rejects.toMatchObject({
      status: 404,
    });
    await admin.call(contentContract.removeArticles, { ids: [id] });
    await expect(admin.call(contentContract.editedArticle, { id })).rejects.toMatchObject({ status: 404 });
  });

  it('does not publish half an article', async () => {
    const { id } = await admin.call(contentContract.submitArticle, { ...draft, slug: 'half', bodyEn: '' });
    await expect(admin.call(contentContract.publishArticle, { id, published: true })).rejects.toMatchObject({
      status: 400,
      key: 'content:error.incomplete',
    });
  });

  it('refuses a name in the address that is taken', async () => {
    await expect(
      admin.call(contentContract.submitArticle, { ...draft, slug: 'glossary' }),
    ).rejects.toMatchObject({ status: 400, key: 'content:error.slugTaken' });
  });

  it('refuses pictures from elsewhere', async () => {
    await expect(
      admin.call(contentContract.submitArticle, {
        ...draft,
        slug: 'foreign',
        cover: 'https://evil.example/x.png',
      }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it('does not remove what comes with the product', async () => {
    const { id } = await shipped('glossary');
    await expect(admin.call(contentContract.removeArticles, { ids: [id] })).rejects.toMatchObject({
      key: 'content:error.shippedStays',
    });
  });
});

describe('shipping a new version', () => {
  const ship = (list: readonly ShippedArticle[]) =>
    server.services.db.transaction((tx) => shipArticles(tx, list, server.clock.now()));
  const version = () => readShippedArticles(server.services.texts);
  const newer = (slug: string) =>
    version().map((article) =>
      article.slug === slug ? { ...article, titleEn: `${article.titleEn}, renewed`, hash: 'newer' } : article,
    );

  it('changes nothing when nothing changed', async () => {
    const before = await shipped('agents');
    await ship(version());
    expect(await shipped('agents')).toEqual(before);
  });

  it('renews a text that nobody edited, and keeps it unpublished if it was', async () => {
    const { id } = await shipped('agents');
    await admin.call(contentContract.publishArticle, { id, published: false });
    await ship(newer('agents'));
    const row = await shipped('agents');
    expect(row.titleEn).toBe('Agents, renewed');
    expect(row.publishedAt).toBeNull();
  });

  it('leaves a text alone that the administrator edited, until it is restored', async () => {
    const { id } = await shipped('staff');
    const edited = await admin.call(contentContract.editedArticle, { id });
    await admin.call(contentContract.submitArticle, { ...edited, titleEn: 'Our staff' });
    await ship(newer('staff'));
    expect((await shipped('staff')).titleEn).toBe('Our staff');
    await admin.call(contentContract.restoreArticle, { id });
    expect((await shipped('staff')).titleEn).toBe('Staff and invitations');
  });

  it('removes what is no longer shipped, but not what was written here', async () => {
    const own = await admin.call(contentContract.submitArticle, { ...draft, slug: 'stays' });
    await ship(version().filter(({ slug }) => slug !== 'glossary'));
    await expect(shipped('glossary')).rejects.toThrow('no article');
    expect((await shipped('stays')).id).toBe(own.id);
    await ship(version());
    expect((await shipped('glossary')).publishedAt).not.toBeNull();
  });
});
