import { expect, it } from 'vitest';
import { pageTable, type SlotSource, shellTable } from './slot-tables.ts';

const literal = (text: string) => new Function(`return ${text}`)() as () => unknown;
const source = (feature: string, slots: Record<string, { rank: number; file: string }>): SlotSource => ({
  feature,
  folder: `/f/${feature}`,
  slots: Object.fromEntries(
    Object.entries(slots).map(([name, { rank, file }]) => [
      name,
      { rank, load: literal(`() => import('${file}')`) },
    ]),
  ),
});

const cards = source('cards', {
  shopWays: { rank: 20, file: './player/way.tsx' },
  homeBand: { rank: 5, file: './web/band.tsx' },
});
const shop = source('shop', { shopWays: { rank: 10, file: './player/shelf.tsx' } });

it('puts the lowest rank first, whichever folder comes first, and into the file of the page', () => {
  expect(pageTable([cards, shop], 'shopWays')).toBe(
    [
      'import filling0 from "/f/shop/player/shelf.tsx";',
      'import filling1 from "/f/cards/player/way.tsx";',
      'export default [{ feature: "shop", filling: filling0 }, { feature: "cards", filling: filling1 }];',
    ].join('\n'),
  );
});

it('leaves a place empty that nobody fills', () => {
  expect(pageTable([cards, shop], 'machineWays')).toBe('export default [];');
});

it('refuses two of the same rank: which stands first would be left to the names of folders', () => {
  const rival = source('exchange', { shopWays: { rank: 10, file: './player/gifts.tsx' } });
  expect(() => pageTable([rival, shop], 'shopWays')).toThrow(
    'exchange and shop both fill shopWays at rank 10',
  );
});

it('leaves to the shell what the shell fetches by itself, and nothing of the pages', () => {
  expect(shellTable([cards, shop])).toBe(
    'export default [\n{ feature: "cards", slots: { "homeBand": { rank: 5, load: () => import("/f/cards/web/band.tsx") } } }\n];',
  );
});
