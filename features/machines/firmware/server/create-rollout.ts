import type { DeviceView } from '#features/machines/devices/server/public.ts';
import { addRow, refusingTaken, subjectOf } from '#kit/server/change.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import { insert } from '#kit/server/tables.ts';
import { rolloutChanged, type Target } from '../contract.ts';
import { stageOfEach } from '../rules/stage-rules.ts';
import { rolloutItems, rollouts } from '../tables.ts';

export const rolloutSubject = subjectOf(rollouts, {
  entity: 'rollout',
  label: ({ version }) => version,
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), rolloutChanged, { id })],
});

/** A device takes part in one rollout at a time: the database says so, people read it here. */
export const withoutOverlap = <T>(work: () => Promise<T>): Promise<T> =>
  refusingTaken({ firmware_rollout_item_open: { key: 'firmware:error.busy' } }, {}, work);

interface Plan {
  target: Target;
  version: string;
  kind: 'update' | 'rollback';
  stages: readonly number[];
  atNight: boolean;
  maxFailurePercent: number;
  items: readonly { device: DeviceView; imageId: string; version: string }[];
}

export function createRollout(
  context: StaffContext,
  { items, stages, ...plan }: Plan,
): Promise<{ id: string }> {
  const { session, clock } = context;
  const action = plan.kind === 'update' ? 'firmware.rollOut' : 'firmware.rollBack';
  return withoutOverlap(() =>
    context.db.transaction(async (tx) => {
      const { id } = await addRow(
        tx,
        context,
        rolloutSubject,
        { action, note: { devices: items.length } },
        {
          ...plan,
          stages: [...stages],
          state: 'running',
          stage: 0,
          userId: session.userId,
          userName: session.name,
        },
      );
      const stageOf = stageOfEach(items.length, stages);
      await insert(
        tx,
        session.scope,
        rolloutItems,
        items.map(({ device, imageId, version }, index) => ({
          rolloutId: id,
          deviceId: device.deviceId,
          imageId,
          version,
          fromVersion: device[plan.target],
          stage: stageOf[index] ?? 0,
          state: 'waiting' as const,
          updatedAt: clock.now(),
        })),
      );
      return { id };
    }),
  );
}
