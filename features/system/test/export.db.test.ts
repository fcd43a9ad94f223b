/** Every list as a file: what stands in it is what its schema says, in the words of whoever asks. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coinsContract } from '#features/coins/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { fieldAt, fieldsWithin, meaningOf, recordOf } from '#kit/contract/meaning.ts';
import { meaningCell, meaningText, type Speaker } from '#kit/contract/meaning-text.ts';
import type { Language } from '#kit/kernel/language.ts';
import { csvLine } from '#kit/server/spreadsheet.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { systemContract } from '../contract.ts';

let server: TestServer;
const accounts = ['merchant', 'admin', 'agent'] as const;
const clients: Client[] = [];
beforeAll(async () => {
  server = await startTestServer();
  for (const account of accounts) clients.push(await server.as(account));
});
afterAll(() => server.close());

const offsetMinutes = 480;
const speaker = (language: Language): Speaker => ({
  say: (key, params) => server.services.texts.say(language, key, params),
  offsetMinutes: () => offsetMinutes,
});

interface Asked {
  language?: Language;
  query?: Record<string, string>;
}

async function exported(client: Client, path: string, keys: string[], { language, query }: Asked = {}) {
  const input = new URLSearchParams({
    path,
    format: 'csv',
    offsetMinutes: String(offsetMinutes),
    columns: JSON.stringify(keys.map((key) => ({ key, label: key }))),
    query: JSON.stringify(query ?? {}),
  });
  const answer = await client.request(`${systemContract.exportList.path}?${input}`, {
    method: 'GET',
    headers: language ? { 'accept-language': language } : {},
  });
  expect(answer.status).toBe(200);
  return (await answer.text()).replace('\uFEFF', '');
}

type Rows = { records: Record<string, unknown>[]; total: number };
const paged = { current: 1, size: 500 } as never;

/** The rows of a list for the first who may see any; undefined where it must be told what to show. */
async function rowsOf(endpoint: AnyEndpoint): Promise<{ client: Client; page: Rows } | undefined> {
  for (const client of clients) {
    const page = (await client.call(endpoint, paged).catch(() => undefined)) as Rows | undefined;
    if (page && page.records.length > 0) return { client, page };
  }
  return undefined;
}

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
    for (const { name, endpoint, record } of lists) {
      const found = await rowsOf(endpoint);
      if (!found) continue;
      const keys = [...fieldsWithin(record)].map(({ path }) => path).filter((path) => !path.includes('['));
      const language = 'zh-cn';
      const text = await exported(found.client, endpoint.path, keys.slice(0, 60), { language });
      // The same rows again in the language of the file: some fields are words of the server.
      const first = text.split('\r\n', 1)[0];
      if (first !== keys.slice(0, 60).join(',')) wrong.push(`${name}: ${first}`);
      compared += 1;
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(40);
  });

  it.each(['zh-cn', 'en-us'] as const)(
    'says amounts, times and states as its page does, in %s',
    async (language) => {
      const endpoint = coinsContract.listDeposits;
      const record = recordOf(endpoint.output)!;
      const client = clients[0]!;
      const keys = ['equipmentName', 'fieldName', 'amount', 'unit', 'state', 'createdAt'];
      const { records } = await client.call(endpoint, { size: 500, sort: 'createdAt', order: 'asc' });
      const line = (row: (typeof records)[number]) =>
        keys.map((key) => {
          const meaning = meaningOf(fieldAt(record, key)!);
          const value = row[key as keyof typeof row];
          const cell = meaningCell(meaning, value, row, speaker(language));
          // nothing is an empty cell; everything else is what the page says
          expect(cell === '' ? '—' : cell).toBe(meaningText(meaning, value, row, speaker(language)));
          return cell;
        });
      const query = { sort: 'createdAt', order: 'asc' };
      const text = await exported(client, endpoint.path, keys, { language, query });
      expect(text).toBe([keys, ...records.map(line)].map(csvLine).join(''));
      expect(text).toMatch(language === 'en-us' ? /\d+ coins,Coins,/ : /\d+ 币|\d+ 枚|\d+/);
      expect(text).not.toContain('T0');
    },
  );

  it('refuses a column that the list does not have', async () => {
    const input = new URLSearchParams({
      path: coinsContract.listDeposits.path,
      format: 'csv',
      columns: JSON.stringify([{ key: 'constructor', label: 'x' }]),
    });
    const answer = await clients[0]!.request(`${systemContract.exportList.path}?${input}`, { method: 'GET' });
    expect(answer.status).toBe(400);
  });
});
