/** Players and shops talk: who reads what, what is unread, and how long everything takes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { findPlayer, issuePlayerToken } from '#features/base/players/server/public.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { hallOf } from '#features/people/members/test/hall.ts';
import { daysPass, leave, ownFile, phoneKnownForDays } from '#features/people/playerapp/test/leaving.ts';
import { automaticSite, manualSite, openArcade } from '#features/selling/orders/test/arcade.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { refusal, refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { messagesOfPage } from '../contract/shared.ts';
import { conversationsContract as calls } from '../contract.ts';
import { mostBegun, mostUnanswered } from '../rules/flood-rules.ts';
import { dropErasedPictures } from '../server/keep-pictures.ts';
import { failedOrder, fetchOf, night, noon, say, textsOf, upload } from './talk.ts';

const arcade = staged(openArcade, (it) => it.close());
let phones = 0;

/** Somebody new each time, so that no test counts the messages of another. */
async function newcomer(): Promise<{ client: Client; id: string }> {
  const { server } = arcade;
  const phone = `1377711${String(++phones).padStart(4, '0')}`;
  const id = await hallOf(server).guest({ phone });
  const player = await findPlayer(server.services.db.read, id);
  return { client: server.withToken(await issuePlayerToken(server.services, player!)), id };
}

const clerkOf = async (sites?: string[], rights = ['conversations.view', 'conversations.answer']) =>
  (await hireStaff(arcade.server, await arcade.staff(), rights, sites)).client;

const find = async (staff: Client, conversationId: string) =>
  staff.call(calls.readConversation, { conversationId });

beforeAll(() => {
  arcade.server.clock.hold(noon);
});

describe('a conversation', () => {
  it('begins with the player’s first message about an order, and the answer reaches the player', async () => {
    const player = await arcade.player();
    const orderNumber = await failedOrder(arcade, player, manualSite);
    const { conversationId } = await say(player, 'Six coins are missing', { orderNumber });
    const owner = await arcade.staff();
    expect(await find(owner, conversationId)).toMatchObject({
      ...{ subject: 'order', orderNumber, fieldId: manualSite, state: 'open', unread: 1 },
      ...{ lastText: 'Six coins are missing', playerName: '林小雨', userId: null },
    });
    await owner.call(calls.sendMessage, { conversationId, text: 'We send them' });
    const own = await player.call(calls.listOwnMessages, { conversationId });
    expect(own.messages.map(({ side, text }) => [side, text])).toEqual([
      ['player', 'Six coins are missing'],
      ['staff', 'We send them'],
    ]);
    expect(JSON.stringify(own)).not.toContain('userName');
  });

  it('about one order is one, and about the shop another one', async () => {
    const player = await arcade.player();
    const orderNumber = await failedOrder(arcade, player, manualSite);
    const first = await say(player, 'one', { orderNumber });
    const again = await say(player, 'two', { orderNumber });
    const shop = await say(player, 'three', { fieldId: manualSite });
    const there = await say(player, 'four', { conversationId: first.conversationId });
    expect(again.conversationId).toBe(first.conversationId);
    expect(there.conversationId).toBe(first.conversationId);
    expect(shop.conversationId).not.toBe(first.conversationId);
    expect(there.seq).toBe(3);
  });

  it('that two phones begin at once is one', async () => {
    const { client } = await newcomer();
    const both = await Promise.all([
      say(client, 'from one phone', { fieldId: automaticSite }),
      say(client, 'from the other', { fieldId: automaticSite }),
    ]);
    expect(new Set(both.map(({ conversationId }) => conversationId)).size).toBe(1);
    expect(both.map(({ seq }) => seq).sort()).toEqual([1, 2]);
  });

  it('has one message for one request id, and another for another', async () => {
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'begin', { fieldId: automaticSite });
    const requestId = newId();
    const send = () => client.call(calls.writeMessage, { conversationId, text: 'once' }, { requestId });
    const [one, other] = [await send(), await send()];
    expect(other).toEqual(one);
    await client.call(calls.writeMessage, { conversationId, text: 'once' }, { requestId: newId() });
    expect(textsOf(await client.call(calls.listOwnMessages, { conversationId }))).toEqual([
      'begin',
      'once',
      'once',
    ]);
  });

  it('keeps HTML as the text that it is', async () => {
    const { client } = await newcomer();
    const text = '<img src=x onerror=alert(1)> <b>&amp;</b>';
    const { conversationId } = await say(client, text, { fieldId: automaticSite });
    expect(textsOf(await (await arcade.staff()).call(calls.listMessages, { conversationId }))).toEqual([
      text,
    ]);
  });

  it('is read page by page, and what came since by the number of the last message', async () => {
    const { client } = await newcomer();
    const owner = await arcade.staff();
    const { conversationId } = await say(client, 'message 1', { fieldId: automaticSite });
    const count = messagesOfPage * 2 + 5;
    for (let place = 2; place <= count; place++)
      await owner.call(calls.sendMessage, { conversationId, text: `message ${place}` });
    const newest = await client.call(calls.listOwnMessages, { conversationId });
    expect(newest).toMatchObject({ hasMore: true });
    expect(newest.messages.map(({ seq }) => seq)).toEqual(
      Array.from({ length: messagesOfPage }, (_, place) => count - messagesOfPage + 1 + place),
    );
    const before = newest.messages[0]!.seq;
    const older = await client.call(calls.listOwnMessages, { conversationId, before });
    expect(older.messages.at(-1)?.seq).toBe(before - 1);
    const first = await client.call(calls.listOwnMessages, { conversationId, before: 6 });
    expect([first.messages.length, first.hasMore]).toEqual([5, false]);
    const since = await owner.call(calls.listMessages, { conversationId, after: count - 2 });
    expect([textsOf(since), since.hasMore]).toEqual([[`message ${count - 1}`, `message ${count}`], false]);
  });

  it('says of whom it is by a masked phone', async () => {
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'who am I', { fieldId: automaticSite });
    expect((await find(await arcade.staff(), conversationId)).playerPhone).toMatch(/^137\*{4}\d{4}$/);
  });
});

