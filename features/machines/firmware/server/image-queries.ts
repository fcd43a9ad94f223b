import { and, count, eq, inArray, isNull, or } from 'drizzle-orm';
import { deviceStateView, deviceView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type firmwareContract, type Target, targets } from '../contract.ts';
import { firmwareImages as images } from '../tables.ts';

export type ImageRow = typeof images.$inferSelect;

/** Who can not publish has no use for what was taken back. */
export const pageImages = (
  reader: Reader,
  input: ParsedInputOf<typeof firmwareContract.listImages>,
  withWithdrawn: boolean,
) =>
  pageRows(reader, input, {
    from: () => reader.select().from(images),
    where: withWithdrawn ? undefined : isNull(images.withdrawnAt),
    filters: {
      target: equals(images.target),
      type: equals(images.type),
      model: (model) => or(eq(images.model, ''), eq(images.model, model)),
    },
    sort: { publishedAt: images.createdAt },
    usual: { by: 'publishedAt', order: 'desc' },
    tie: images.id,
  });

export async function findUsable(reader: Reader, id: string): Promise<ImageRow | undefined> {
  const [found] = await reader
    .select()
    .from(images)
    .where(and(eq(images.id, id), isNull(images.withdrawnAt)));
  return found;
}

/** All of a target that may be rolled out: some for each of a handful of types. */
export const usableImages = (reader: Reader, target: Target): PromiseLike<ImageRow[]> =>
  reader
    .select()
    .from(images)
    .where(and(eq(images.target, target), isNull(images.withdrawnAt)));

export const imagesOf = (reader: Reader, target: Target): PromiseLike<ImageRow[]> =>
  reader.select().from(images).where(eq(images.target, target));

export const runningKey = (image: Pick<ImageRow, 'target' | 'type' | 'version'>) =>
  `${image.target} ${image.type} ${image.version}`;

/** How many devices of the scope run each of these versions. */
export async function countRunning(
  reader: Reader,
  scope: Scope,
  list: readonly ImageRow[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const target of targets) {
    const versions = list.filter((image) => image.target === target).map(({ version }) => version);
    if (versions.length === 0) continue;
    const device = deviceView(scope);
    const state = deviceStateView(scope);
    const found = await reader
      .select({ type: device.type, version: state[target], number: count() })
      .from(device)
      .innerJoin(state, and(eq(state.tenantId, device.tenantId), eq(state.deviceId, device.id)))
      .where(and(isNull(device.unboundAt), inArray(state[target], versions)))
      .groupBy(device.type, state[target]);
    for (const { type, version, number } of found)
      counts.set(runningKey({ target, type, version: version ?? '' }), number);
  }
  return counts;
}
