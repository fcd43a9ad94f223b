import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import type { RegionNode } from '#kit/kernel/regions.ts';

const regionNode: z.ZodType<RegionNode> = z
  .lazy(() =>
    z.object({
      code: z.string(),
      name: z.string(),
      pcode: z.string().nullable(),
      children: z.array(regionNode).optional(),
    }),
  )
  .meta({ id: 'RegionNode' });

export const dictionariesContract = {
  readDictionary: get('/api/blade-system/dict-biz/dictionary', 'session', {
    input: z.object({ code: z.string().trim().min(1).max(64) }),
    output: z.array(
      z.object({
        id: z.string(),
        parentId: z.string(),
        code: z.string(),
        dictKey: z.string(),
        dictValue: z.string(),
        sort: z.int(),
        remark: z.string(),
        isSealed: z.int(),
      }),
    ),
    summary: "The choices of a business dictionary, named in the caller's language",
  }),
  readRegionTree: get('/api/blade-system/region/tree', 'public', {
    output: z.array(regionNode),
    // Written once per language: a tree of several thousand nodes is not assembled per call.
    answer: 'raw',
    rate: { max: 60, windowSeconds: 60 },
    summary: 'Provinces, cities and districts',
  }),
};
