/** Statements by private links: who may make them, who may open them, and that they say what the report says. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { teamContract } from '#features/base/team/contract.ts';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import type { Client } from '#kit/contract/client.ts';
import { addDays, businessDay, dayMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { reportsContract as calls } from '../contract.ts';

const site = demoId('site:merchant:1');

let server: TestServer;
let merchant: Client;
let nobody: Client;
let week: { from: string; to: string };
beforeAll(async () => {
  server = await startTestServer();
  merchant = await server.as('merchant');
  nobody = await server.as(undefined);
  const today = businessDay(server.clock.now());
  week = { from: addDays(today, -7), to: addDays(today, -1) };
});
afterAll(() => server.close());

const tokenOf = ({ path }: { path: string }) => path.slice(path.indexOf('#') + 1);
const make = (more: object = {}, by = merchant) =>
  by.call(calls.makeStatementLink, { fieldId: site, ...week, validDays: 30, remark: 'mall', ...more });
const open = (token: string) => nobody.call(calls.readStatement, { token });
const linkOf = async (id: string) =>
  (await merchant.call(calls.listStatementLinks, { size: 100 })).records.find((row) => row.id === id);
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

it('says what the report says, day by day, and who gets how much as the ledger has it', async () => {
  const statement = await open(tokenOf(await make()));
  const { figures, sources } = await merchant.call(calls.readSummary, { ...week, fieldId: site });
  expect(statement.total.incomeFen).toBeGreaterThan(0);
  expect(figures).toMatchObject(statement.total);
  expect(statement.sources).toEqual(sources);
  expect(statement.days).toHaveLength(7);
  for (const name of ['orders', 'grossFen', 'refundFen', 'feeFen', 'netFen', 'sharesFen'] as const)
    expect(total(statement.days.map((day) => day[name]))).toBe(statement.total[name]);
  const payables = await merchant.call(calls.listPayables, { ...week, fieldId: site });
  expect(payables).toMatchObject(statement.receivers);
  expect(statement.receivers.length).toBeGreaterThan(0);
  expect(total(statement.receivers.map(({ dueFen }) => dueFen))).toBe(statement.total.sharesFen);
  const [moved] = await server.services.db.raw<[{ paid: number; back: number }]>`
    select coalesce(sum(e.amount) filter (where t.kind = 'share'), 0)::int as paid,
      coalesce(sum(e.amount) filter (where t.kind = 'share-return'), 0)::int as back
    from ledger_transfer t join ledger_entry e on e.transfer_id = t.id and e.amount > 0
    where t.note ->> 'siteId' = ${site} and t.note ->> 'day' between ${week.from} and ${week.to}`;
  expect(moved.paid).toBeGreaterThan(0);
  expect(total(statement.receivers.map(({ paidFen }) => paidFen))).toBe(moved.paid - moved.back);
});

it('is printed from the same figures, in the language of the reader', async () => {
  const token = tokenOf(await make());
  const print = () =>
    server.app.inject({ method: 'POST', url: calls.printStatement.path, payload: { token } });
  const paper = await print();
  expect(paper.headers['content-type']).toBe('application/pdf');
  expect(paper.headers['x-robots-tag']).toBe('none');
  expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

it('is counted each time it is opened', async () => {
  const link = await make();
  expect(await linkOf(link.id)).toMatchObject({ opened: 0, lastOpenedAt: null, state: 'open' });
  await open(tokenOf(link));
  await open(tokenOf(link));
  expect(await linkOf(link.id)).toMatchObject({ opened: 2, lastOpenedAt: expect.any(String) });
});

it('is refused at once when it was withdrawn, with the words for a link that never was', async () => {
  const link = await make();
  await open(tokenOf(link));
  await merchant.call(calls.withdrawStatementLink, { id: link.id });
  const unknown = await refusal(open('A'.repeat(43)));
  expect(unknown).toMatchObject({ status: 404, key: 'reports:error.noStatement' });
  const said = ({ status, key, message }: typeof unknown) => ({ status, key, message });
  for (const token of [tokenOf(link), '', 'x', `${tokenOf(link)} `])
    expect(said(await refusal(open(token)))).toEqual(said(unknown));
  const print = await server.app.inject({
    method: 'POST',
    url: calls.printStatement.path,
    payload: { token: tokenOf(link) },
  });
  expect(print.statusCode).toBe(404);
  expect(await linkOf(link.id)).toMatchObject({ state: 'withdrawn', opened: 1 });
});

it('gets another address when it is renewed, and the one before stays dead', async () => {
  const link = await make();
  const renewed = await merchant.call(calls.renewStatementLink, { id: link.id, validDays: 7 });
  expect(tokenOf(renewed)).not.toBe(tokenOf(link));
  expect(await refusal(open(tokenOf(link)))).toMatchObject({ status: 404 });
  expect(await open(tokenOf(renewed))).toMatchObject(week);
});

it('keeps of its token nothing that opens it', async () => {
  const token = tokenOf(await make());
  const [found] = await server.services.db.raw<[{ count: number }]>`
    select count(*)::int from statement_link l where l::text like ${`%${token}%`}`;
  expect(found.count).toBe(0);
});

it('is made for own sites alone, by staff who may, for days that exist', async () => {
  const other = await server.as('merchant2');
  expect(await refusal(make({}, other))).toMatchObject({ key: 'sites:error.unknownSite' });
  const link = await make();
  expect(await refusal(other.call(calls.withdrawStatementLink, { id: link.id }))).toMatchObject({
    status: 404,
  });
  expect(await refusal(other.call(calls.renewStatementLink, { id: link.id, validDays: 7 }))).toMatchObject({
    status: 404,
  });
  const { client: clerk } = await hireStaff(server, merchant, ['reports.view']);
  expect(await refusal(make({}, clerk))).toMatchObject({ status: 403 });
  const second = demoId('site:merchant:2');
  const { client: keeper } = await hireStaff(server, merchant, ['reports.statements'], [second]);
  expect(await refusal(make({}, keeper))).toMatchObject({ key: 'sites:error.unknownSite' });
  expect((await keeper.call(calls.listStatementLinks, {})).total).toBe(0);
  expect(await refusal(make({ from: week.to, to: week.from }))).toMatchObject({ status: 400 });
  expect(await refusal(make({ from: addDays(week.to, -366) }))).toMatchObject({ status: 400 });
});

it('ends with what its maker may, with the account, with a new password, and with the site', async () => {
  const second = demoId('site:merchant:2');
  const hired = async () => {
    const { account, roleId, client } = await hireStaff(
      server,
      merchant,
      ['reports.statements'],
      [site, second],
    );
    const { records } = await merchant.call(teamContract.listStaff, { keyword: account });
    const link = await make({}, client);
    await open(tokenOf(link));
    return { id: records[0]!.id, roleId, account, link };
  };
  type Hired = Awaited<ReturnType<typeof hired>>;
  const { raw } = server.services.db;
  const endings: Record<string, (person: Hired) => Promise<unknown>> = {
    'without the right': ({ account, roleId }) =>
      merchant.call(teamContract.saveRole, {
        id: roleId,
        roleName: account,
        permissions: ['reports.view'],
      }),
    'at other sites': ({ id }) => raw`delete from account_site where user_id = ${id} and site_id = ${site}`,
    disabled: ({ id }) => merchant.call(teamContract.updateStaff, { id, enabled: false }),
    'with another password': ({ id }) => merchant.call(teamContract.resetStaffPasswords, { userIds: [id] }),
    gone: ({ id }) => merchant.call(teamContract.removeStaff, { ids: [id] }),
  };
  for (const [ending, end] of Object.entries(endings)) {
    const person = await hired();
    server.clock.forward(1000);
    await end(person);
    const { key } = await refusal(open(tokenOf(person.link)));
    expect([ending, key]).toEqual([ending, 'reports:error.noStatement']);
    expect((await linkOf(person.link.id))?.state).toBe('ended');
    // the person who renews it answers for it
    const renewed = await merchant.call(calls.renewStatementLink, { id: person.link.id, validDays: 7 });
    expect(await open(tokenOf(renewed))).toMatchObject(week);
  }
  const { link } = await hired();
  await raw`update site set removed_at = now(), is_default = false where id = ${site}`;
  expect((await refusal(open(tokenOf(link)))).key).toBe('reports:error.noStatement');
  await raw`update site set removed_at = null where id = ${site}`;
  await raw`update tenant set state = 'disabled' where id = ${demoTenants.merchant}`;
  expect((await refusal(open(tokenOf(link)))).key).toBe('reports:error.noStatement');
  await raw`update tenant set state = 'active' where id = ${demoTenants.merchant}`;
  await open(tokenOf(link));
});

it('tells of no day after the one on which it was made', async () => {
  const today = businessDay(server.clock.now());
  expect(await refusal(make({ from: today, to: addDays(today, 1) }))).toMatchObject({
    key: 'reports:error.afterToday',
  });
  const link = await make({ from: today, to: today });
  // one from before that rule
  await server.services.db
    .raw`update statement_link set to_day = ${addDays(today, 300)} where id = ${link.id}`;
  expect(await open(tokenOf(link))).toMatchObject({ from: today, to: today });
});

it('ends by itself', async () => {
  const link = await make({ validDays: 1 });
  server.clock.forward(dayMs + 1);
  expect(await refusal(open(tokenOf(link)))).toMatchObject({ key: 'reports:error.noStatement' });
  // moving the clock ended the login
  merchant = await server.logIn('merchant');
  expect(await linkOf(link.id)).toMatchObject({ state: 'expired' });
});
