/** Every list as a file: what stands in it is what its schema says, in the caller's language. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Planting, plantTexts } from '#app/server/test/hostile-texts.ts';
import { excuses, textsToPlant } from '#app/server/test/planting/excuses.ts';
import { namesOfCalls } from '#app/server/test/planting/planter.ts';
import { testGround } from '#app/server/test/planting/test-ground.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { fieldAt, fieldsWithin, meaningOf, recordOf } from '#kit/contract/meaning.ts';
import {
  dash,
  holderOf,
  meaningCell,
  meaningText,
  type Speaker,
  valueAt,
} from '#kit/contract/meaning-text.ts';
import type { Language } from '#kit/kernel/language.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { csvLine } from '#kit/server/spreadsheet.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { listsContract } from '../contract.ts';
import { printedCases } from './printed-cases.ts';

const { server } = testServer({}, { sayOnce: true });
let planting: Planting;
/** how a text begins that a spreadsheet would run */
const leads = ['=1+', '+1+', '-1+', '@1+'];
const accounts = ['merchant', 'admin', 'agent'] as const;
const clients: Client[] = [];
const language = 'zh-cn';
beforeAll(async () => {
  for (const account of accounts) clients.push(await server.as(account, language));
  planting = await plantTexts(await testGround(server), leads);
  // hundreds of calls, on a machine that may be busy
}, 600_000);

const offsetMinutes = 480;
const speaker = (spoken: Language): Speaker => ({
  say: (key, params) => server.services.texts.say(spoken, key, params),
  offsetMinutes: () => offsetMinutes,
});

async function exported(client: Client, path: string, keys: string[], query: Record<string, string> = {}) {
  const input = new URLSearchParams({
    path,
    format: 'csv',
    offsetMinutes: String(offsetMinutes),
    columns: JSON.stringify(keys.map((key) => ({ key, label: key }))),
    query: JSON.stringify(query),
  });
  const answer = await client.request(`${listsContract.exportList.path}?${input}`, { method: 'GET' });
  expect(answer.status).toBe(200);
  return (await answer.text()).replace('\uFEFF', '');
}

const cellsOf = (record: z.ZodType, keys: readonly string[], row: Row, speaker: Speaker) =>
  keys.map((key) =>
    meaningCell(meaningOf(fieldAt(record, key)!), valueAt(row, key), holderOf(row, key), speaker),
  );

const maxColumns = 60;

type Row = Record<string, unknown>;
type Rows = { records: Row[]; total: number };
const paged = { current: 1, size: 500 } as never;

/** The rows of a list for the first who may see any; undefined where it must be told what to show. */
async function rowsOf(endpoint: AnyEndpoint): Promise<{ client: Client; page: Rows } | undefined> {
  for (const client of clients) {
    const page = (await client.call(endpoint, paged).catch(() => undefined)) as Rows | undefined;
    if (page && page.records.length > 0) return { client, page };
  }
  return undefined;
}

describe('a text that staff or players can write', () => {
  it('was planted by every call that takes it, or nobody is shown it', async () => {
    const { planted } = planting.planter;
    const texts = textsToPlant(await namesOfCalls());
    expect(texts.length).toBeGreaterThan(150);
    expect(texts.filter((text) => !planted.has(text) && !(text in excuses))).toEqual([]);
    expect(Object.keys(excuses).filter((text) => planted.has(text) || !texts.includes(text))).toEqual([]);
  });
});

