import { describe, expect, test } from 'vitest';
import { columnVisibility, parseColumnChoice, toggleColumn } from './column-choice.ts';
import { compare } from './comparison.ts';
import { createRowCounter, exportPath, fileNameOf } from './export-stream.ts';
import { listCommand, movedIndex, uniqueRows } from './rows.ts';
import { parseWizard, storable } from './wizard-state.ts';

const columns = [{ key: 'name' }, { key: 'code' }, { key: 'extra', optional: true }];

describe('the choice of columns', () => {
  test('starts with all but the optional ones', () => {
    expect(columnVisibility(columns, {})).toEqual({ name: true, code: true, extra: false });
  });

  test('remembers only what differs from the start', () => {
    const chosen = toggleColumn(columns, toggleColumn(columns, {}, 'extra'), 'code');
    expect(chosen).toEqual({ extra: true, code: false });
    expect(toggleColumn(columns, chosen, 'extra')).toEqual({ code: false });
  });

  test('never leaves a table without columns', () => {
    const one = toggleColumn(columns, {}, 'code');
    expect(toggleColumn(columns, one, 'name')).toEqual(one);
    expect(columnVisibility(columns, { name: false, code: false })).toEqual({
      name: true,
      code: true,
      extra: false,
    });
  });

  test('survives columns that come and go, and broken storage', () => {
    expect(columnVisibility(columns, { vanished: false })).toEqual({ name: true, code: true, extra: false });
    expect(parseColumnChoice('{"name":false,"code":"yes"}')).toEqual({ name: false });
    expect(parseColumnChoice('not json')).toEqual({});
    expect(parseColumnChoice(null)).toEqual({});
  });
});

describe('an endless list', () => {
  test('shows a row once when it slid from one page to the next', () => {
    const rows = [{ id: 'c' }, { id: 'b' }, { id: 'b' }, { id: 'a' }];
    expect(uniqueRows(rows, (row) => row.id).map((row) => row.id)).toEqual(['c', 'b', 'a']);
  });
});

describe('keys on a list', () => {
  const key = (name: string, state = {}) =>
    listCommand({ key: name, modified: false, typing: false, inList: true, ...state });

  test('walk, open, select and search', () => {
    expect(['j', 'ArrowDown', 'k', 'ArrowUp', 'Enter', 'x', ' ', '/'].map((name) => key(name))).toEqual([
      'next',
      'next',
      'previous',
      'previous',
      'open',
      'select',
      'select',
      'search',
    ]);
  });

  test('do nothing while someone types or uses a shortcut', () => {
    expect(key('j', { typing: true })).toBe('none');
    expect(key('k', { modified: true })).toBe('none');
  });

  test('leave arrows to the page while the focus is elsewhere', () => {
    expect(key('ArrowDown', { inList: false })).toBe('none');
    expect(key(' ', { inList: false })).toBe('none');
    expect(key('j', { inList: false })).toBe('next');
  });

  test('stop at the ends', () => {
    expect(movedIndex(-1, 1, 3)).toBe(0);
    expect(movedIndex(2, 1, 3)).toBe(2);
    expect(movedIndex(0, -1, 3)).toBe(0);
    expect(movedIndex(0, 1, 0)).toBe(-1);
  });
});

describe('an export', () => {
  test('counts rows across chunks, not line ends inside quotes', () => {
    const counter = createRowCounter();
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(counter.add(bytes('name,note\r\n"a","line 1\n'))).toBe(0);
    expect(counter.add(bytes('line 2"\r\nb,""""\r\n'))).toBe(2);
  });

  test('asks for the list with its filters, without its page', () => {
    const path = exportPath(
      '/api/x/list',
      { format: 'csv', name: 'Sites', offsetMinutes: 480 },
      [{ key: 'name', label: '名称' }],
      {
        current: 3,
        size: 20,
        type: ['a', 'b'],
        none: undefined,
      },
    );
    const query = new URL(path, 'http://x').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      path: '/api/x/list',
      format: 'csv',
      name: 'Sites',
      offsetMinutes: '480',
      columns: '[{"key":"name","label":"名称"}]',
      query: '{"type":"a,b"}',
    });
  });

  test('takes the file name from the answer', () => {
    expect(fileNameOf('attachment; filename="x.csv"; filename*=UTF-8\'\'%E5%9C%BA.csv', 'f')).toBe('场.csv');
    expect(fileNameOf('attachment; filename="sites.csv"', 'f')).toBe('sites.csv');
    expect(fileNameOf("attachment; filename*=UTF-8''%E5%9", 'f')).toBe('f');
    expect(fileNameOf(null, 'f')).toBe('f');
  });
});

describe('a comparison', () => {
  test('says how much more or less, and nothing against zero', () => {
    expect(compare(150, 100)).toEqual({ direction: 'up', changeBasisPoints: 5000 });
    expect(compare(50, 100)).toEqual({ direction: 'down', changeBasisPoints: -5000 });
    expect(compare(5, 0)).toEqual({ direction: 'up', changeBasisPoints: undefined });
    expect(compare(0, 0)).toEqual({ direction: 'same', changeBasisPoints: 0 });
  });
});

describe('a wizard', () => {
  test('resumes where it was left, within the steps there are', () => {
    expect(parseWizard('{"step":1,"values":{"name":"x"}}', 3)).toEqual({ step: 1, values: { name: 'x' } });
    expect(parseWizard('{"step":9,"values":{}}', 3).step).toBe(3);
    expect(parseWizard('{"step":-2,"values":{}}', 3).step).toBe(0);
  });

  test('starts afresh from anything unreadable', () => {
    for (const text of [null, '', '[]', '{"values":null}', 'x']) {
      expect(parseWizard(text, 3)).toEqual({ step: 0, values: {} });
    }
  });

  test('does not store secrets', () => {
    const text = storable({ step: 1, values: { name: 'x', password: 'secret' } }, ['password']);
    expect(JSON.parse(text)).toEqual({ step: 1, values: { name: 'x' } });
  });
});
