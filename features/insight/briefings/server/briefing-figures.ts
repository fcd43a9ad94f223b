import { tenantNames } from '#features/base/accounts/server/public.ts';
import { countStillOpen } from '#features/insight/alerts/server/public.ts';
import { contributionsOf, incomeBy, placeNames, tallyBy } from '#features/insight/reports/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { DuePeriod } from '../rules/due-rules.ts';
import type { Briefing } from '../rules/text-rules.ts';

type Place = 'merchant' | 'site' | 'device';

async function changesBy(reader: Reader, scope: Scope, due: DuePeriod, by: Place) {
  const [now, before] = await Promise.all([
    incomeBy(reader, scope, due, by),
    incomeBy(reader, scope, due.before, by),
  ]);
  return { ...contributionsOf(now, before), places: new Set([...now.keys(), ...before.keys()]).size };
}

async function namesOf(reader: Reader, scope: Scope, by: Place, ids: readonly string[]) {
  if (by === 'merchant') {
    const names = await tenantNames(reader, ids);
    return (id: string) => names.get(id) ?? '';
  }
  const nameOf = await placeNames(reader, scope, by, ids);
  return (id: string) => {
    const { fieldName, equipmentNo, equipmentName } = nameOf(id);
    if (by === 'site') return fieldName ?? '';
    return [equipmentNo === null ? '' : `#${equipmentNo}`, equipmentName ?? ''].filter(Boolean).join(' ');
  };
}

/** What the change is made of: merchants or sites, and of one site its machines. */
async function readChanges(reader: Reader, scope: Scope, due: DuePeriod) {
  const wide: Place = scope.kind === 'tenant' ? 'site' : 'merchant';
  const found = await changesBy(reader, scope, due, wide);
  if (wide === 'merchant' || found.places > 1) return { by: wide, ...found };
  return { by: 'device' as const, ...(await changesBy(reader, scope, due, 'device')) };
}

/** The figures of a summary, for a person who reaches so much and may see alerts. */
export async function readBriefing(reader: Reader, scope: Scope, due: DuePeriod): Promise<Briefing> {
  const [tallies, before, changes, open] = await Promise.all([
    tallyBy(reader, scope, due, 'all'),
    incomeBy(reader, scope, due.before, 'all'),
    readChanges(reader, scope, due),
    countStillOpen(reader, scope, due),
  ]);
  const tally = tallies.get('');
  const nameOf = await namesOf(
    reader,
    scope,
    changes.by,
    changes.largest.map(({ key }) => key),
  );
  return {
    due,
    incomeFen: (tally?.grossFen ?? 0) - (tally?.refundFen ?? 0),
    beforeFen: before.get('') ?? 0,
    plays: tally?.plays ?? 0,
    refundFen: tally?.refundFen ?? 0,
    contributions: changes.largest.map(({ key, changeFen }) => ({ name: nameOf(key), changeFen })),
    restFen: changes.restFen,
    open,
  };
}
