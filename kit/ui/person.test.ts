import { beforeEach, expect, test } from 'vitest';
import { createPersonWatch } from './person.ts';

function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    values,
  };
}

let device: ReturnType<typeof storage>;
let tab: ReturnType<typeof storage>;
let remembered: string[];

beforeEach(() => {
  device = storage();
  tab = storage();
  remembered = [];
});

const openPage = (ownTab = tab) => {
  const watch = createPersonWatch(ownTab, device);
  watch.forgetWith(() => remembered.splice(0));
  return watch;
};

test('what one person left in the tab is gone when the next has logged in', () => {
  const watch = openPage();
  watch.is('ann');
  remembered.push("ann's wallet");
  watch.left();
  watch.is('bob');
  expect(remembered).toEqual([]);
});

test('the next person may come without a log-out: by another tab, or after the login ran out', () => {
  const watch = openPage();
  watch.is('ann');
  remembered.push("ann's wallet");
  watch.is('bob');
  expect(remembered).toEqual([]);
});

test('the same person finds everything again after a login that ran out, also over a reload', () => {
  const watch = openPage();
  watch.is('ann');
  remembered.push('a draft');
  watch.is('ann');
  openPage().is('ann');
  expect(remembered).toEqual(['a draft']);
});

test('a tab that slept while others changed the person forgets when it wakes', () => {
  const other = storage();
  openPage(other).is('ann');
  openPage().is('bob');
  remembered.push("ann's draft");
  openPage(other).is('bob');
  expect(remembered).toEqual([]);
});

test('a module that is loaded after the change forgets what it finds', () => {
  const watch = openPage();
  watch.is('ann');
  watch.is('bob');
  let draft: string | undefined = "ann's draft";
  watch.forgetWith(() => {
    draft = undefined;
  });
  expect(draft).toBeUndefined();
});

test('logging out leaves no mark of who it was', () => {
  const watch = openPage();
  watch.is('ann');
  watch.left();
  expect([...device.values, ...tab.values]).toEqual([]);
});
