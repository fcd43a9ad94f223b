import { missing } from '#kit/kernel/errors.ts';
import { regionTree } from '#kit/kernel/regions.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { galleryContract } from '../contract.ts';
import { allCities, pageOfCities } from './city-queries.ts';

export const cityHandlers: Handlers<typeof galleryContract> = {
  listCities: async ({ language }, input) => pageOfCities(allCities(language), input),

  async readCity({ language }, { id }) {
    const city = allCities(language).find((candidate) => candidate.id === id);
    if (!city) throw missing();
    const province = regionTree(language).find((candidate) => candidate.code === city.provinceCode);
    const node = province?.children?.find((candidate) => candidate.code === id);
    return { ...city, districts: (node?.children ?? []).map(({ code, name }) => ({ code, name })) };
  },

  async countRegions({ language }, { provinceCode }) {
    const provinces = regionTree(language).map((province) => ({
      code: province.code,
      name: province.name,
      cityCount: province.children?.length ?? 0,
      districtCount: (province.children ?? []).reduce((sum, city) => sum + (city.children?.length ?? 0), 0),
    }));
    const shown = provinceCode
      ? provinces.filter((province) => province.code.slice(0, 2) === provinceCode.slice(0, 2))
      : provinces;
    const sum = (list: typeof provinces, name: 'cityCount' | 'districtCount') =>
      list.reduce((total, province) => total + province[name], 0);
    return {
      cityCount: sum(shown, 'cityCount'),
      districtCount: sum(shown, 'districtCount'),
      averageCityCount: (sum(provinces, 'cityCount') / provinces.length) * shown.length,
      averageDistrictCount: (sum(provinces, 'districtCount') / provinces.length) * shown.length,
      provinces: shown,
    };
  },
};
