import { missing } from '#kit/kernel/errors.ts';
import { regionTree } from '#kit/kernel/regions.ts';
import type { Handler } from '#kit/server/context.ts';
import type { galleryContract } from '../contract.ts';
import { allCities } from './cities.ts';

export const readCity: Handler<typeof galleryContract.readCity> = async ({ language }, { id }) => {
  const city = allCities(language).find((candidate) => candidate.id === id);
  if (!city) throw missing();
  const province = regionTree(language).find((candidate) => candidate.code === city.provinceCode);
  const node = province?.children?.find((candidate) => candidate.code === id);
  return { ...city, districts: (node?.children ?? []).map(({ code, name }) => ({ code, name })) };
};
