import { serveFeature } from '#kit/server/context.ts';
import { mapsContract } from '../contract.ts';
import mapsFeature from '../feature.ts';
import { askProvider } from './ask-provider.ts';

export default serveFeature(mapsFeature, {
  handlers: {
    geocode: async ({ services }, input) =>
      askProvider(services, '/ws/geocoder/v1', input, mapsContract.geocode.output),
    explorePlaces: async ({ services }, input) =>
      askProvider(services, '/ws/place/v1/explore', input, mapsContract.explorePlaces.output),
    searchPlaces: async ({ services }, input) =>
      askProvider(services, '/ws/place/v1/search', input, mapsContract.searchPlaces.output),
  },
});
