import { expect, it } from 'vitest';
import { defaultSettings, definitionOf } from './catalogue.ts';
import { deviceTypes } from './names.ts';
import { hasPlayPrice, playPriceIn, playPriceOf } from './price.ts';

it('knows where each type keeps the price of a play', () => {
  for (const type of deviceTypes) {
    const groups = Object.entries(definitionOf(type).groups).filter(
      ([, group]) => 'pricePerPlay' in group.shape,
    );
    expect(hasPlayPrice(type)).toBe(groups.length === 1);
    const [group] = groups;
    if (!group) continue;
    expect(playPriceOf(type, 321)).toEqual({ [group[0]]: { pricePerPlay: 321 } });
    expect(playPriceIn(type, defaultSettings(type))).toBeGreaterThan(0);
  }
});
