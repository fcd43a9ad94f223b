import {
  type District,
  distanceM,
  districts,
  type MapPoint,
  nearest,
  type Place,
  places,
  stem,
} from './places.ts';
import { invalidParameters, type MapReply, parsePoint } from './simulated-reply.ts';

const MAX_POIS = 10;
const DEFAULT_POI_RADIUS_M = 1_000;
/** Tencent's numbers for administrative areas are the nation's code before the adcode. */
const NATION_CODE = '156';

function adInfo(district: District) {
  const { adcode, province, city, location } = district;
  return {
    nation_code: NATION_CODE,
    adcode,
    city_code: `${NATION_CODE}${adcode.slice(0, 4)}00`,
    name: ['中国', province, city, district.district].filter(Boolean).join(','),
    location,
    nation: '中国',
    province,
    city,
    district: district.district,
  };
}

const directions = ['北', '东北', '东', '东南', '南', '西南', '西', '西北'];

function direction(from: MapPoint, to: MapPoint): string {
  const angle = Math.atan2(to.lng - from.lng, to.lat - from.lat);
  return directions[Math.round((angle / Math.PI) * 4 + 8) % 8] ?? '';
}

function nearbyPois(point: MapPoint, radiusM: number) {
  return places
    .map((place) => ({ place, distance: distanceM(place.location, point) }))
    .filter(({ distance }) => distance <= radiusM)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_POIS)
    .map(({ place, distance }) => ({
      id: place.id,
      title: place.title,
      address: place.address,
      category: place.category,
      location: place.location,
      ad_info: {
        adcode: place.district.adcode,
        province: place.district.province,
        city: place.district.city,
        district: place.district.district,
      },
      _distance: distance,
      _dir_desc: direction(place.location, point),
    }));
}

function landmark(place: Place, point: MapPoint) {
  return {
    id: place.id,
    title: place.title,
    location: place.location,
    _distance: distanceM(place.location, point),
    _dir_desc: direction(place.location, point),
  };
}

export function reverseGeocode(params: URLSearchParams): MapReply {
  const point = parsePoint(params.get('location') ?? '');
  if (!point) return invalidParameters;
  const place = nearest(places, point);
  const { district } = place;
  const radiusM = Number(
    /(?:^|;)radius=(\d+)/.exec(params.get('poi_options') ?? '')?.[1] ?? DEFAULT_POI_RADIUS_M,
  );
  const pois = params.get('get_poi') === '1' ? nearbyPois(point, radiusM) : undefined;
  return {
    status: 0,
    message: 'query ok',
    result: {
      location: point,
      address: place.address,
      formatted_addresses: {
        recommend: `${district.district || district.city}${place.title}`,
        rough: `${district.district || district.city}${place.title}`,
        standard_address: place.address,
      },
      address_component: {
        nation: '中国',
        province: district.province,
        city: district.city,
        district: district.district,
        street: place.street,
        street_number: place.streetNumber,
      },
      ad_info: adInfo(district),
      address_reference: { landmark_l2: landmark(place, point) },
      ...(pois && { poi_count: pois.length, pois }),
    },
  };
}

function names(text: string, name: string): boolean {
  return name !== '' && (text.includes(name) || text.includes(stem(name)));
}

/** How well an address names a district: the city must be there, the district makes it precise. */
function districtScore(address: string, region: string, district: District): number {
  const text = `${region}${address}`;
  if (!names(text, district.city) && !names(text, district.province)) return 0;
  const inCity = names(text, district.city) ? 2 : 0;
  return 1 + inCity + (names(address, district.district) ? 4 : 0);
}

export function geocode(params: URLSearchParams): MapReply {
  const address = params.get('address') ?? '';
  if (address === '') return invalidParameters;
  const scored = districts
    .map((district) => ({ district, score: districtScore(address, params.get('region') ?? '', district) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0];
  if (!best || best.score < 3) return { status: 347, message: '查询无结果' };
  const { district } = best;
  const place = places.find(
    (candidate) =>
      candidate.district === district &&
      (address.includes(candidate.title) || address.includes(candidate.streetNumber)),
  );
  return {
    status: 0,
    message: 'query ok',
    result: {
      title: place?.title ?? address,
      location: place?.location ?? district.location,
      ad_info: { adcode: district.adcode },
      address_components: {
        province: district.province,
        city: district.city,
        district: district.district,
        street: place?.street ?? '',
        street_number: place?.streetNumber ?? '',
      },
      similarity: place ? 0.99 : 0.8,
      deviation: 1000,
      reliability: place ? 9 : best.score >= 7 ? 5 : 3,
      level: place ? 9 : best.score >= 7 ? 2 : 1,
    },
  };
}
