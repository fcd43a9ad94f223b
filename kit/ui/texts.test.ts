import { describe, expect, test } from 'vitest';
import { createTextTable, type Texts } from './texts.ts';

function table() {
  const texts = createTextTable();
  texts.add('zh-cn', 'kit', { action: { save: '保存' }, found: '找到 {{count}} 项' });
  texts.add('en-us', 'kit', {
    action: { save: 'Save' },
    found_one: '{{count}} thing',
    found_other: '{{count}} things',
    greet: 'Hello {{name}}, {{name}}',
  });
  return texts;
}

describe('a text', () => {
  test('is found by its key in the language of the reader', () => {
    const texts = table();
    expect(texts.say('kit:action.save')).toBe('保存');
    texts.language = 'en-us';
    expect(texts.say('kit:action.save')).toBe('Save');
  });

  test('takes parameters wherever it names them and keeps places that got none', () => {
    const texts = table();
    texts.language = 'en-us';
    expect(texts.say('kit:greet', { name: '<b>$&</b>' })).toBe('Hello <b>$&</b>, <b>$&</b>');
    expect(texts.say('kit:greet')).toBe('Hello {{name}}, {{name}}');
  });

  test('has a plural where the language has one', () => {
    const texts = table();
    expect(texts.say('kit:found', { count: 1 })).toBe('找到 1 项');
    texts.language = 'en-us';
    expect(texts.say('kit:found', { count: 1 })).toBe('1 thing');
    expect(texts.say('kit:found', { count: 3 })).toBe('3 things');
  });

  test.each([
    'kit:action.missing',
    'kit:action',
    'other:x',
    'kit:constructor',
    'plain',
    'kit:action.save.more',
  ])('that is missing (%s) shows as its key', (key) => expect(table().say(key)).toBe(key));
});

test('takes a namespace in parts, in any sequence, and knows what it has words for', () => {
  const sequences: Texts[][] = [
    [{ ui: { a: 'A' }, one: '1' }, { ui: { b: 'B' } }],
    [{ ui: { b: 'B' } }, { ui: { a: 'A' }, one: '1' }],
  ];
  for (const parts of sequences) {
    const texts = createTextTable();
    for (const part of parts) texts.add(texts.language, 'kit', part);
    expect(['kit:ui.a', 'kit:ui.b', 'kit:one'].map((key) => texts.say(key))).toEqual(['A', 'B', '1']);
    expect(texts.knows('kit:ui.a')).toBe(true);
    expect(texts.knows('kit:ui.c')).toBe(false);
  }
  const plural = createTextTable();
  plural.add(plural.language, 'kit', { days_other: '{{count}} days' });
  expect(plural.knows('kit:days')).toBe(true);
});
