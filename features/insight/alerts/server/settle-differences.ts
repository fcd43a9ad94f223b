import { inArray } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { kindDefinitions } from '../contract/kinds.ts';
import type { EndReason } from '../contract.ts';
import type { RuleBook } from '../rules/rule-book-rules.ts';
import { type AlertRow, endHeld, keyOf, type Moved, moveOn } from './alert-queries.ts';
import { announceChange, type Cause, isWatched, raiseAlerts } from './raise-alerts.ts';

/** What was seen of a tenant in one look. */
export interface Look {
  rules: RuleBook;
  /** all that is wrong, of the kinds that this look judges */
  causes: readonly Cause[];
  /** alerts of these kinds whose cause was there the last time */
  held: readonly AlertRow[];
  /** when it was read: what was opened since is not judged by it */
  readAt: Date;
}

export interface Differences {
  ends: Map<EndReason, string[]>;
  /** open ones whose figures moved on */
  moved: Moved[];
  fresh: Cause[];
}

/** Which alerts to end and which to open so that they agree with what was seen. */
export function differencesOf({ rules, causes, held, readAt }: Look): Differences {
  const present = new Map(causes.map((cause) => [keyOf({ subject: '', ...cause }), cause]));
  const watched = new Map([...present].filter(([, cause]) => isWatched(rules, cause)));
  const ends = new Map<EndReason, string[]>();
  const moved: Moved[] = [];
  const kept = new Set<string>();
  for (const alert of held) {
    const key = keyOf(alert);
    const cause = watched.get(key);
    // A machine that moved is told again to the staff of its new site.
    if (cause && isContradicted(alert, readAt)) {
      // the row of the person's word stays in the past; what is still wrong opens again and says whose word it was
      ends.set('gone', [...(ends.get('gone') ?? []), alert.id]);
      watched.set(key, { ...cause, data: { ...cause.data, mendedBy: alert.endedName ?? '' } });
      continue;
    }
    if (alert.openedAt >= readAt || cause?.siteId === alert.siteId) {
      kept.add(key);
      if (cause && !alert.endedAt && hasMoved(alert, cause)) moved.push(movedTo(alert, cause));
      continue;
    }
    const reason = endReasonOf(alert, present.has(key));
    ends.set(reason, [...(ends.get(reason) ?? []), alert.id]);
  }
  return { ends, moved, fresh: [...watched].filter(([key]) => !kept.has(key)).map(([, cause]) => cause) };
}

/** Somebody said that it is mended, long enough ago, and it is not. */
function isContradicted({ kind, endReason, endedAt }: AlertRow, now: Date): boolean {
  const { quietMs } = kindDefinitions[kind];
  return (
    endReason === 'mended' &&
    !!endedAt &&
    quietMs !== undefined &&
    now.getTime() - endedAt.getTime() >= quietMs
  );
}

function endReasonOf({ kind }: AlertRow, causeIsThere: boolean): EndReason {
  if (causeIsThere) return 'off';
  return kindDefinitions[kind].nature === 'event' ? 'aged' : 'gone';
}

const hasMoved = (alert: AlertRow, { data = {}, severity }: Cause): boolean =>
  Object.entries(data).some(([name, value]) => alert.data[name] !== value) ||
  (severity !== undefined && severity !== alert.severity);

const movedTo = (alert: AlertRow, { data = {}, severity = alert.severity }: Cause): Moved => ({
  id: alert.id,
  severity,
  data: { ...alert.data, ...data },
});

export const isSettled = ({ ends, moved, fresh }: Differences) =>
  ends.size === 0 && moved.length === 0 && fresh.length === 0;

export async function settleDifferences(
  tx: Tx,
  services: Services,
  tenantId: string,
  { ends, moved, fresh }: Differences,
): Promise<void> {
  let changed = moved.length > 0;
  await moveOn(tx, tenantId, moved);
  for (const [reason, ids] of ends)
    changed =
      (await endHeld(tx, tenantId, (alert) => inArray(alert.id, ids), reason, services.clock.now())) ||
      changed;
  if (changed) await announceChange(tx, tenantId);
  await raiseAlerts(tx, services, tenantId, fresh);
}