describe('an exported list', () => {
  it('holds the words of its schema in every column, for every list there is', async () => {
    const lists = server.services.features.flatMap(({ name, endpoints }) =>
      Object.entries(endpoints).flatMap(([call, endpoint]) => {
        const record = recordOf(endpoint.output);
        return record && !endpoint.path.includes(':') ? [{ name: `${name}.${call}`, endpoint, record }] : [];
      }),
    );
    const wrong: string[] = [];
    let compared = 0;
    let inert = 0;
    for (const { name, endpoint, record } of lists) {
      const found = await rowsOf(endpoint);
      if (!found) continue;
      const keys = [...fieldsWithin(record)]
        .map(({ path }) => path)
        .filter((path) => !path.includes('['))
        .slice(0, maxColumns);
      const text = await exported(found.client, endpoint.path, keys);
      const rows = found.page.records.map((row) => cellsOf(record, keys, row, speaker(language)));
      // a file holds more rows than a call may ask for
      if (!text.startsWith([keys, ...rows].map(csvLine).join(''))) wrong.push(name);
      compared += 1;
      // a formula that somebody wrote for the reader's program to run is a plain text there
      if (/(^|[,\n])"?[=+@-]1\+/.test(text)) wrong.push(`${name} runs a text`);
      if (/(^|[,\n])"?'[=+@-]1\+/.test(text)) inert += 1;
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(40);
    expect(inert).toBeGreaterThan(40);
  });

  it.each([
    ['zh-cn', '号 存币存票机,天河城电玩馆,220 枚,游戏币,已入账,'],
    ['en-us', '存币存票机,天河城电玩馆,220 coins,Coins,Booked,'],
  ] as const)('says machines, amounts, states and times as pages do, in %s', async (spoken, sample) => {
    const endpoint = coinsContract.listDeposits;
    const record = recordOf(endpoint.output)!;
    const client = await server.as('merchant', spoken);
    const keys = ['equipmentName', 'fieldName', 'amount', 'unit', 'state', 'createdAt'];
    const { records } = await client.call(endpoint, { size: 500 });
    const text = await exported(client, endpoint.path, keys);
    expect(text).toContain(sample);
    const lines = text.trim().split('\r\n').slice(1);
    const shown = records.map((row) =>
      keys.map((key) =>
        meaningText(meaningOf(fieldAt(record, key)!), valueAt(row, key), row, speaker(spoken)),
      ),
    );
    expect(lines).toEqual(shown.map((words) => words.map((word) => (word === dash ? '' : word)).join(',')));
  });

  it('has a name that can say nothing to a browser', async () => {
    const input = new URLSearchParams({
      path: coinsContract.listDeposits.path,
      format: 'csv',
      name: '"; filename=x.html <script>',
      columns: JSON.stringify([{ key: 'state', label: 'state' }]),
    });
    const answer = await clients[0]!.request(`${listsContract.exportList.path}?${input}`, { method: 'GET' });
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="export\.csv"; filename\*=UTF-8''[\w%.!'()*-]+$/,
    );
    input.set('name', 'a\r\nset-cookie: a=b');
    const broken = await clients[0]!.request(`${listsContract.exportList.path}?${input}`, { method: 'GET' });
    expect(broken.headers.get('set-cookie')).toBeNull();
  });

  it('refuses a column that the list does not have', async () => {
    const input = new URLSearchParams({
      path: coinsContract.listDeposits.path,
      format: 'csv',
      columns: JSON.stringify([{ key: 'constructor', label: 'x' }]),
    });
    const answer = await clients[0]!.request(`${listsContract.exportList.path}?${input}`, { method: 'GET' });
    expect(answer.status).toBe(400);
  });

  it('holds every row of a list that is longer than anybody counts', async () => {
    const { raw } = server.services.db;
    const entity = 'exported';
    await raw`
      insert into audit_entry (tenant_id, id, account, user_name, action, entity, entity_id, label, address)
      select id, uuidv7(), 'a', 'b', 'sites.create', ${entity}, n::text, n::text, '' from tenant, generate_series(1, 10600) n
      where id = ${demoTenants.merchant}`;
    const list = teamContract.listLog;
    expect(await clients[0]!.call(list, { entity, size: 1 })).toMatchObject({ total: 10_000 });
    const lines = (await exported(clients[0]!, list.path, ['entityId'], { entity })).trim().split('\r\n');
    expect(new Set(lines.slice(1)).size).toBe(10_600);
    expect(lines).toHaveLength(10_601);
  });
});

printedCases(() => planting);