describe('who reads a conversation', () => {
  it('is nobody of another merchant: there it is not found, in whichever call', async () => {
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'mine', { fieldId: automaticSite });
    const { data } = await upload(client, calls.writePicture.path, { conversationId, requestId: newId() });
    const other = await arcade.server.as('merchant2');
    const about = { conversationId };
    const attempts = [
      () => other.call(calls.readConversation, about),
      () => other.call(calls.listMessages, about),
      () => other.call(calls.sendMessage, { ...about, text: 'not mine' }),
      () => other.call(calls.markRead, { ...about, seq: 1 }),
      () => other.call(calls.assignConversation, about),
      () => other.call(calls.listColleagues, about),
      () => other.call(calls.snoozeConversation, about),
      () => other.call(calls.wakeConversation, about),
      () => other.call(calls.solveConversation, about),
    ];
    for (const attempt of attempts) expect((await refusal(attempt())).status).toBe(404);
    expect((await fetchOf(other, calls.readPicture.path, data.id)).status).toBe(404);
    expect((await upload(other, calls.sendPicture.path, { ...about, requestId: newId() })).status).toBe(404);
    for (const box of ['open', 'mine', 'snoozed', 'solved'] as const) {
      const { records } = await other.call(calls.listConversations, { box, size: 100 });
      expect(records.map(({ id }) => id)).not.toContain(conversationId);
    }
  });

  it('of some sites reads those of these sites alone, and counts them alone', async () => {
    const { client } = await newcomer();
    const here = await say(client, 'here', { fieldId: automaticSite });
    const there = await say(client, 'there', { fieldId: manualSite });
    const clerk = await clerkOf([manualSite]);
    expect(await find(clerk, there.conversationId)).toMatchObject({ fieldId: manualSite });
    expect((await refusal(find(clerk, here.conversationId))).status).toBe(404);
    expect(
      (await refusal(clerk.call(calls.sendMessage, { conversationId: here.conversationId, text: 'no' })))
        .status,
    ).toBe(404);
    const { records } = await clerk.call(calls.listConversations, { size: 100 });
    expect(new Set(records.map(({ fieldId }) => fieldId))).toEqual(new Set([manualSite]));
    const { unread } = await clerk.call(calls.countUnread, {});
    expect(unread).toBe(records.reduce((sum, one) => sum + one.unread, 0));
  });

  it('needs the right to see, and to answer the right to answer', async () => {
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'rights', { fieldId: automaticSite });
    const stranger = await clerkOf(undefined, ['orders.view']);
    expect((await refusal(find(stranger, conversationId))).status).toBe(403);
    const reader = await clerkOf(undefined, ['conversations.view']);
    expect(await find(reader, conversationId)).toMatchObject({ id: conversationId });
    expect((await refusal(reader.call(calls.sendMessage, { conversationId, text: 'no' }))).status).toBe(403);
  });

  it('is no other player, and nobody writes about somebody else’s order', async () => {
    const player = await arcade.player();
    const orderNumber = await failedOrder(arcade, player, manualSite);
    const { conversationId } = await say(player, 'my order', { orderNumber });
    const { client } = await newcomer();
    const attempts = [
      () => client.call(calls.listOwnMessages, { conversationId }),
      () => client.call(calls.findOwnConversation, { conversationId }),
      () => client.call(calls.findOwnConversation, { orderNumber }),
      () => client.call(calls.writeMessage, { conversationId, text: 'me too' }),
      () => client.call(calls.writeMessage, { orderNumber, text: 'me too' }),
      () => client.call(calls.markOwnRead, { conversationId, seq: 1 }),
    ];
    for (const attempt of attempts) expect((await refusal(attempt())).status).toBe(404);
    expect((await client.call(calls.listOwnConversations, {})).total).toBe(0);
  });
});

