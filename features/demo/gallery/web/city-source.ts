import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { galleryContract } from '../contract.ts';

export const cities = referenceTo({
  endpoint: galleryContract.listCities,
  search: 'name',
  labelOf: (city) => city.name,
  hintOf: (city) => city.provinceName,
});
