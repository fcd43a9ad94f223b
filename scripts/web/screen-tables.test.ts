import { expect, it } from 'vitest';
import type { Screen } from '#kit/contract/screen.ts';
import { sourceOf, tableText } from './screen-tables.ts';

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

it('writes the screens of one half, without their menu places, with what lies inside them', () => {
  const load = literal("() => import('./player/x.tsx')") as Screen['load'];
  const modules = [
    {
      feature: 'shop',
      folder: '/f/shop',
      screens: [
        screen('/shop', 'player', {
          load,
          aliases: ['/store'],
          children: [screen('/shop/cart', 'player', { load, keepAlive: true })],
        }),
        screen('/manage', 'staff', { load, menu: { root: 'sy', group: 'sites', icon: 'x', sort: 1 } }),
      ],
    },
    { feature: 'office', folder: '/f/office', screens: [screen('/office', 'staff', { load })] },
  ];
  const open = tableText(modules, ({ audience }) => audience !== 'staff');
  expect(open).toContain('import("/f/shop/player/x.tsx")');
  expect(open).toContain('aliases: ["/store"]');
  expect(open).toContain('keepAlive: true');
  expect(open).not.toContain('office');
  const staff = tableText(modules, ({ audience }) => audience === 'staff');
  expect(staff).toContain('"/manage"');
  expect(staff).not.toContain('menu');
});
