import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import {
  amountOf,
  bool,
  choiceOf,
  dayRange,
  flagOf,
  instant,
  moneyFen,
  pageInput,
  pageOf,
  regionCode,
  text,
} from '#kit/contract/schemas.ts';
import { machineFields, siteFields } from '#kit/contract/things.ts';
import { defaultLabel } from './field-names.ts';
import { phoneLayout } from './list-columns.ts';
import { defineList } from './list-definition.ts';

const endpoint = defineEndpoint({
  method: 'GET',
  path: '/api/things/list',
  access: permit('things.view'),
  summary: 'Things',
  input: pageInput(
    {
      state: choiceOf('things:state', ['open', 'shut']).optional(),
      hidden: bool().optional(),
      rented: flagOf('things:rented').optional(),
      name: text(20).optional(),
      region: regionCode().optional(),
      ...dayRange,
    },
    ['createdAt', 'priceFen'],
  ),
  output: pageOf(
    z.object({
      id: z.string(),
      name: z.string(),
      note: z.string().nullable(),
      ...machineFields,
      ...siteFields,
      unit: choiceOf('kit:unitName', ['fen', 'coin']),
      amount: amountOf('unit'),
      priceFen: moneyFen().nullable(),
      stock: z.int(),
      way: choiceOf('things:way', ['hand', 'machine']),
      state: choiceOf('things:state', ['open', 'shut'], { open: 'good' }),
      createdAt: instant(),
      place: z.object({ lane: z.int() }),
    }),
  ),
});
const list = (options: Partial<Parameters<typeof defineList<typeof endpoint>>[0]>) =>
  defineList({
    endpoint,
    columns: ['name'],
    empty: { title: 'things:page.empty' },
    ...options,
  });
type Columns = Parameters<typeof defineList<typeof endpoint>>[0]['columns'];
const columnsOf = (...columns: Columns) => list({ columns }).columns;

describe('a column that is only a key', () => {
  test('takes its name from the schema, or from the rule', () => {
    expect(columnsOf('fieldName', 'name', 'place.lane').map(({ label }) => label)).toEqual([
      'kit:thing.siteLabel',
      'things:field.name',
      'things:field.lane',
    ]);
    expect(defaultLabel('things:deposit', 'amount')).toBe('things:deposit.amount');
  });

  test('has its name among the texts of the feature whose right the call asks for, unless the list says otherwise', () => {
    const labelOf = (texts?: string) =>
      list({ columns: ['name'], ...(texts && { texts }) }).columns.map(({ label }) => label);
    expect(labelOf()).toEqual(['things:field.name']);
    expect(labelOf('others')).toEqual(['others:field.name']);
  });

  test('stands right when it is a number, and is sorted by when the call can', () => {
    const found = columnsOf('name', 'priceFen', 'amount', 'stock', 'createdAt');
    expect(found.map(({ align }) => align)).toEqual([undefined, 'right', 'right', 'right', undefined]);
    expect(found.map(({ sortBy }) => sortBy)).toEqual([
      undefined,
      'priceFen',
      undefined,
      undefined,
      'createdAt',
    ]);
  });

  test('can say otherwise, and is left out of files when the answer has no such field', () => {
    const [price, made] = columnsOf(
      { key: 'priceFen', label: 'things:price', align: 'left', sortable: false },
      { key: 'made up', label: 'things:made' },
    );
    expect(price).toMatchObject({ label: 'things:price', align: 'left', sortBy: undefined, known: true });
    expect(made?.known).toBe(false);
  });
});

describe('the two lines of a phone’s row', () => {
  const layout = (...columns: Columns) => {
    const { what, amount, state, more } = phoneLayout(columnsOf(...columns));
    return [what?.key, amount?.key, state?.key, more.map(({ key }) => key)];
  };

  test('follow from what the columns mean: where, how, when', () => {
    expect(
      layout('name', 'createdAt', 'note', 'equipmentName', 'fieldName', 'stock', 'way', 'priceFen', 'state'),
    ).toEqual(['name', 'priceFen', 'state', ['equipmentName', 'way', 'createdAt']]);
  });

  test('name the machine first in a list that begins with it', () => {
    expect(layout('equipmentName', 'fieldName', 'amount')).toEqual([
      'equipmentName',
      'amount',
      undefined,
      ['fieldName'],
    ]);
  });

  test('know where else a row may be that does not name the first place', () => {
    const spareOf = (...columns: Columns) => phoneLayout(columnsOf(...columns)).spare.map(({ key }) => key);
    expect(spareOf('name', 'equipmentName', 'fieldName', 'createdAt')).toEqual(['fieldName']);
    expect(spareOf('name', 'equipmentName', { key: 'fieldName', phone: false })).toEqual([]);
  });

  test('hear what a column says of its place, and leave out what is hidden', () => {
    expect(
      layout(
        { key: 'note', phone: 'what' },
        'name',
        { key: 'stock', phone: 'amount' },
        { key: 'priceFen', phone: 'more' },
        { key: 'state', phone: false },
        { key: 'fieldName', optional: true },
      ),
    ).toEqual(['note', 'stock', undefined, ['priceFen']]);
  });
});

describe('a filter that is only a name', () => {
  test('takes kind, options and name from the input', () => {
    expect(list({ filters: ['state', 'from', 'hidden', 'rented', 'name', 'region'] }).filters).toEqual([
      {
        kind: 'choice',
        name: 'state',
        label: 'things:field.state',
        options: [
          { value: 'open', label: 'things:state.open' },
          { value: 'shut', label: 'things:state.shut' },
        ],
      },
      { kind: 'dateRange', name: 'from', toName: 'to', label: 'kit:thing.daysLabel' },
      { kind: 'switch', name: 'hidden', label: 'things:field.hidden', words: 'kit:answer' },
      { kind: 'switch', name: 'rented', label: 'things:field.rented', words: 'things:rented' },
      { kind: 'text', name: 'name', label: 'things:field.name' },
      { kind: 'region', name: 'region', label: 'things:field.region' },
    ]);
  });

  test('may offer fewer values under another name', () => {
    expect(list({ filters: [{ name: 'state', label: 'things:now', values: ['open'] }] }).filters).toEqual([
      {
        kind: 'choice',
        name: 'state',
        label: 'things:now',
        options: [{ value: 'open', label: 'things:state.open' }],
      },
    ]);
  });
});