describe('pictures', () => {
  it('are for the two sides alone, encoded again and without what was hidden in them', async () => {
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'look', { fieldId: automaticSite });
    const { data } = await upload(client, calls.writePicture.path, { conversationId, requestId: newId() });
    const own = await fetchOf(client, calls.readOwnPicture.path, data.id);
    expect(own.headers.get('content-type')).toBe('image/jpeg');
    expect(own.headers.get('cache-control')).toContain('no-store');
    expect(Buffer.from(await own.arrayBuffer()).includes('secret place')).toBe(false);
    expect((await fetchOf(await clerkOf([automaticSite]), calls.readPicture.path, data.id)).status).toBe(200);
    expect((await fetchOf(await clerkOf([manualSite]), calls.readPicture.path, data.id)).status).toBe(404);
    const stranger = (await newcomer()).client;
    expect((await fetchOf(stranger, calls.readOwnPicture.path, data.id)).status).toBe(404);
    const nobody = await arcade.server.as(undefined);
    expect((await fetchOf(nobody, calls.readOwnPicture.path, data.id)).status).toBe(401);
    expect((await fetchOf(nobody, calls.readPicture.path, data.id)).status).toBe(401);
  });

  it('sent twice with one request id are one message, and the store keeps one file', async () => {
    const { client } = await newcomer();
    const owner = await arcade.staff();
    const { conversationId } = await say(client, 'twice', { fieldId: automaticSite });
    const requestId = newId();
    const send = () => upload(owner, calls.sendPicture.path, { conversationId, requestId });
    const [one, other] = [await send(), await send()];
    expect(other.data).toEqual(one.data);
    const { messages } = await client.call(calls.listOwnMessages, { conversationId });
    expect(messages.filter(({ hasPicture }) => hasPicture)).toHaveLength(1);
  });

  it('that are none are refused by what they are', async () => {
    const { client } = await newcomer();
    const where = { fieldId: automaticSite, requestId: newId() };
    const { status } = await upload(
      client,
      calls.writePicture.path,
      where,
      Buffer.from('<svg onload="alert(1)"/>'),
    );
    expect(status).toBe(400);
    expect((await client.call(calls.listOwnConversations, {})).total).toBe(0);
  });
});

