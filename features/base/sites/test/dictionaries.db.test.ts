import { expect, it } from 'vitest';
import { languages } from '#kit/kernel/language.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { dictionariesContract } from '../contract/dictionaries.ts';
import { dictionaryCodes } from '../server/dictionary-table.ts';

const { server } = testServer();

it('a dictionary has the wire’s shape and the caller’s language', async () => {
  const chinese = await server.as('clerk', 'zh-cn');
  expect(await chinese.call(dictionariesContract.readDictionary, { code: 'refund_mode' })).toEqual([
    {
      id: 'refund_mode:manual',
      parentId: '0',
      code: 'refund_mode',
      dictKey: 'manual',
      dictValue: '人工退款',
      sort: 1,
      remark: '',
      isSealed: 0,
    },
    expect.objectContaining({ dictKey: 'automatic', dictValue: '自动退款', sort: 2 }),
  ]);
  const english = await server.as('clerk', 'en-us');
  const [manual] = await english.call(dictionariesContract.readDictionary, { code: 'refund_mode' });
  expect(manual?.dictValue).toBe('Manual refund');
});

it('answers under the name that standard clients use, too', async () => {
  const { access_token } = await server.login('clerk');
  const ask = async (name: string) =>
    (
      await server.app.inject({
        url: `/api/blade-system/${name}/dictionary?code=refund_mode`,
        headers: { 'blade-auth': `bearer ${access_token}` },
      })
    ).json();
  const answer = await ask('dict');
  expect(answer).toMatchObject({ code: 200, data: [{ dictKey: 'manual' }, { dictKey: 'automatic' }] });
  expect(answer).toEqual(await ask('dict-biz'));
});

it('every choice of every dictionary has a name in both languages', async () => {
  for (const language of languages) {
    const client = await server.as('merchant', language);
    for (const code of dictionaryCodes) {
      const entries = await client.call(dictionariesContract.readDictionary, { code });
      expect(entries.length).toBeGreaterThan(1);
      for (const entry of entries) expect(entry.dictValue).not.toContain(':');
    }
  }
});

it('an unknown dictionary is empty, also one named like a part of every object', async () => {
  const client = await server.as('merchant');
  for (const code of ['nothing', 'constructor', '__proto__'])
    expect(await client.call(dictionariesContract.readDictionary, { code })).toEqual([]);
});

it('the region tree is public, ends with success and is not sent twice to the same reader', async () => {
  const url = dictionariesContract.readRegionTree.path;
  const answer = await server.app.inject({ url, headers: { 'accept-language': 'zh-cn' } });
  expect(answer.body).toMatch(/^\{"code":200.*"success":true\}$/s);
  const tree = dictionariesContract.readRegionTree.output.parse(answer.json().data);
  const hongKong = tree.find((province) => province.code === '810000');
  expect(hongKong?.children?.[0]).toMatchObject({ pcode: '810000', children: [] });
  const again = await server.app.inject({
    url,
    headers: { 'accept-language': 'zh-cn', 'if-none-match': String(answer.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  const english = await server.app.inject({ url, headers: { 'accept-language': 'en-us' } });
  expect(english.json().data[0].name).toBe('Beijing');
});
