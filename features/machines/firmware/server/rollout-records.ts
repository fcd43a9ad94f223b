import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { Say } from '#kit/server/context.ts';
import { type firmwareContract, movingStates, type VersionState } from '../contract.ts';
import { compareVersions } from '../rules/version-rules.ts';
import type { ListedItem, RolloutRow, StateCount, VersionRow } from './rollout-queries.ts';

type Rollout = ResultOf<typeof firmwareContract.listRollouts>['records'][number];
type Item = ResultOf<typeof firmwareContract.readRollout>['items'][number];
type Version = ResultOf<typeof firmwareContract.listVersions>['records'][number];

const ofStates = (list: readonly StateCount[], states: readonly string[]) =>
  list.filter(({ state }) => states.includes(state)).reduce((sum, { number }) => sum + number, 0);

export function toRollout(row: RolloutRow, counts: readonly StateCount[], say: Say): Rollout {
  const total = counts.reduce((sum, { number }) => sum + number, 0);
  const installed = ofStates(counts, ['installed']);
  const failed = ofStates(counts, ['failed', 'rolledBack']);
  return {
    ...row,
    title: say(`firmware:rollout.title.${row.kind}.${row.target}`, { version: row.version }),
    shownState: row.pausedBy === 'failures' ? 'stopped' : row.state,
    stageName: say('firmware:rollout.stage', {
      stage: row.stage + 1,
      stages: row.stages.length,
      percent: row.stages[row.stage] ?? 100,
    }),
    progress: say('firmware:rollout.progress', { installed, total, failed }),
    total,
    waiting: ofStates(counts, ['waiting']),
    moving: ofStates(counts, movingStates),
    installed,
    failed,
  };
}

export const toItem = (row: ListedItem, say: Say): Item => ({
  ...row,
  typeName: say(`devices:type.${row.type}`),
  online: row.online ?? false,
  reasonName: row.reason && say(`firmware:reason.${row.reason}`),
});

function stateOf({ version, itemState }: VersionRow, latest: string | undefined): VersionState {
  if (itemState) return itemState as VersionState;
  if (version === null) return 'unknown';
  return latest !== undefined && compareVersions(latest, version) > 0 ? 'outdated' : 'current';
}

export const toVersion = (row: VersionRow, latest: string | undefined, say: Say): Version => ({
  ...row,
  id: row.equipmentId,
  typeName: say(`devices:type.${row.type}`),
  online: row.online ?? false,
  latest: latest ?? null,
  state: stateOf(row, latest),
});