describe('what is unread', () => {
  it('is exact when it is read twice, and by two of the shop at once', async () => {
    const { client } = await newcomer();
    const [one, other] = [await arcade.staff(), await clerkOf()];
    const { conversationId } = await say(client, 'a', { fieldId: automaticSite });
    await say(client, 'b', { conversationId });
    await say(client, 'c', { conversationId });
    const read = (staff: Client, seq: number) => staff.call(calls.markRead, { conversationId, seq });
    expect(await read(one, 2)).toEqual({ unread: 1 });
    await Promise.all([read(one, 2), read(other, 2), read(one, 1)]);
    expect((await find(one, conversationId)).unread).toBe(1);
    expect(await Promise.all([read(one, 3), read(other, 3)])).toEqual([{ unread: 0 }, { unread: 0 }]);
    await say(client, 'd', { conversationId });
    expect(await read(other, 3)).toEqual({ unread: 1 });
    // further than there is
    expect(await read(other, 999)).toEqual({ unread: 0 });
    await say(client, 'e', { conversationId });
    expect((await find(one, conversationId)).unread).toBe(1);
  });

  it('of the player counts what the shop wrote, and the shop sees how far was read', async () => {
    const { client } = await newcomer();
    const owner = await arcade.staff();
    const { conversationId } = await say(client, 'hello', { fieldId: automaticSite });
    for (const text of ['x', 'y']) await owner.call(calls.sendMessage, { conversationId, text });
    expect(await client.call(calls.countOwnUnread, {})).toEqual({ unread: 2 });
    expect(await client.call(calls.markOwnRead, { conversationId, seq: 2 })).toEqual({ unread: 1 });
    expect((await owner.call(calls.listMessages, { conversationId })).readSeq).toBe(2);
    expect(await client.call(calls.markOwnRead, { conversationId, seq: 3 })).toEqual({ unread: 0 });
    expect(await client.call(calls.countOwnUnread, {})).toEqual({ unread: 0 });
  });
});

describe('the work of the shop', () => {
  it('is whose who answered first, and can be given to whom may answer at the site', async () => {
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'who has me', { fieldId: manualSite });
    const clerk = await clerkOf([manualSite]);
    await clerk.call(calls.sendMessage, { conversationId, text: 'I do' });
    const owner = await arcade.staff();
    const taken = await find(owner, conversationId);
    expect(taken.userName).not.toBeNull();
    await owner.call(calls.sendMessage, { conversationId, text: 'and I help' });
    expect((await find(owner, conversationId)).userId).toBe(taken.userId);
    const mine = await clerk.call(calls.listConversations, { box: 'mine' });
    expect(mine.records.map(({ id }) => id)).toEqual([conversationId]);

    const colleagues = await owner.call(calls.listColleagues, { conversationId });
    expect(colleagues.map(({ id }) => id)).toContain(taken.userId);
    await owner.call(calls.assignConversation, { conversationId });
    expect(await find(owner, conversationId)).toMatchObject({ userId: null, userName: null });
    const elsewhere = await hireStaff(
      arcade.server,
      owner,
      ['conversations.view', 'conversations.answer'],
      [automaticSite],
    );
    const [{ id: userId }] = await arcade.server.services.db.raw<[{ id: string }]>`
      select id from user_account where account = ${elsewhere.account}`;
    expect(await refusalOf(owner.call(calls.assignConversation, { conversationId, userId }))).toBe(
      'conversations:error.mayNotAnswer',
    );
  });

  it('sleeps until the player answers, and not while the player waits', async () => {
    const { client } = await newcomer();
    const owner = await arcade.staff();
    const { conversationId } = await say(client, 'question', { fieldId: automaticSite });
    expect(await refusalOf(owner.call(calls.snoozeConversation, { conversationId }))).toBe(
      'conversations:error.answerFirst',
    );
    await owner.call(calls.sendMessage, { conversationId, text: 'which machine?' });
    await owner.call(calls.snoozeConversation, { conversationId });
    const openOnes = async () =>
      (await owner.call(calls.listConversations, { box: 'open', size: 100 })).records.map(({ id }) => id);
    expect(await openOnes()).not.toContain(conversationId);
    await say(client, 'the third', { conversationId });
    expect(await openOnes()).toContain(conversationId);
    await owner.call(calls.sendMessage, { conversationId, text: 'thank you' });
    await owner.call(calls.snoozeConversation, { conversationId });
    await owner.call(calls.wakeConversation, { conversationId });
    expect((await find(owner, conversationId)).state).toBe('open');
  });

  it('is solved until somebody writes again', async () => {
    const { client } = await newcomer();
    const owner = await arcade.staff();
    const { conversationId } = await say(client, 'broken', { fieldId: automaticSite });
    await owner.call(calls.solveConversation, { conversationId });
    expect(await find(owner, conversationId)).toMatchObject({ state: 'solved', wait: { running: false } });
    await say(client, 'again', { conversationId });
    expect(await find(owner, conversationId)).toMatchObject({ state: 'open', wait: { running: true } });
  });
});

