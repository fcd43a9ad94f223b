import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { text } from '#kit/contract/schemas.ts';

/**
 * Tencent's location calls under the operator's key. Parameters and answers keep Tencent's own names, so that its
 * documentation applies; what is not named here is neither sent nor answered.
 */
const number = String.raw`-?\d{1,3}(?:\.\d{1,15})?`;
const matching = (pattern: string) =>
  z
    .string()
    .max(256)
    .regex(new RegExp(`^(?:${pattern})$`));
const nearby = String.raw`nearby\(${number},${number},\d{1,5}(?:,[01])?\)`;
const area = String.raw`region\([^(),\p{Cc}]{1,30}(?:,[012])?(?:,${number},${number})?\)|rectangle\(${number}(?:,${number}){3}\)`;
const flag = () => z.enum(['0', '1']).optional();
const paging = {
  page_size: z.int().min(1).max(20).default(15),
  page_index: z.int().min(1).max(200).optional(),
  orderby: matching('_distance(?: (?:asc|desc))?').optional(),
  filter: text(200).optional(),
};

const point = z.object({ lat: z.number(), lng: z.number() });
/** Tencent writes the same code as text in one call and as a number in another. */
const code = z.union([z.string(), z.number()]).optional();
const name = z.string().optional();
const adInfo = z.object({
  adcode: code,
  nation_code: code,
  city_code: code,
  name,
  nation: name,
  province: name,
  city: name,
  district: name,
  location: point.optional(),
});
const addressParts = z.object({
  nation: name,
  province: name,
  city: name,
  district: name,
  street: name,
  street_number: name,
});
const place = z.object({
  id: z.string(),
  title: z.string(),
  address: z.string().optional(),
  tel: name,
  category: name,
  type: z.number().optional(),
  location: point,
  ad_info: adInfo.optional(),
  _distance: z.number().optional(),
  _dir_desc: name,
});
export type MapPlace = z.infer<typeof place>;

const answer = {
  /** 0 is success, anything else Tencent's own error number */
  status: z.number(),
  message: z.string(),
  request_id: name,
};
const placeList = z.object({ ...answer, count: z.number().optional(), data: z.array(place).optional() });
const rate = { max: 60, windowSeconds: 60 };

const tilePlace = () =>
  z
    .int()
    .min(0)
    .max(2 ** 22 - 1);

/** Where the pages get tiles from. Ours is GCJ-02; tiles may be drawn in what satellites say. */
const tileSource = z.object({
  url: z.string(),
  isWgs84: z.boolean(),
  maxZoom: z.number(),
  attribution: z.string(),
});

export const mapsContract = {
  readTileSource: get('/map/tiles/source', 'session', {
    output: z.object({ tiles: tileSource.nullable() }),
    summary: 'Where map tiles come from; null where none are configured',
  }),
  readTile: get('/map/tiles/:z/:x/:y', 'public', {
    answer: 'raw',
    files: ['image/*'],
    // numbers alone: nothing that comes from outside is a name of a file
    input: z.object({ z: z.int().min(0).max(22), x: tilePlace(), y: tilePlace() }),
    output: z.object({}),
    summary: 'A tile of the offline map',
  }),
  geocode: get('/map/ws/geocoder/v1', 'session', {
    input: z
      .object({
        location: matching(`${number},${number}`).optional(),
        address: text(80).optional(),
        region: text(30).optional(),
        get_poi: flag(),
        poi_options: matching(String.raw`[\w=;,<>\u4e00-\u9fff-]+`).optional(),
        policy: flag(),
      })
      .refine((input) => (input.location === undefined) !== (input.address === undefined), {
        path: ['location'],
        error: 'sites:error.locationOrAddress',
      }),
    output: z.object({
      ...answer,
      result: z
        .object({
          title: name,
          location: point,
          address: name,
          formatted_addresses: z.object({ recommend: name, rough: name, standard_address: name }).optional(),
          address_component: addressParts.optional(),
          address_components: addressParts.optional(),
          ad_info: adInfo.optional(),
          reliability: z.number().optional(),
          level: z.number().optional(),
          poi_count: z.number().optional(),
          pois: z.array(place).optional(),
        })
        .optional(),
    }),
    answer: 'top',
    rate,
    summary: 'The point of an address, or the address of a point',
  }),
  explorePlaces: get('/map/ws/place/v1/explore', 'session', {
    input: z.object({
      boundary: matching(nearby),
      policy: z.enum(['1', '2']).optional(),
      address_format: z.enum(['short']).optional(),
      ...paging,
    }),
    output: placeList,
    answer: 'top',
    rate,
    summary: 'Places around a point, nearest first',
  }),
  searchPlaces: get('/map/ws/place/v1/search', 'session', {
    input: z.object({
      keyword: text(32),
      boundary: z
        .string()
        .max(256)
        .regex(new RegExp(`^(?:${nearby}|${area})$`, 'u')),
      get_subpois: flag(),
      ...paging,
    }),
    output: placeList,
    answer: 'top',
    rate,
    summary: 'Places by name within an area',
  }),
};
