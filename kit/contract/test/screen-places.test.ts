import { expect, it } from 'vitest';
import { declarationProblems, defineFeature } from '../feature.ts';
import { defineScreens, type Screen } from '../screen.ts';
import { placeScreens } from '../screen-places.ts';

const screen = (path: Screen['path'], over: Partial<Screen> = {}): Screen => ({
  path,
  title: 'x',
  audience: 'staff',
  depth: 1,
  load: () => Promise.reject(new Error('not loaded in this test')),
  ...over,
});

const store = screen('/integralStore', {
  aliases: ['/integralStore2'],
  children: [
    screen('/integralStore/goodManage', {
      children: [screen('/integralStore/goodManage/editGood', { aliases: ['/editGood'] })],
    }),
  ],
});
const featureOf = (...screens: Screen[]) =>
  defineFeature({ name: 'points', endpoints: {}, screens: defineScreens('points', screens) });

it('finds screens inside others under every name their parents go by', () => {
  expect(placeScreens([store]).map(({ paths, parents }) => [paths, parents.length])).toEqual([
    [['/integralStore', '/integralStore2'], 0],
    [['/integralStore/goodManage', '/integralStore2/goodManage'], 1],
    [['/integralStore/goodManage/editGood', '/integralStore2/goodManage/editGood', '/editGood'], 2],
  ]);
});

it('names screens inside others wherever a feature is asked for its screens', () => {
  expect(featureOf(store).screens.map(({ path }) => path)).toEqual([
    '/integralStore',
    '/integralStore/goodManage',
    '/integralStore/goodManage/editGood',
  ]);
  expect(declarationProblems([featureOf(store)])).toEqual([]);
});

it('refuses an alias that is another screen, a child elsewhere, and a child for others', () => {
  const problems = declarationProblems([
    featureOf(store, screen('/integralStore2/goodManage')),
    featureOf(screen('/shop', { children: [screen('/cart'), screen('/shop/pay', { audience: 'player' })] })),
  ]);
  expect(problems).toHaveLength(3);
  expect(problems.join()).toContain('/integralStore2/goodManage is already declared');
  expect(problems.join()).toContain('/cart stands inside /shop and does not begin with it');
  expect(problems.join()).toContain('/shop/pay is for others than /shop');
});
