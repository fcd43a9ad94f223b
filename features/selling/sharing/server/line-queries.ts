import { listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { rows } from '#kit/server/tables.ts';
import { runsContract } from '../contract/runs.ts';
import { shareLines } from '../tables.ts';

export const pageLines = listing(runsContract.listLines, (reader, scope, input) => {
  const line = rows(scope, shareLines);
  return pageRows(reader, input, {
    from: () => reader.select().from(line),
    filters: {
      runId: equals(line.runId),
      fieldId: equals(line.siteId),
      receiverId: equals(line.receiverId),
      state: equals(line.state),
    },
    ...newestFirst(line),
    sort: { createdAt: line.createdAt, dueFen: line.dueFen },
  });
});
