import { describe, expect, it } from 'vitest';
import { defineFeature } from '#kit/contract/feature.ts';
import { defineScreens, type Screen } from '#kit/contract/screen.ts';
import { playerWeightProblems } from '../player-weight.ts';

const page = 'features/loyalty/shop/player/page.tsx';
/** Files by path, and what each of them imports. */
const check = (files: Record<string, string>, features: Parameters<typeof playerWeightProblems>[1] = []) =>
  playerWeightProblems(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    features,
  );

describe("a player's page", () => {
  it.each(['@mantine/core', '@tabler/icons-react', 'zod', '@tanstack/react-query', 'react-router'])(
    'may not import %s',
    (library) => {
      expect(check({ [page]: `import { x } from '${library}';` })).toEqual([`${page} imports ${library}`]);
    },
  );

  it('may not reach one through other files either, and the chain is told', () => {
    const files = {
      [page]: `import { a } from '#kit/ui/a.ts';`,
      'kit/ui/a.ts': `export { b } from './b.tsx';`,
      'kit/ui/b.tsx': `import { Button } from '@mantine/core';`,
    };
    expect(check(files)).toEqual([`${page} → kit/ui/a.ts → kit/ui/b.tsx imports @mantine/core`]);
  });

  it('may use what is light, types of anything, and what it loads later', () => {
    const files = {
      [page]: `import { useText } from '#kit/ui/i18n.ts'; import type { X } from 'zod'; import { type Y } from '@mantine/core'; const later = () => import('@mantine/core');`,
      'kit/ui/i18n.ts': '',
    };
    expect(check(files)).toEqual([]);
  });

  it('may not be given one by what other features put into its places', () => {
    const files = {
      [page]: `import ways from 'virtual:slots/shopWays';`,
      'features/loyalty/cards/slots.ts': `export default defineSlots('cards', { shopWays: { rank: 10, load: () => import('./web/way.tsx') } });`,
      'features/loyalty/cards/web/way.tsx': `import { Button } from '@mantine/core';`,
    };
    expect(check(files)).toEqual([`${page} → features/loyalty/cards/web/way.tsx imports @mantine/core`]);
  });

  it('gets contracts without schemas, and only it does', () => {
    const contract = { 'features/loyalty/shop/contract.ts': `import { z } from 'zod';` };
    expect(check({ [page]: `import { shopContract } from '../contract.ts';`, ...contract })).toEqual([]);
    expect(
      check({
        [page]: `import { x } from '../web/public.ts';`,
        'features/loyalty/shop/web/public.ts': `import { shopContract } from '../contract.ts';`,
        ...contract,
      }),
    ).toHaveLength(1);
  });
});

it("refuses a player's screen whose page stands among the staff's", () => {
  const load = new Function("return () => import('./web/page.tsx')")() as Screen['load'];
  const feature = defineFeature({
    name: 'shop',
    endpoints: {},
    screens: defineScreens('shop', [{ path: '/shop', title: 'x', audience: 'player', depth: 1, load }]),
  });
  expect(check({}, [feature])).toEqual([
    "screen /shop is for players: its page belongs in the feature's player folder",
  ]);
});
