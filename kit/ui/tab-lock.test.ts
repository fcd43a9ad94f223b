import { expect, test } from 'vitest';
import { type LeaseOptions, withLease } from './tab-lock.ts';

function sharedStorage(): LeaseOptions['storage'] {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 0));

test('tabs without Web Locks take turns', async () => {
  const storage = sharedStorage();
  let inside = 0;
  let most = 0;
  const task = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await soon();
    inside -= 1;
  };
  const options = { storage, now: () => 0, wait: soon };
  await Promise.all(['a', 'b', 'c'].map((owner) => withLease('refresh', task, { ...options, owner })));
  expect(most).toBe(1);
});

test('a tab that was closed inside its turn does not block the others for ever', async () => {
  const storage = sharedStorage();
  let nowMs = 0;
  storage.setItem('coinyard.lease.refresh', 'dead 15000');
  const wait = async () => {
    nowMs += 5_000;
  };
  const result = await withLease('refresh', async () => 'done', {
    storage,
    now: () => nowMs,
    wait,
    owner: 'a',
  });
  expect(result).toBe('done');
  expect(nowMs).toBeGreaterThan(15_000);
});

test('a failing task frees the turn', async () => {
  const storage = sharedStorage();
  const options = { storage, now: () => 0, wait: soon, owner: 'a' };
  await expect(withLease('refresh', () => Promise.reject(new Error('no')), options)).rejects.toThrow('no');
  expect(storage.getItem('coinyard.lease.refresh')).toBeNull();
});
