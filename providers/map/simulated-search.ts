import { distanceM, districts, type MapPoint, nearest, type Place, places, stem } from './places.ts';
import { invalidParameters, type MapReply, parsePoint } from './simulated-reply.ts';

interface Scope {
  centre: MapPoint | undefined;
  inside: (place: Place) => boolean;
  /** Where the service looks when nothing lies inside. */
  widened: ((place: Place) => boolean) | undefined;
}

const MAX_PAGE_SIZE = 20;
const DEFAULT_PAGE_SIZE = 10;
const MIN_RADIUS_M = 10;
const MAX_SEARCH_RADIUS_M = 1_000;
const MAX_EXPLORE_RADIUS_M = 5_000;
/** Not in the service's documentation, but what its users write for a search without a city. */
const wholeCountry = '全国';
const everywhere = () => true;

function nearbyScope(args: string[], maxRadiusM: number): Scope | undefined {
  const centre = parsePoint(args.slice(0, 2).join(','));
  const radiusM = Number(args[2]);
  if (!centre || !(radiusM >= MIN_RADIUS_M && radiusM <= maxRadiusM) || args.length > 4) return undefined;
  const { city } = nearest(districts, centre);
  return {
    centre,
    inside: (place) => distanceM(place.location, centre) <= radiusM,
    widened: args[3] === '0' ? undefined : (place) => place.district.city === city,
  };
}

function regionScope([name = '', extend = '1', ...rest]: string[]): Scope | undefined {
  if (name === '' || !/^[012]$/.test(extend)) return undefined;
  const centre = rest.length > 0 ? parsePoint(rest.join(',')) : undefined;
  if (rest.length > 0 && !centre) return undefined;
  if (name === wholeCountry) return { centre, inside: everywhere, widened: undefined };
  const bears = (region: string) => region !== '' && (region === name || stem(region) === stem(name));
  return {
    centre,
    inside: ({ district }) =>
      district.adcode === name || [district.province, district.city, district.district].some(bears),
    widened: extend === '0' ? undefined : everywhere,
  };
}

function rectangleScope(args: string[]): Scope | undefined {
  const [south, north] = [parsePoint(args.slice(0, 2).join(',')), parsePoint(args.slice(2).join(','))];
  if (!south || !north) return undefined;
  return {
    centre: undefined,
    inside: ({ location: { lat, lng } }) =>
      lat >= south.lat && lat <= north.lat && lng >= south.lng && lng <= north.lng,
    widened: undefined,
  };
}

function parseBoundary(text: string, kinds: string[], maxRadiusM: number): Scope | undefined {
  const [, kind = '', list = ''] = /^(\w+)\((.*)\)$/.exec(text) ?? [];
  if (!kinds.includes(kind)) return undefined;
  const args = list.split(',').map((arg) => arg.trim());
  if (kind === 'nearby') return nearbyScope(args, maxRadiusM);
  return kind === 'region' ? regionScope(args) : rectangleScope(args);
}

function wholeNumber(text: string | null, fallback: number, max: number): number | undefined {
  if (text === null) return fallback;
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= max ? value : undefined;
}

function categoryFilter(filter: string | null): (place: Place) => boolean {
  const [, operator, list = ''] = /^category(=|<>)(.+)$/.exec(filter ?? '') ?? [];
  if (!operator) return everywhere;
  const words = list.split(',').filter(Boolean);
  const wanted = operator === '=';
  return (place) => words.some((word) => place.category.includes(word)) === wanted;
}

function keywordFilter(keyword: string): (place: Place) => boolean {
  const words = keyword.split(/\s+/).filter(Boolean);
  return ({ title, address, category }) =>
    words.every((word) => title.includes(word) || category.includes(word) || address.includes(word));
}

function toResult(place: Place, centre: MapPoint | undefined) {
  const { adcode, province, city, district } = place.district;
  return {
    id: place.id,
    title: place.title,
    address: place.address,
    tel: place.tel,
    category: place.category,
    type: 0,
    location: place.location,
    ...(centre && { _distance: distanceM(place.location, centre) }),
    ad_info: { adcode: Number(adcode), province, city, district },
  };
}

function find(
  params: URLSearchParams,
  scope: Scope,
  accepts: (place: Place) => boolean,
  byDistance: boolean,
): MapReply {
  const pageSize = wholeNumber(params.get('page_size'), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
  const pageIndex = wholeNumber(params.get('page_index'), 1, Number.MAX_SAFE_INTEGER);
  if (!pageSize || !pageIndex) return invalidParameters;
  const inCategory = categoryFilter(params.get('filter'));
  const candidates = places.filter((place) => accepts(place) && inCategory(place));
  let found = candidates.filter(scope.inside);
  if (found.length === 0 && scope.widened) found = candidates.filter(scope.widened);
  const results = found.map((place) => toResult(place, scope.centre));
  const order = params.get('orderby');
  if (scope.centre && (byDistance || order?.startsWith('_distance'))) {
    const sign = order?.endsWith('desc') ? -1 : 1;
    results.sort((a, b) => sign * ((a._distance ?? 0) - (b._distance ?? 0)));
  }
  const start = (pageIndex - 1) * pageSize;
  return {
    status: 0,
    message: 'query ok',
    count: results.length,
    data: results.slice(start, start + pageSize),
  };
}

export function search(params: URLSearchParams): MapReply {
  const keyword = params.get('keyword')?.trim() ?? '';
  const scope = parseBoundary(
    params.get('boundary') ?? '',
    ['nearby', 'region', 'rectangle'],
    MAX_SEARCH_RADIUS_M,
  );
  if (keyword === '' || !scope) return invalidParameters;
  return find(params, scope, keywordFilter(keyword), false);
}

export function explore(params: URLSearchParams): MapReply {
  const scope = parseBoundary(params.get('boundary') ?? '', ['nearby'], MAX_EXPLORE_RADIUS_M);
  return scope ? find(params, scope, everywhere, true) : invalidParameters;
}
