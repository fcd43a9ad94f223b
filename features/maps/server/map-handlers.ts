import type { Handlers } from '#kit/server/context.ts';
import { mapsContract } from '../contract.ts';
import { askProvider } from './ask-provider.ts';

export const mapHandlers: Handlers<typeof mapsContract> = {
  geocode: async ({ services }, input) =>
    askProvider(services, '/ws/geocoder/v1', input, mapsContract.geocode.output),
  explorePlaces: async ({ services }, input) =>
    askProvider(services, '/ws/place/v1/explore', input, mapsContract.explorePlaces.output),
  searchPlaces: async ({ services }, input) =>
    askProvider(services, '/ws/place/v1/search', input, mapsContract.searchPlaces.output),
};
