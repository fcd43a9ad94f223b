import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { pageInput, pageOf } from '#kit/contract/schemas.ts';
import { candidatesOf, matching, moreThanShown, referenceTo } from './reference-source.ts';

const site = z.object({ id: z.string(), name: z.string() });
const paged = defineEndpoint({
  method: 'GET',
  path: '/sites',
  access: 'session',
  input: pageInput({ name: z.string().optional() }, ['name']),
  output: pageOf(site),
  summary: '',
});
const plain = defineEndpoint({
  method: 'GET',
  path: '/all-sites',
  access: 'session',
  input: z.object({}),
  output: z.array(site),
  summary: '',
});
const records = [
  { id: '1', name: 'East mall' },
  { id: '2', name: 'West mall' },
];

describe('a reference', () => {
  test('takes its candidates from a page or from a plain list', () => {
    const fromPage = referenceTo({ endpoint: paged, search: 'name', labelOf: (one) => one.name });
    const fromList = referenceTo({ endpoint: plain, labelOf: (one) => one.name });
    const page = { records, total: 30, size: 2, current: 1, pages: 15 };
    expect(candidatesOf(fromPage, page)).toEqual(candidatesOf(fromList, records));
    expect(candidatesOf(fromPage, page).map((one) => one.value)).toEqual(['1', '2']);
    expect(moreThanShown(page)).toBe(28);
    expect(moreThanShown(records)).toBe(0);
  });

  test('is filtered here only when the server can not search', () => {
    const fromPage = referenceTo({ endpoint: paged, search: 'name', labelOf: (one) => one.name });
    const fromList = referenceTo({ endpoint: plain, labelOf: (one) => one.name });
    const candidates = candidatesOf(fromList, records);
    expect(matching(fromList, candidates, 'EAST').map((one) => one.value)).toEqual(['1']);
    expect(matching(fromPage, candidates, 'EAST')).toHaveLength(2);
  });
});
