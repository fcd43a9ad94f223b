import { regionTree } from '#kit/kernel/regions.ts';
import type { Handler } from '#kit/server/context.ts';
import type { galleryContract } from '../contract.ts';

export const countRegions: Handler<typeof galleryContract.countRegions> = async (
  { language },
  { provinceCode },
) => {
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
};
