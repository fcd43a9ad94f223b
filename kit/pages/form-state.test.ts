import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  bool,
  day,
  instant,
  int,
  longText,
  moneyFen,
  phone,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';
import { sectionsOf } from './form-definition.ts';
import { checkValues, errorsByField, firstError, isDirty, withoutNulls, withRequired } from './form-state.ts';
import { schemaField } from './schema-fields.ts';

const schema = z.object({
  name: text(10, 2),
  contact: phone(),
  priceFen: moneyFen(100).optional(),
  tags: z.array(text(5)).min(1),
});

describe('checking a form', () => {
  test('gives every wrong field one translatable message', () => {
    const checked = checkValues(schema, { name: 'x', contact: '123', tags: ['far too long'] });
    expect(checked).toEqual({
      ok: false,
      errors: {
        name: { key: 'kit:validation.tooShort', params: { min: 2 } },
        contact: { key: 'kit:validation.phone', params: undefined },
        tags: { key: 'kit:validation.tooLong', params: { max: 5 } },
      },
    });
  });

  test('says "required" for what is missing', () => {
    const checked = checkValues(schema, {});
    expect(!checked.ok && checked.errors.name).toEqual({ key: 'kit:validation.required', params: undefined });
    expect(!checked.ok && Object.keys(checked.errors)).toEqual(['name', 'contact', 'tags']);
  });

  test('sends empty text where the schema wants text that may be empty', () => {
    const loose = z.object({ remark: longText(9), cityId: z.string() });
    expect(checkValues(loose, { cityId: 'x' })).toEqual({ ok: true, data: { remark: '', cityId: 'x' } });
    expect(checkValues(loose, {})).toMatchObject({ ok: false, errors: { cityId: expect.anything() } });
  });

  test('refuses an amount that is not a number', () => {
    const checked = checkValues(schema, {
      name: 'abc',
      contact: '13800000000',
      tags: ['x'],
      priceFen: Number.NaN,
    });
    expect(!checked.ok && Object.keys(checked.errors)).toEqual(['priceFen']);
  });

  test('asks for what the form wants though the schema lets it be', () => {
    const checked = checkValues(z.object({ note: text(20).optional() }), {});
    expect(withRequired(checked, ['note'], {})).toEqual({
      ok: false,
      errors: { note: { key: 'kit:validation.required' } },
    });
    expect(withRequired(checked, ['note'], { note: 'x' })).toBe(checked);
  });

  test('passes on only what the call takes', () => {
    const checked = checkValues(schema, {
      name: 'abc',
      contact: '13800000000',
      tags: ['x'],
      priceFen: undefined,
      createdAt: 'not ours',
    });
    expect(checked).toEqual({ ok: true, data: { name: 'abc', contact: '13800000000', tags: ['x'] } });
  });

  test('shows the server’s own words beside the field they belong to', () => {
    const errors = errorsByField([
      { path: 'name', key: 'sites:error.taken', message: 'Name is taken' },
      { path: 'name', key: 'other' },
      { path: 'tags.0', key: 'kit:validation.tooLong', params: { max: 5 } },
    ]);
    expect(errors).toEqual({
      name: { message: 'Name is taken' },
      tags: { key: 'kit:validation.tooLong', params: { max: 5 } },
    });
    expect(firstError(errors, ['tags', 'name'])).toBe('tags');
    expect(firstError({ hidden: { message: 'x' } }, ['name'])).toBe('hidden');
  });
});

describe('unsaved input', () => {
  test('is a difference in content, not in identity', () => {
    expect(isDirty({ tags: ['a'] }, { tags: ['a'] })).toBe(false);
    expect(isDirty({ tags: ['a'] }, { tags: ['b'] })).toBe(true);
    expect(isDirty({}, { name: undefined })).toBe(false);
    expect(isDirty({ name: 'x' }, {})).toBe(true);
  });

  test('starts without the database’s nulls', () => {
    expect(withoutNulls({ a: null, b: 0, c: '' })).toEqual({ b: 0, c: '' });
  });
});

describe('a field from its schema', () => {
  test('has the kind the schema names, through every wrapper', () => {
    expect(schemaField(moneyFen().optional()).kind).toBe('money');
    expect(schemaField(bool().default(true)).kind).toBe('switch');
    expect(schemaField(z.enum(['a', 'b']).nullable()).kind).toBe('choice');
    expect(schemaField(z.array(uploadPath()).max(3)).kind).toBe('pictures');
    expect(schemaField(text(9).transform((value) => value.length)).kind).toBe('text');
    expect(schemaField(int(1, 5).max(4)).kind).toBe('number');
  });

  test('is starred only when it must be filled in', () => {
    expect(schemaField(text(9)).required).toBe(true);
    expect(schemaField(text(9).optional()).required).toBe(false);
    expect(schemaField(int(1, 5).default(2)).required).toBe(false);
    expect(schemaField(bool()).required).toBe(false);
    expect(schemaField(longText(9)).required).toBe(false);
  });

  test('knows the limits that the input can help with', () => {
    expect(schemaField(text(9)).options).toMatchObject({ maxLength: 9 });
    expect(schemaField(int(1, 5)).options).toEqual({ min: 1, max: 5 });
    expect(schemaField(day()).options.precision).toBeUndefined();
    expect(schemaField(instant()).options.precision).toBe('instant');
  });
});

describe('sections', () => {
  test('keep the order in which fields name them', () => {
    const sections = sectionsOf([
      { name: 'a', label: 'a', section: 'one' },
      { name: 'b', label: 'b', section: 'two' },
      { name: 'c', label: 'c', section: 'one' },
    ]);
    expect(sections.map((section) => [section.title, section.fields.map((field) => field.name)])).toEqual([
      ['one', ['a', 'c']],
      ['two', ['b']],
    ]);
  });
});
