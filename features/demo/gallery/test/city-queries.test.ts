import { describe, expect, test } from 'vitest';
import { allCities, pageOfCities } from '../server/city-queries.ts';

const cities = allCities('en-us');

describe('the gallery list', () => {
  test('pages through all cities without gap or repetition', () => {
    const seen: string[] = [];
    for (let current = 1; ; current += 1) {
      const page = pageOfCities(cities, { current, size: 50 });
      seen.push(...page.records.map((city) => city.id));
      if (current >= page.pages) break;
    }
    expect(seen).toEqual(cities.map((city) => city.id));
  });

  test('filters by province, by name and by having districts', () => {
    const page = pageOfCities(cities, { current: 1, size: 100, provinceCode: '440305', split: false });
    expect(page.records.map((city) => city.name)).toEqual(['Dongguan', 'Zhongshan']);
    expect(pageOfCities(cities, { current: 1, size: 10, name: 'SHENZ' }).records[0]?.id).toBe('440300');
  });

  test('sorts by number of districts in both directions', () => {
    const most = pageOfCities(cities, { current: 1, size: 1, sort: 'districtCount', order: 'desc' });
    const least = pageOfCities(cities, { current: 1, size: 1, sort: 'districtCount' });
    expect(most.records[0]?.districtCount).toBeGreaterThan(30);
    expect(least.records[0]?.districtCount).toBe(0);
  });
});
