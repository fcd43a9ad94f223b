import { describe, expect, it } from 'vitest';
import { userByAccount } from '#features/base/accounts/server/public.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { everyoneTopic, type OutboxEvent, realmTopic, tenantTopic } from '#kit/server/outbox.ts';
import type { DemoUser } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { contentContract } from '../contract.ts';
import { sendSystemMessage } from '../server/public.ts';

const { server, staff } = testServer();
const admin = staff('admin');
const merchant = staff('merchant');

const everyUser: DemoUser[] = ['admin', 'agent', 'merchant', 'merchant2', 'franchisee', 'clerk'];
const words = { titleZh: '标题', titleEn: 'Title', bodyZh: '内容', bodyEn: 'Text' };
type Draft = InputOf<typeof contentContract.sendMessage>;

async function send(draft: Partial<Draft> & Pick<Draft, 'audience'>): Promise<string> {
  return (await admin.call(contentContract.sendMessage, { ...words, ...draft })).id;
}

async function inboxOf(user: DemoUser) {
  const client = await server.as(user);
  return (await client.call(contentContract.listMessages, { size: 100 })).records;
}

async function readersOf(id: string): Promise<DemoUser[]> {
  const readers: DemoUser[] = [];
  for (const user of everyUser)
    if ((await inboxOf(user)).some((message) => message.id === id)) readers.push(user);
  return readers;
}

const unread = async (user: DemoUser) =>
  (await (await server.as(user)).call(contentContract.unreadMessages, {})).count;

