import { CallError } from '#kit/contract/client.ts';
import { unavailable } from '#kit/kernel/errors.ts';
import { client } from '../client.ts';
import type { Point } from './map-geometry.ts';

/** Tencent's own answer, passed through by the server. */
interface MapAnswer {
  status: number;
  message: string;
  result?: {
    location?: { lat: number; lng: number };
    address?: string;
    formatted_addresses?: { recommend?: string };
    ad_info?: { adcode?: string | number };
  };
  data?: {
    id: string;
    title: string;
    address?: string;
    location: { lat: number; lng: number };
    ad_info?: { adcode?: string | number };
  }[];
}

export interface Place extends Point {
  id: string;
  title: string;
  address: string;
  adcode: string | undefined;
}

/** Tiles of a real map, where the operator has some. */
export interface TileSource {
  /** with {z}, {x} and {y} */
  url: string;
  /** or GCJ-02, as our points are */
  isWgs84: boolean;
  maxZoom: number;
  attribution: string;
}

/** Asked once for a page; null: there are none, and a sketch is drawn. */
export async function tileSource(signal?: AbortSignal): Promise<TileSource | null> {
  const response = await client.request('/map/tiles/source', { method: 'GET', signal });
  const answer = (await response.json().catch(() => undefined)) as
    | { data?: { tiles?: TileSource | null } }
    | undefined;
  return (response.ok && answer?.data?.tiles) || null;
}

const nearbyRadiusM = 1000;

async function ask(path: string, params: Record<string, string>, signal?: AbortSignal): Promise<MapAnswer> {
  const response = await client.request(`${path}?${new URLSearchParams(params)}`, { method: 'GET', signal });
  const answer = (await response.json().catch(() => undefined)) as (MapAnswer & { msg?: string }) | undefined;
  if (!response.ok || !answer) throw new CallError(answer?.msg ?? '', response.status);
  if (answer.status !== 0) throw unavailable('kit:ui.mapFailed', { reason: answer.message });
  return answer;
}

const codeText = (code: string | number | undefined) => (code === undefined ? undefined : String(code));

const placesOf = (answer: MapAnswer): Place[] =>
  (answer.data ?? []).map((place) => ({
    id: place.id,
    title: place.title,
    address: place.address ?? '',
    latitude: place.location.lat,
    longitude: place.location.lng,
    adcode: codeText(place.ad_info?.adcode),
  }));

/**
 * Around the point first (the service itself widens an empty circle up to the whole city); without a point the whole
 * country. Where that finds nothing, the words may still be an address.
 */
export async function searchPlaces(
  keyword: string,
  near: Point | undefined,
  signal?: AbortSignal,
): Promise<Place[]> {
  const boundary = near ? `nearby(${near.latitude},${near.longitude},${nearbyRadiusM},1)` : 'region(全国,0)';
  const found = placesOf(
    await ask('/map/ws/place/v1/search', { keyword, boundary, page_size: '15' }, signal),
  );
  if (found.length > 0) return found;
  const point = await pointOf(keyword, signal).catch(() => undefined);
  return point ? placesAround(point, signal) : [];
}

export async function placesAround(point: Point, signal?: AbortSignal): Promise<Place[]> {
  return placesOf(
    await ask(
      '/map/ws/place/v1/explore',
      {
        boundary: `nearby(${point.latitude},${point.longitude},${nearbyRadiusM},1)`,
        orderby: '_distance',
        page_size: '15',
      },
      signal,
    ),
  );
}

export async function addressOf(
  point: Point,
  signal?: AbortSignal,
): Promise<{ address: string; adcode: string | undefined }> {
  const { result } = await ask(
    '/map/ws/geocoder/v1',
    { location: `${point.latitude},${point.longitude}` },
    signal,
  );
  return {
    address: result?.formatted_addresses?.recommend ?? result?.address ?? '',
    adcode: codeText(result?.ad_info?.adcode),
  };
}

export async function pointOf(address: string, signal?: AbortSignal): Promise<Point | undefined> {
  const { result } = await ask('/map/ws/geocoder/v1', { address }, signal);
  return result?.location && { latitude: result.location.lat, longitude: result.location.lng };
}
