import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { coerceInput } from '../coerce.ts';
import { bool, id, ids, int, text } from '../schemas.ts';

const schema = z.object({
  size: int(1, 100).default(10),
  flag: bool().optional(),
  name: text(20).optional(),
  tags: z.array(z.string()).optional(),
  list: ids().optional(),
  nested: z.object({ a: z.int() }).optional(),
  remark: text(20, 0).optional(),
  parentId: id().or(z.literal('0')).optional(),
});
const fromText = (values: Record<string, unknown>) => coerceInput(schema, { text: values, json: {} });
const fromJson = (values: Record<string, unknown>) => coerceInput(schema, { text: {}, json: values });

it('brings text parameters to the types the schema names', () => {
  expect(fromText({ size: '20', flag: '1', tags: 'a,b', nested: '{"a":1}', _t: '99' })).toEqual({
    size: 20,
    flag: true,
    tags: ['a', 'b'],
    nested: { a: 1 },
  });
});

it('takes an empty text parameter for an absent one where the field is optional', () => {
  expect(fromText({ size: '', flag: '', name: '' })).toEqual({});
});

it('keeps an empty text of a JSON body where the field can be empty, and takes it for absent where not', () => {
  expect(fromJson({ remark: '' })).toEqual({ remark: '' });
  expect(fromJson({ size: '', flag: '', name: '', list: '', parentId: '' })).toEqual({});
  expect(coerceInput(z.object({ name: text(20) }), { text: {}, json: { name: '' } })).toEqual({ name: '' });
});

it('takes a number for the text it is written as, also where one text among others is meant', () => {
  expect(fromJson({ parentId: 0, name: 12 })).toEqual({ parentId: '0', name: '12' });
});

it('leaves what does not fit for the schema to refuse', () => {
  expect(schema.safeParse(fromText({ size: '2x' })).success).toBe(false);
  expect(schema.safeParse(fromText({ flag: 'yes' })).success).toBe(false);
  expect(schema.safeParse(fromText({ nested: '{broken' })).success).toBe(false);
});

it('prefers the JSON body over the query when a client sends both', () => {
  expect(coerceInput(schema, { text: { size: '1' }, json: { size: 2 } })).toEqual({ size: 2 });
});

it('never throws and never takes inherited properties', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), (values) => {
      fromText(values);
      fromJson(values);
    }),
  );
  expect(coerceInput(z.object({ toString: z.string().optional() }), { text: {}, json: {} })).toEqual({});
});