describe('the clocks', () => {
  it('count while the shop is open, and say what is late', async () => {
    const { clock } = arcade.server;
    clock.hold(noon);
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'first', { fieldId: automaticSite });
    clock.forward(16 * minuteMs);
    const owner = await arcade.staff();
    expect((await find(owner, conversationId)).wait).toEqual({ seconds: 16 * 60, running: true, late: true });
    await owner.call(calls.sendMessage, { conversationId, text: 'sorry' });
    // at 21:50 the player writes, and at 10:05 of the next day somebody answers
    clock.hold(new Date('2026-11-25T13:50:00Z'));
    await say(client, 'next', { conversationId });
    clock.hold(new Date('2026-11-26T02:05:00Z'));
    const morning = await arcade.staff();
    await morning.call(calls.sendMessage, { conversationId, text: 'good morning' });
    await morning.call(calls.solveConversation, { conversationId });
    const { clocks } = await find(morning, conversationId);
    expect(clocks.first).toEqual({ seconds: 16 * 60, running: false, late: true });
    expect(clocks.next).toEqual({ seconds: 15 * 60, running: false, late: false });
    // 12:00 to 22:00, and five minutes
    expect(clocks.solved).toEqual({ seconds: 10 * 3600 + 5 * 60, running: false, late: false });
    clock.hold(noon);
  });

  it('are late by what the merchant wants, which only who sees all sites sets', async () => {
    const owner = await arcade.staff();
    const before = await owner.call(calls.readServiceSetting, {});
    const clerk = await clerkOf([manualSite], ['conversations.view', 'conversations.settings']);
    expect(await refusalOf(clerk.call(calls.saveServiceSetting, { ...before, firstMinutes: 5 }))).toBe(
      'conversations:error.allSites',
    );
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'hurry', { fieldId: automaticSite });
    arcade.server.clock.forward(6 * minuteMs);
    expect((await find(owner, conversationId)).wait.late).toBe(false);
    await owner.call(calls.saveServiceSetting, { ...before, firstMinutes: 5 });
    expect((await find(owner, conversationId)).wait.late).toBe(true);
    await owner.call(calls.saveServiceSetting, before);
    arcade.server.clock.hold(noon);
  });
});

describe('outside opening hours', () => {
  it('the player is answered by itself, once for each time the shop is closed, and the clock of the shop stands', async () => {
    const { clock } = arcade.server;
    clock.hold(night);
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'anybody there?', { fieldId: automaticSite });
    await say(client, 'hello?', { conversationId });
    const autos = async () =>
      (await client.call(calls.listOwnMessages, { conversationId })).messages.filter(
        ({ side }) => side === 'auto',
      );
    expect(await autos()).toHaveLength(1);
    expect((await autos())[0]?.text).toContain('11-26 10:00');
    const owner = await arcade.staff();
    expect(await find(owner, conversationId)).toMatchObject({
      wait: { seconds: 0, running: true, late: false },
      // in the list stands what the player asked, not what was answered by itself
      ...{ lastSide: 'player', lastText: 'hello?', unread: 2 },
    });
    expect(await client.call(calls.findOwnConversation, { conversationId })).toMatchObject({
      open: false,
      opensAt: '2026-11-26T02:00:00.000Z',
    });
    // it was open in between
    clock.hold(new Date('2026-11-26T16:00:00Z'));
    await say(client, 'still nobody', { conversationId });
    expect(await autos()).toHaveLength(2);
    clock.hold(noon);
  });

  it('the merchant’s own words are said', async () => {
    const owner = await arcade.staff();
    const before = await owner.call(calls.readServiceSetting, {});
    await owner.call(calls.saveServiceSetting, { ...before, awayText: 'Gone fishing' });
    arcade.server.clock.hold(night);
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'hello', { fieldId: automaticSite });
    const { messages } = await client.call(calls.listOwnMessages, { conversationId });
    expect(messages[1]?.text).toMatch(/^Gone fishing\n/);
    arcade.server.clock.hold(noon);
    await (await arcade.staff()).call(calls.saveServiceSetting, before);
  });
});