describe('the audience of a message', () => {
  it('can be everyone', async () => {
    expect(await readersOf(await send({ audience: 'everyone' }))).toEqual(everyUser);
  });

  it('can be one kind of organisation', async () => {
    const id = await send({ audience: 'realm', realm: 'agent' });
    expect(await readersOf(id)).toEqual(['agent']);
  });

  it('can be one organisation, and then no other tenant sees it', async () => {
    const id = await send({ audience: 'tenant', tenantId: demoTenants.merchant });
    expect(await readersOf(id)).toEqual(['merchant', 'franchisee', 'clerk']);
    const stranger = await server.as('merchant2');
    await expect(stranger.call(contentContract.readMessage, { id })).rejects.toMatchObject({ status: 404 });
  });

  it('can be one account, found by its name', async () => {
    expect(await readersOf(await send({ audience: 'user', account: 'clerk' }))).toEqual(['clerk']);
  });

  it('must exist', async () => {
    await expect(send({ audience: 'tenant', tenantId: '999999' })).rejects.toMatchObject({ status: 400 });
    await expect(send({ audience: 'user', account: 'nobody' })).rejects.toMatchObject({ status: 400 });
    await expect(send({ audience: 'realm' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('sending', () => {
  it('is for the platform only', async () => {
    for (const user of everyUser.filter((name) => name !== 'admin')) {
      const client = await server.as(user);
      const attempt = client.call(contentContract.sendMessage, { ...words, audience: 'everyone' });
      await expect(attempt).rejects.toMatchObject({ status: 403 });
    }
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'refuses the link %s, which leads out of the product',
    async (link) => {
      await expect(send({ audience: 'everyone', link })).rejects.toMatchObject({ status: 400 });
    },
  );

  it('reaches open pages at once, and only those of its readers', async () => {
    const heard: OutboxEvent[] = [];
    const topics = [everyoneTopic, realmTopic('agent'), tenantTopic(demoTenants.merchant2)];
    const stop = server.services.live.subscribe(topics, (event) => heard.push(event));
    await send({ audience: 'tenant', tenantId: demoTenants.merchant });
    const id = await send({ audience: 'tenant', tenantId: demoTenants.merchant2 });
    await expect
      .poll(() => heard.map(({ event, data }) => [event, data.id]), soon)
      .toEqual([['message.arrived', id]]);
    stop();
  });

  it('shows in the history with the number of its readers, and can be taken back', async () => {
    const id = await send({ audience: 'realm', realm: 'agent' });
    await (await server.as('agent')).call(contentContract.readMessage, { id });
    const history = async () =>
      (await admin.call(contentContract.pageSentMessages, { size: 100 })).records.find(
        (row) => row.id === id,
      );
    expect(await history()).toMatchObject({
      audience: 'realm',
      target: 'agent',
      readers: 1,
      withdrawnAt: null,
    });
    await admin.call(contentContract.withdrawMessage, { id });
    expect((await history())?.withdrawnAt).not.toBeNull();
    expect(await readersOf(id)).toEqual([]);
  });
});

describe('reading', () => {
  it('counts per person', async () => {
    const id = await send({ audience: 'tenant', tenantId: demoTenants.merchant });
    const [ofMerchant, ofClerk] = [await unread('merchant'), await unread('clerk')];
    await (await server.as('merchant')).call(contentContract.readMessage, { id });
    expect(await unread('merchant')).toBe(ofMerchant - 1);
    expect(await unread('clerk')).toBe(ofClerk);
    expect((await inboxOf('merchant')).find((message) => message.id === id)?.read).toBe(true);
    expect((await inboxOf('clerk')).find((message) => message.id === id)?.read).toBe(false);
  });

  it('does no harm when repeated, even at the same time', async () => {
    const id = await send({ audience: 'everyone' });
    const client = await server.as('merchant2');
    await Promise.all(Array.from({ length: 5 }, () => client.call(contentContract.readMessage, { id })));
    expect((await inboxOf('merchant2')).find((message) => message.id === id)?.read).toBe(true);
  });

  it('of all messages leaves nothing unread for this person and everything for the others', async () => {
    await send({ audience: 'everyone' });
    const client = await server.as('franchisee');
    const others = await unread('clerk');
    const before = await unread('franchisee');
    expect(before).toBeGreaterThan(0);
    expect((await client.call(contentContract.readAllMessages, {})).count).toBe(before);
    expect(await unread('franchisee')).toBe(0);
    expect(await unread('clerk')).toBe(others);
    const rest = await client.call(contentContract.listMessages, { unread: true });
    expect(rest.total).toBe(0);
  });

  it('happens in the language of the reader', async () => {
    const id = await send({ audience: 'user', account: 'agent' });
    const inChinese = await (await server.as('agent', 'zh-cn')).call(contentContract.listMessages, {});
    expect(inChinese.records.find((message) => message.id === id)).toMatchObject({
      title: '标题',
      body: '内容',
    });
  });
});

describe('messages of other features', () => {
  it('are written in both languages from translation keys', async () => {
    const { db, texts } = server.services;
    const user = await userByAccount(db.read, 'merchant2');
    const id = await db.transaction((tx) =>
      sendSystemMessage(tx, texts, {
        audience: { kind: 'user', userId: user!.id },
        titleKey: 'content:search.count',
        bodyKey: 'content:search.noneHint',
        params: { count: 3 },
        link: '/help',
      }),
    );
    const message = (await inboxOf('merchant2')).find((candidate) => candidate.id === id);
    expect(message).toMatchObject({ title: '3 found', level: 'notice', link: '/help', read: false });
  });

  const tellMerchant = (link: string) =>
    server.services.db.transaction((tx) =>
      sendSystemMessage(tx, server.services.texts, {
        audience: { kind: 'tenant', tenantId: demoTenants.merchant },
        titleKey: 'content:search.noneHint',
        bodyKey: 'content:search.noneHint',
        link,
      }),
    );
  const idsOf = async (client: Awaited<ReturnType<typeof server.as>>) =>
    (await client.call(contentContract.listMessages, { size: 100 })).records.map(({ id }) => id);

  it('about money are for those who may look at it, and count for nobody else', async () => {
    const { client: counter } = await hireStaff(server, merchant, ['orders.view']);
    const { client: bookkeeper } = await hireStaff(server, merchant, ['wallet.view']);
    const { client: bystander } = await hireStaff(server, merchant, ['wallet.view']);
    await bystander.call(contentContract.readAllMessages, {});
    const [atFirst, before] = await Promise.all(
      [counter, bystander].map(
        async (client) => (await client.call(contentContract.unreadMessages, {})).count,
      ),
    );
    const id = await tellMerchant('/accountFlow?purpose=available');
    for (const client of [merchant, bookkeeper]) expect(await idsOf(client)).toContain(id);
    expect(await idsOf(counter)).not.toContain(id);
    expect((await counter.call(contentContract.unreadMessages, {})).count).toBe(atFirst);
    expect((await bystander.call(contentContract.unreadMessages, {})).count).toBe(before! + 1);
    await expect(counter.call(contentContract.readMessage, { id })).rejects.toMatchObject({ status: 404 });
  });

  it('from before somebody came are not theirs; from that day on they are', async () => {
    const { db } = server.services;
    const ids = [
      await tellMerchant('/operation_manual'),
      await send({ audience: 'everyone' }),
      await send({ audience: 'tenant', tenantId: demoTenants.merchant }),
    ];
    await db.raw`update system_message set created_at = now() - interval '2 days' where id in ${db.raw(ids)}`;
    const today = await tellMerchant('/operation_manual');
    const { client: newcomer } = await hireStaff(server, merchant, ['orders.view']);
    const inbox = await idsOf(newcomer);
    expect(inbox).toContain(today);
    expect(await idsOf(merchant)).toEqual(expect.arrayContaining(ids));
    for (const id of ids) {
      expect(inbox).not.toContain(id);
      await expect(newcomer.call(contentContract.readMessage, { id })).rejects.toMatchObject({ status: 404 });
    }
    await newcomer.call(contentContract.readAllMessages, {});
    expect((await newcomer.call(contentContract.unreadMessages, {})).count).toBe(0);
  });
});
