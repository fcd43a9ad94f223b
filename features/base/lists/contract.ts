import { z } from 'zod';
import { get } from '#kit/contract/call.ts';
import { searchContract } from './contract/search.ts';

/** A field of the list's records by its path, and what the file calls it. What its cells hold follows from the schema. */
export const exportColumn = z.object({
  key: z.string().min(1).max(80),
  label: z.string().max(80),
});
export type ExportColumn = z.infer<typeof exportColumn>;

export const listsContract = {
  ...searchContract,
  appConfig: get('/app-config.json', 'public', {
    summary: 'What a page must know before anyone is logged in',
    answer: 'top',
    output: z.object({
      demo: z.boolean(),
      trustedParentOrigins: z.array(z.string()),
      setupNeeded: z.boolean(),
      version: z.string(),
    }),
  }),
  pollEvents: get('/api/blade-websocket/poll', 'session', {
    summary: 'Live events since a position, for pages that can not keep a socket open',
    input: z.object({
      after: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
    }),
    output: z.object({
      seq: z.string(),
      resync: z.boolean(),
      events: z.array(
        z.object({
          seq: z.string(),
          topic: z.string(),
          event: z.string(),
          data: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  }),
  exportList: get('/api/export', 'session', {
    summary:
      'Any list as CSV or XLSX, streamed; the list call runs page by page under the caller’s own rights',
    answer: 'raw',
    files: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    input: z.object({
      path: z.string().min(1).max(200),
      format: z.enum(['csv', 'xlsx']),
      columns: z.array(exportColumn).min(1).max(60),
      /** filters of the list call */
      query: z.record(z.string(), z.string()).default({}),
      name: z.string().max(80).default('export'),
      /** minutes east of UTC, so that instants read as the caller’s wall clock */
      offsetMinutes: z.int().min(-840).max(840).default(0),
    }),
    output: z.object({}),
  }),
};
