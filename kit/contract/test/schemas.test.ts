import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldIssues } from '../issues.ts';
import {
  idNumber,
  instant,
  pageInput,
  password,
  phone,
  smsCode,
  text,
  timePeriod,
  uploadPath,
} from '../schemas.ts';

describe('schemas', () => {
  it.each([
    [phone(), '13800000001', '23800000001'],
    [smsCode(), '012345', '12345'],
    [password(), 'Demo1234', 'short'],
    [password(), '!'.repeat(16), '!'.repeat(17)],
    [idNumber(), '11010519491231002X', '110105194912310021'],
    [timePeriod(), '09:00-22:30', '9:00-22:30'],
    [timePeriod(), '18:00-24:00', '24:00-25:00'],
    [uploadPath(), '/files/100002/202611/Abcd1700000000000.jpg', 'https://evil.example/x.jpg'],
    [uploadPath(), '/files/a.png', '/files/../secrets.json'],
    [text(10), '店名 A', 'a\u0000b'],
    [text(10), 'ok', 'x'.repeat(11)],
    [instant(), '2026-11-15T08:00:00Z', '2026-11-15'],
  ])('accepts and refuses what the specification says (%#)', (schema, good, bad) => {
    expect(schema.safeParse(good).success).toBe(true);
    expect(schema.safeParse(bad).success).toBe(false);
  });

  it('sorts only by the names it lists', () => {
    const input = pageInput({}, ['name', 'createdAt']);
    expect(input.safeParse({ sort: 'name' }).success).toBe(true);
    expect(input.safeParse({ sort: 'name; drop table' }).success).toBe(false);
  });
});

describe('issues', () => {
  const schema = z.object({
    phone: phone(),
    name: text(5),
    count: z.int().max(3),
    tags: z.array(z.string()).min(1),
  });
  it('become translatable messages at their fields', () => {
    const { error } = schema.safeParse({ phone: '1', name: 'abcdefg', count: 9, tags: [] });
    expect(fieldIssues(error as z.ZodError)).toEqual([
      { path: 'phone', key: 'kit:validation.phone' },
      { path: 'name', key: 'kit:validation.tooLong', params: { max: 5 } },
      { path: 'count', key: 'kit:validation.tooBig', params: { max: 3 } },
      { path: 'tags', key: 'kit:validation.tooFew', params: { min: 1 } },
    ]);
  });
  it('say "required" for what is absent and "type" for what is of another kind', () => {
    const { error } = schema.safeParse({ name: '', count: 'x', tags: ['a'] });
    expect(fieldIssues(error as z.ZodError).map(({ path, key }) => [path, key])).toEqual([
      ['phone', 'kit:validation.required'],
      ['name', 'kit:validation.required'],
      ['count', 'kit:validation.type'],
    ]);
  });
});
