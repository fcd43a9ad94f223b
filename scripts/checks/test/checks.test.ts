import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { defineFeature } from '#kit/contract/feature.ts';
import { choiceOf, dayRange, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';
import { chartProblems } from '../charts.ts';
import { circleProblems, ringProblems } from '../circles.ts';
import { importProblems } from '../imports.ts';
import { rawTextProblems, textProblems } from '../texts.ts';

const imports = (path: string, specifier: string) =>
  importProblems([{ path, text: `import { x } from '${specifier}';` }]);

it.each([
  ['kit/kernel/a.ts', '#kit/contract/b.ts'],
  ['kit/ui/a.tsx', '#kit/server/b.ts'],
  ['features/base/sites/web/a.tsx', '../server/queries.ts'],
  ['features/base/sites/server/a.ts', '#features/base/accounts/tables.ts'],
  ['features/base/sites/server/a.ts', '../web/list.tsx'],
  ['features/base/sites/web/a.tsx', '#features/base/accounts/web/login.tsx'],
  ['features/base/sites/server/a.ts', '#features/money/wallet/contract.ts'],
  ['features/selling/play/player/a.tsx', '#features/loyalty/cards/player/public.ts'],
  ['features/attic/sites/server/a.ts', '#features/base/accounts/contract.ts'],
  ['app/web/a.tsx', '#app/server/main.ts'],
  ['providers/sms/client.ts', '#features/base/sites/contract.ts'],
  ['kit/server/a.ts', '#providers/sms/client.ts'],
])('refuses %s importing %s', (path, specifier) => {
  expect(imports(path, specifier)).toHaveLength(1);
});

it.each([
  ['kit/pages/a.tsx', '#kit/ui/b.tsx'],
  ['features/base/sites/server/a.ts', '#features/base/accounts/server/public.ts'],
  ['features/base/sites/web/a.tsx', '#features/base/accounts/contract.ts'],
  ['features/base/sites/server/a.ts', '../tables.ts'],
  ['features/insight/home/web/a.tsx', '#features/money/wallet/contract.ts'],
  ['kit/server/a.ts', 'fastify'],
  ['features/base/sites/test/a.db.test.ts', '#app/server/main.ts'],
])('allows %s importing %s', (path, specifier) => {
  expect(imports(path, specifier)).toEqual([]);
});

const circles = (files: Record<string, string>) =>
  circleProblems(Object.entries(files).map(([path, text]) => ({ path, text })));

it('finds files that import each other in a circle, also by a type alone, by handing on, and in tests and tools', () => {
  const problems = circles({
    'kit/server/a.ts': `import { b } from './b.ts';`,
    'kit/server/b.ts': `export type { C } from '#kit/server/c.ts';`,
    'kit/server/c.ts': `import type { A } from './a.ts';`,
    'kit/server/d.ts': `import { a } from './a.ts';`,
    'kit/server/testing/e.ts': `import './f.ts';`,
    'kit/server/testing/f.ts': `import './e.ts';`,
    'e2e/support/g.ts': `import './h.ts';`,
    'e2e/support/h.ts': `import './g.ts';`,
  });
  expect(problems).toEqual([
    '3 files import each other in a circle: kit/server/a.ts, kit/server/b.ts, kit/server/c.ts',
    '2 files import each other in a circle: kit/server/testing/e.ts, kit/server/testing/f.ts',
    '2 files import each other in a circle: e2e/support/g.ts, e2e/support/h.ts',
  ]);
});

it('sees no circle in two ways to the same file and in what is fetched later', () => {
  const problems = circles({
    'kit/server/a.ts': `import { b } from './b.ts'; import { c } from './c.ts';`,
    'kit/server/b.ts': `import { c } from './c.ts';`,
    'kit/server/c.ts': `const later = () => import('./a.ts');`,
  });
  expect(problems).toEqual([]);
});

const texts = (zh: Record<string, string>, en: Record<string, string>, code: string) =>
  textProblems(
    { 'zh-cn': new Map(Object.entries(zh)), 'en-us': new Map(Object.entries(en)) },
    [{ path: 'features/base/sites/web/a.tsx', text: code }],
    [
      defineFeature({
        name: 'sites',
        endpoints: {
          list: defineEndpoint({
            method: 'GET',
            path: '/s',
            access: permit('sites.view'),
            summary: '',
            input: z.object({}),
            output: z.object({}),
          }),
        },
      }),
    ],
  );

it('finds a text that one language lacks, one that nothing uses, and one that nobody wrote', () => {
  const problems = texts(
    { 'sites:a': '甲', 'sites:b': '乙', 'sites:permission.view': '看' },
    { 'sites:a': 'A', 'sites:permission.view': 'See' },
    "t('sites:a'); t('sites:c')",
  );
  expect(problems.sort()).toEqual([
    'sites:b has no text in en-us',
    'sites:b is never used',
    'sites:c is used but has no text',
  ]);
});

it('asks for the names of fields that pages leave to the rule, unless the schema has its own', () => {
  const list = defineEndpoint({
    method: 'GET',
    path: '/s',
    access: permit('sites.view'),
    summary: '',
    input: pageInput({ state: choiceOf('sites:state', ['open']).optional(), ...dayRange }, ['name']),
    output: pageOf(z.object({ name: z.string(), note: z.string(), ...siteFields })),
  });
  const problems = (code: string) => {
    const both = new Map([
      ['sites:field.name', 'x'],
      ['sites:state.open', 'x'],
      ['sites:permission.view', 'x'],
      ['kit:thing.siteLabel', 'x'],
      ['kit:thing.daysLabel', 'x'],
    ]);
    return textProblems(
      { 'zh-cn': both, 'en-us': both },
      [{ path: 'features/base/sites/web/a.tsx', text: code }],
      [defineFeature({ name: 'sites', endpoints: { list } })],
    );
  };
  expect(
    problems(`defineList({ endpoint: contract.list, texts: 'sites',
      columns: ['name', ...deskOnly('fieldName'), { key: 'note', label: 'sites:field.name' }], filters: ['from'] })`),
  ).toEqual([]);
  expect(
    problems(`defineList({ endpoint: list, texts: 'sites', columns: ['name', ...(wide ? ['note'] : [])],
      filters: ['state'] })`),
  ).toEqual(['sites:field.note is used but has no text', 'sites:field.state is used but has no text']);
  // the call's right says the feature; a form whose call is not known has to
  expect(
    problems(`defineList({ endpoint: list, columns: optional('note') }); t('sites:field.name')`),
  ).toEqual(['sites:field.note is used but has no text']);
  expect(problems(`defineForm({ schema, fields: ['note'] }); t('sites:field.name')`)).toEqual([
    'features/base/sites/web/a.tsx: defineForm names note but no texts',
  ]);
  expect(problems(`columnsOf(contract.list, 'sites:state', ['open']); t('sites:field.name')`)).toEqual([]);
  expect(
    problems(`const more = ['note', ...more]; const columnsFor = (wide) => ['name', ...more];
      function filters() { return ['state']; }
      defineList({ endpoint: list, texts: 'sites', columns: columnsFor(true), filters: filters() })`),
  ).toEqual(['sites:field.note is used but has no text', 'sites:field.state is used but has no text']);
});

it('counts a completed key, an audit action and a declared permission as used', () => {
  const both = { 'sites:type.mall': 'x', 'sites:audit.update': 'x', 'sites:permission.view': 'x' };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code under test
  expect(texts(both, both, 't(`sites:type.${kind}`); audit({ action: "sites.update" })')).toEqual([]);
});

it('finds different parameters in the two languages', () => {
  const both = { 'sites:permission.view': 'x' };
  expect(texts({ ...both, 'sites:a': '共 {{n}}' }, { ...both, 'sites:a': 'all' }, "t('sites:a')")).toEqual([
    'sites:a has different parameters in its languages',
  ]);
});

it('finds words in JSX, in text and in shown attributes', () => {
  const code = 'const a = <div title="Close" className="big box">保存 <b>{x}</b> · Coinyard</div>;';
  const problems = rawTextProblems([{ path: 'app/web/a.tsx', text: code }]);
  expect(problems.map((problem) => problem.split(': ').at(-1))).toEqual(['Close', '保存']);
});

const charts = (path: string, code: string) => chartProblems([{ path, text: code }]);

it.each([
  ['a ring of the library', "import { DonutChart } from '@mantine/charts';"],
  ['its chunk', "const Ring = lazy(() => import('@mantine/charts'));"],
  ['a bare heat map', "import { HeatMap } from '#kit/drawings/heat-map.tsx';"],
  ['bare rank bars', "export { RankBars } from '#kit/drawings/rank-bars.tsx';"],
  ['bars that stand alone', "import { Bars } from '#kit/drawings/bars.tsx';"],
])('a page draws no chart past its table: %s', (_, code) => {
  expect(charts('features/base/sites/web/a.tsx', code)).toHaveLength(1);
});

it('a page takes charts of the kit, and small marks where their figures stand beside them', () => {
  expect(
    charts('features/base/sites/web/a.tsx', "import { RankChart } from '#kit/pages/charts.tsx';"),
  ).toEqual([]);
  expect(
    charts(
      'features/insight/briefings/web/home-money.tsx',
      "import { Sparkline } from '#kit/drawings/sparkline.tsx';",
    ),
  ).toEqual([]);
});

it('finds features that import one another on one storey, whichever files do', () => {
  const ring = (from: string) =>
    ringProblems([
      { path: 'features/money/wallet/contract.ts', text: '' },
      { path: 'features/money/wallet/server/a.ts', text: `import '#features/money/payments/contract.ts';` },
      { path: 'features/money/payments/contract.ts', text: '' },
      { path: from, text: `import type { X } from '#features/money/wallet/contract.ts';` },
    ]);
  expect(ring('features/money/payments/web/b.tsx')).toEqual([
    'features import one another: payments, wallet',
  ]);
  expect(ring('features/money/payments/test/b.test.ts')).toEqual([]);
});
