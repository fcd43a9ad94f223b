import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { flagOf, pageInput, pageOf, regionCode, text } from '#kit/contract/schemas.ts';

const city = z.object({
  id: z.string(),
  name: z.string(),
  provinceCode: z.string(),
  provinceName: z.string(),
  districtCount: z.int(),
  /** whether it has districts */
  split: flagOf('gallery:split', { yes: 'good', no: 'quiet' }),
});
export type City = z.infer<typeof city>;

const rate = { max: 120, windowSeconds: 60 };

/**
 * Calls over the bundled region table: something real to page, filter, search, sort and count, so that the
 * gallery shows the patterns at work before anyone has logged in.
 */
export const galleryContract = {
  listCities: get('/api/gallery/cities', 'public', {
    input: pageInput(
      {
        name: text(40, 0).optional(),
        provinceCode: regionCode().optional(),
        split: flagOf('gallery:split').optional(),
      },
      ['id', 'name', 'districtCount'],
    ),
    output: pageOf(city),
    rate,
    summary: 'Cities of the bundled region table, for the gallery of page patterns',
  }),
  readCity: get('/api/gallery/city', 'public', {
    input: z.object({ id: regionCode() }),
    output: city.extend({ districts: z.array(z.object({ code: z.string(), name: z.string() })) }),
    rate,
    summary: 'One city with its districts, for the gallery of page patterns',
  }),
  countRegions: get('/api/gallery/region-counts', 'public', {
    input: z.object({ provinceCode: regionCode().optional() }),
    output: z.object({
      cityCount: z.int(),
      districtCount: z.int(),
      /** of all provinces, to compare with */
      averageCityCount: z.number(),
      averageDistrictCount: z.number(),
      provinces: z.array(
        z.object({ code: z.string(), name: z.string(), cityCount: z.int(), districtCount: z.int() }),
      ),
    }),
    rate,
    summary: 'How many cities and districts the provinces have, for the gallery of page patterns',
  }),
};
