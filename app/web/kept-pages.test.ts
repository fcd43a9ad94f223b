import { expect, test } from 'vitest';
import { type Keepable, movePages, type Pages } from './kept-pages.ts';

const shell = {};
const page = (
  path: string,
  index: number,
  over: {
    keepAlive?: boolean;
    key?: string;
    shell?: object;
    id?: string;
    parents?: { path: string }[];
    person?: string;
  } = {},
): Keepable => ({
  place: { location: { key: over.key ?? `${path}${index}` }, index },
  Shell: over.shell ?? shell,
  person: over.person ?? 'ann',
  content: {
    kind: 'page',
    screen: { path, keepAlive: over.keepAlive, parents: over.parents ?? [] },
    params: over.id ? { id: over.id } : {},
  },
});
const list = page('/list', 0, { keepAlive: true });
const walk = (...moves: Keepable[]) => moves.reduce<Pages<Keepable> | undefined>(movePages, undefined)!;

test('a list is the same page again after a look at a detail', () => {
  const first = walk(list);
  const inside = movePages(first, page('/detail', 1));
  expect(inside.kept).toEqual([first.current]);
  const back = movePages(inside, list);
  expect(back.current.id).toBe(first.current.id);
  expect(back.kept).toEqual([]);
});

test('a page that does not ask for it is made again', () => {
  const first = walk(page('/plain', 0));
  const back = movePages(movePages(first, page('/detail', 1)), page('/plain', 0));
  expect(back.current.id).not.toBe(first.current.id);
});

test('the list comes back with the filters it was left with', () => {
  const first = walk(list);
  const filtered = movePages(first, page('/list', 0, { keepAlive: true, key: 'filtered' }));
  expect(filtered.current.id).toBe(first.current.id);
  const back = movePages(
    movePages(filtered, page('/detail', 1)),
    page('/list', 0, { keepAlive: true, key: 'filtered' }),
  );
  expect(back.current.id).toBe(first.current.id);
});

test('the same screen opened once more from the menu is a new page', () => {
  const first = walk(list);
  const again = movePages(movePages(first, page('/detail', 1)), page('/list', 2, { keepAlive: true }));
  expect(again.current.id).not.toBe(first.current.id);
});

test('going back before a list, or into another shell, lets it go', () => {
  const deep = walk(page('/home', 0), page('/list', 1, { keepAlive: true }), page('/detail', 2));
  expect(deep.kept).toHaveLength(1);
  expect(movePages(deep, page('/home', 0)).kept).toEqual([]);
  expect(movePages(deep, page('/player', 3, { shell: {} })).kept).toEqual([]);
});

test('the next person gets pages of their own, and none that are kept', () => {
  const first = walk(list, page('/detail', 1));
  const next = movePages(first, page('/detail', 1, { person: 'bob' }));
  expect(next.current.id).not.toBe(first.current.id);
  expect(next.kept).toEqual([]);
});

test('another machine of the same screen is another page', () => {
  const first = walk(page('/shop/:id', 0, { id: 'a' }));
  expect(movePages(first, page('/shop/:id', 1, { id: 'b' })).current.id).not.toBe(first.current.id);
});

test('at most three pages are kept', () => {
  const many = walk(
    ...Array.from({ length: 6 }, (_, place) => page(`/l${place}`, place, { keepAlive: true })),
  );
  expect(many.kept.map(({ shown }) => shown.place.index)).toEqual([2, 3, 4]);
});

test('a screen around others stays while one goes between them, and a kept one among them is kept whole', () => {
  const parents = [{ path: '/store' }];
  const orders = walk(page('/store/orders', 0, { parents }));
  const goods = movePages(orders, page('/store/goods', 1, { parents, keepAlive: true }));
  const settings = movePages(orders, page('/store/settings', 1, { parents }));
  expect(settings.current.id).toBe(orders.current.id);
  const edit = movePages(goods, page('/store/goods/edit', 2, { parents }));
  expect(edit.kept).toEqual([goods.current]);
  const back = movePages(edit, page('/store/goods', 1, { parents, keepAlive: true }));
  expect(back.current.id).toBe(goods.current.id);
});
