import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Language } from '#kit/kernel/language.ts';
import { regionTree } from '#kit/kernel/regions.ts';
import { pageOfShipped } from '#kit/server/page-rows.ts';
import type { City, galleryContract } from '../contract.ts';

const tables = new Map<Language, readonly City[]>();

/** All cities (and what stands in a city's place) in the order of their codes. */
export function allCities(language: Language): readonly City[] {
  const known = tables.get(language);
  if (known) return known;
  const cities = regionTree(language).flatMap((province) =>
    (province.children ?? []).map((city) => ({
      id: city.code,
      name: city.name,
      provinceCode: province.code,
      provinceName: province.name,
      districtCount: city.children?.length ?? 0,
      split: (city.children?.length ?? 0) > 0,
    })),
  );
  tables.set(language, cities);
  return cities;
}

type CityQuery = ParsedInputOf<typeof galleryContract.listCities>;

export function pageOfCities(cities: readonly City[], query: CityQuery) {
  const wanted = query.name?.toLowerCase() ?? '';
  const found = cities.filter(
    (city) =>
      city.name.toLowerCase().includes(wanted) &&
      // Any level of the region field names its province by its first two digits.
      (query.provinceCode === undefined || city.id.startsWith(query.provinceCode.slice(0, 2))) &&
      (query.split === undefined || city.districtCount > 0 === query.split),
  );
  const { sort = 'id', order = 'asc' } = query;
  const sign = order === 'desc' ? -1 : 1;
  const sorted = found.toSorted((one, other) => {
    const [a, b] = [one[sort], other[sort]];
    const difference = typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b));
    return sign * difference || one.id.localeCompare(other.id);
  });
  return pageOfShipped(query, sorted);
}