describe('who writes too much', () => {
  it('waits for an answer after so many messages', async () => {
    const { client } = await newcomer();
    const { conversationId } = await say(client, 'message 0', { fieldId: automaticSite });
    for (let place = 1; place < mostUnanswered; place++)
      await say(client, `message ${place}`, { conversationId });
    expect(await refusalOf(say(client, 'one more', { conversationId }))).toBe(
      'conversations:error.waitForAnswer',
    );
    await (await arcade.staff()).call(calls.sendMessage, { conversationId, text: 'slowly, please' });
    expect((await say(client, 'one more', { conversationId })).seq).toBe(mostUnanswered + 2);
  });

  it('begins only so many conversations a day', async () => {
    const { client, id } = await newcomer();
    const { conversationId } = await say(client, 'the first', { fieldId: automaticSite });
    await arcade.server.services.db.raw`
      insert into conversation (tenant_id, id, created_at, site_id, player_id, subject, subject_id, state, opened_at,
        last_at, last_side, last_text)
      select c.tenant_id, gen_random_uuid(), c.created_at, c.site_id, ${id}::uuid, 'order', gen_random_uuid(), 'open',
        c.opened_at, c.last_at, 'player', '' from conversation c, generate_series(2, ${mostBegun})
      where c.id = ${conversationId}`;
    expect((await refusal(say(client, 'too many', { fieldId: manualSite }))).status).toBe(429);
    arcade.server.clock.forward(dayMs + minuteMs);
    expect((await say(client, 'the day after', { fieldId: manualSite })).seq).toBe(1);
    arcade.server.clock.hold(noon);
  });

  it('has to say what it is about, and about one thing', async () => {
    const { client } = await newcomer();
    expect(await refusalOf(say(client, 'about nothing', {}))).toBe('conversations:error.aboutWhat');
    const both = { fieldId: automaticSite, orderNumber: '1' };
    expect(await refusalOf(say(client, 'about two things', both))).toBe('conversations:error.aboutWhat');
    expect(await refusalOf(say(client, 'nowhere', { fieldId: newId() }))).toBe('conversations:error.noShop');
  });
});

describe('quick replies', () => {
  it('are written, found, changed and deleted by who may, for all sites', async () => {
    const owner = await arcade.staff();
    const { id } = await owner.call(calls.saveQuickReply, { title: 'Jam', body: 'Somebody comes at once' });
    const clerk = await clerkOf([manualSite]);
    expect((await clerk.call(calls.listQuickReplies, { title: 'at once' })).records).toMatchObject([{ id }]);
    expect((await refusal(clerk.call(calls.saveQuickReply, { title: 'x', body: 'y' }))).status).toBe(403);
    expect(await refusalOf(owner.call(calls.saveQuickReply, { title: 'Jam', body: 'other words' }))).toBe(
      'conversations:error.titleTaken',
    );
    await owner.call(calls.saveQuickReply, { id, title: 'Jam', body: 'We come' });
    const other = await arcade.server.as('merchant2');
    expect((await refusal(other.call(calls.removeQuickReplies, { ids: [id] }))).status).toBe(404);
    await owner.call(calls.removeQuickReplies, { ids: [id] });
    expect((await owner.call(calls.listQuickReplies, { title: 'We come' })).total).toBe(0);
  });
});

describe('a player who leaves', () => {
  it('takes along what both sides wrote; after the account is deleted the words and pictures are gone', async () => {
    const { server } = arcade;
    const { client, id } = await newcomer();
    await phoneKnownForDays(server, id);
    const { conversationId } = await say(client, 'my name is Lin', { fieldId: automaticSite });
    const { data } = await upload(client, calls.writePicture.path, { conversationId, requestId: newId() });
    await (await arcade.staff()).call(calls.sendMessage, { conversationId, text: 'hello Lin' });
    const { records } = await ownFile(server, client);
    expect(records.conversation).toHaveLength(1);
    expect(JSON.stringify(records.conversation)).not.toContain('userName');
    expect(records.conversation_message?.map(({ text }) => text)).toEqual([
      'my name is Lin',
      '',
      'hello Lin',
    ]);
    const [{ picture_name: file }] = await server.services.db.raw<[{ picture_name: string }]>`
      select picture_name from conversation_message where id = ${data.id}`;

    await leave(server, client);
    await daysPass(server, id);
    const owner = await arcade.staff();
    const { messages } = await owner.call(calls.listMessages, { conversationId });
    expect(messages.map(({ text, hasPicture }) => [text, hasPicture])).toEqual([
      ['', false],
      ['', false],
      ['', false],
    ]);
    expect(await find(owner, conversationId)).toMatchObject({ state: 'solved', lastText: '', unread: 0 });
    expect((await fetchOf(owner, calls.readPicture.path, data.id)).status).toBe(404);
    await dropErasedPictures(server.services);
    expect(await server.services.storage.open(`conversations/${file}`)).toBeUndefined();
    server.clock.hold(noon);
  });
});
