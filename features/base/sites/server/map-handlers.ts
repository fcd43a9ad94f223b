import { missing } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapsContract } from '../contract/maps.ts';
import { askProvider } from './ask-provider.ts';
import { openTile } from './open-tile.ts';

const ownTiles = '/map/tiles/{z}/{x}/{y}';

export const mapHandlers: Handlers<typeof mapsContract> = {
  async readTileSource({ services }) {
    const { mapTiles } = services.config;
    if (!mapTiles) return { tiles: null };
    const { url, datum, maxZoom, attribution } = mapTiles;
    return { tiles: { url: url ?? ownTiles, isWgs84: datum === 'wgs84', maxZoom, attribution } };
  },
  async readTile({ services, reply }, place) {
    const tile = await openTile(services.config.mapTiles?.folder, place);
    if (!tile) throw missing();
    reply
      .header('content-type', tile.contentType)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=604800');
    await reply.send(tile.bytes);
  },
  geocode: async ({ services }, input) =>
    askProvider(services, '/ws/geocoder/v1', input, mapsContract.geocode.output),
  explorePlaces: async ({ services }, input) =>
    askProvider(services, '/ws/place/v1/explore', input, mapsContract.explorePlaces.output),
  searchPlaces: async ({ services }, input) =>
    askProvider(services, '/ws/place/v1/search', input, mapsContract.searchPlaces.output),
};
