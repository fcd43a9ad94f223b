import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { limits } from '#kit/protocol/limits.ts';
import { folderStorage } from '../devices/folder-storage.ts';
import { Journal } from '../devices/journal.ts';
import { memoryStorage } from '../devices/storage.ts';
import { testStart } from './bench-device.ts';

const startMs = testStart.getTime();
const idOf = (index: number) => `id-${index}`;

describe('the journal', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coinyard-journal-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('stays bounded, keeps the newest ids, and no id is forgotten before its command expired', async () => {
    const storage = memoryStorage();
    let nowMs = startMs;
    const journal = await Journal.open(storage, () => new Date(nowMs));
    await journal.accept('long-lived', 'credit', new Date(startMs + 365 * dayMs), 1);
    await journal.settle('long-lived', { state: 'done', asked: 1, counted: 1 });
    for (let index = 0; index < 3 * limits.journalEntries; index++) {
      nowMs += 60_000;
      await journal.accept(idOf(index), 'credit', new Date(nowMs + 20_000), 1);
      await journal.settle(idOf(index), { state: 'done', asked: 1, counted: 1 });
    }
    const again = await Journal.open(storage, () => new Date(nowMs));
    expect(again.find('long-lived')).toMatchObject({ state: 'done' });
    expect(again.find(idOf(0))).toBe(undefined);
    for (let index = 2 * limits.journalEntries; index < 3 * limits.journalEntries; index++)
      expect(again.find(idOf(index))).toMatchObject({ state: 'done', counted: 1 });
    expect((await storage.readJournal()).length).toBeLessThan(3 * limits.journalEntries);
  });

  it('is not pushed out by forged commands', async () => {
    const storage = memoryStorage();
    const nowMs = startMs + hourMs;
    const journal = await Journal.open(storage, () => new Date(nowMs));
    await journal.accept('real', 'credit', new Date(startMs - 2 * hourMs), 1);
    await journal.settle('real', { state: 'done', counted: 1 });
    for (let index = 0; index < 5 * limits.journalEntries; index++)
      await journal.refuse(idOf(index), '', new Date(nowMs), { state: 'failed', reason: 'signature' });
    expect(journal.find('real')).toMatchObject({ state: 'done' });
    expect((await storage.readJournal()).length).toBeLessThan(3 * limits.journalEntries);
  });

  it('on disk does without a line that the power cut in two', async () => {
    const place = join(folder, 'torn');
    const storage = await folderStorage(place);
    const now = () => testStart;
    const journal = await Journal.open(storage, now);
    await journal.accept('first', 'dispense', testStart, 5);
    await journal.progress('first', 2);
    const path = join(place, 'journal.jsonl');
    await writeFile(path, `${await readFile(path, 'utf8')}{"id":"second","sta`);
    const again = await Journal.open(await folderStorage(place), now);
    expect(again.find('second')).toBe(undefined);
    expect(again.unfinished()).toMatchObject([{ id: 'first', state: 'accepted', asked: 5, counted: 2 }]);
    await again.accept('third', 'dispense', testStart, 1);
    expect((await Journal.open(await folderStorage(place), now)).find('third')).toMatchObject({
      state: 'accepted',
    });
  });
});
