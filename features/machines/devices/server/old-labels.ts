import { and, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import { type RowOf, update } from '#kit/server/tables.ts';
import { devices } from '../tables.ts';

/** Remembers that these machines wear an old label; answers those of which that is news. */
export const noteOldLabels = (
  tx: Tx,
  deviceIds: readonly string[],
  now: Date,
): Promise<RowOf<typeof devices>[]> =>
  update(
    tx,
    platformScope,
    devices,
    (device) =>
      and(inArray(device.id, [...deviceIds]), isNull(device.oldLabelSeenAt), isNull(device.unboundAt)),
    { oldLabelSeenAt: now },
  );
