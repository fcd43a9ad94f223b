import { expect, it } from 'vitest';
import type { Screen } from '#kit/contract/screen.ts';
import { sourceOf } from './feature-folders.ts';
import { type TableSource, tableText } from './screen-tables.ts';

const screen = (path: Screen['path'], audience: Screen['audience'], over: Partial<Screen> = {}): Screen => ({
  path,
  title: 'x',
  audience,
  depth: 1,
  // never called: the text of it is what is read
  load: (() => import('./web/x.tsx' as string)) as unknown as Screen['load'],
  ...over,
});

const literal = (text: string) => new Function(`return ${text}`)() as () => unknown;

it('reads from a declaration which file a screen loads, and refuses what it can not read', () => {
  expect(sourceOf(literal("() => import('./web/list.tsx')"))).toBe('./web/list.tsx');
  expect(sourceOf(literal('() => import("./player/page.tsx")'))).toBe('./player/page.tsx');
  expect(() => sourceOf(literal('() => import(name)'))).toThrow('literal path');
});

it('writes the screens of one audience, without their menu places, with what lies inside them', () => {
  const load = literal("() => import('./player/x.tsx')") as Screen['load'];
  const modules: TableSource[] = [
    {
      feature: 'shop',
      folder: '/f/shop',
      access: { listGoods: 'player' },
      languages: ['zh-cn'],
      screens: [
        screen('/shop', 'player', {
          load,
          aliases: ['/store'],
          needs: 'listGoods',
          children: [screen('/shop/cart', 'player', { load, keepAlive: true })],
        }),
        screen('/manage', 'staff', { load, menu: { root: 'sy', area: 'machines', icon: 'x', sort: 1 } }),
      ],
    },
    {
      feature: 'office',
      folder: '/f/office',
      access: {},
      languages: ['zh-cn'],
      screens: [
        screen('/office', 'staff', { load }),
        screen('/desk', 'staff', { load, menu: { tabOf: '/manage', icon: 'x', sort: 1 } }),
      ],
    },
  ];
  const player = tableText(modules, 'player');
  expect(player).toContain('import("/f/shop/player/x.tsx")');
  expect(player).toContain('aliases: ["/store"]');
  expect(player).toContain('keepAlive: true');
  expect(player).not.toContain('office');
  // who may open it, not which call says so; and the texts, which only players' screens bring along
  expect(player).toContain('access: "player"');
  expect(player).not.toContain('listGoods');
  expect(player).toContain('"zh-cn": () => import("/f/shop/i18n/zh-cn.json")');
  expect(tableText(modules, 'anyone')).toBe('export default [\n\n];');
  const staff = tableText(modules, 'staff');
  expect(staff).toContain('"/manage"');
  expect(staff).not.toContain('menu');
  expect(staff).not.toContain('i18n');
  expect(staff.match(/family: "\/manage"/g)).toHaveLength(2);
});
