import { expect, test } from 'vitest';
import { foldAlerts } from '../web/fold-alerts.ts';

const offline = (id: string) => ({ id, title: 'offline' });
const fault = { id: 'f', title: 'coin jam' };
const said = ({ changed }: ReturnType<typeof foldAlerts>) =>
  changed.map(({ title, alerts }) => `${title} ${alerts.map(({ id }) => id).join()}`);

test('alerts of one name are one notice, as long as it is shown', () => {
  const first = foldAlerts([], [offline('a'), fault], 0, 6000);
  expect(said(first)).toEqual(['offline a', 'coin jam f']);
  const second = foldAlerts(first.notices, [offline('b')], 5000, 6000);
  expect(said(second)).toEqual(['offline a,b']);
  // its time began again; the fault's is over
  const third = foldAlerts(second.notices, [offline('c'), fault], 10_000, 6000);
  expect(said(third)).toEqual(['offline a,b,c', 'coin jam f']);
  expect(said(foldAlerts(third.notices, [offline('d')], 17_000, 6000))).toEqual(['offline d']);
});

test('an alert that was said is not said again', () => {
  const first = foldAlerts([], [offline('a')], 0, 6000);
  expect(said(foldAlerts(first.notices, [offline('a')], 100, 6000))).toEqual([]);
});
