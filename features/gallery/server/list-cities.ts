import type { Handler } from '#kit/server/context.ts';
import type { galleryContract } from '../contract.ts';
import { allCities, pageOfCities } from './cities.ts';

export const listCities: Handler<typeof galleryContract.listCities> = async ({ language }, input) =>
  pageOfCities(allCities(language), input);
