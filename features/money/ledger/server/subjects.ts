import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';

/** What a movement or a payment was about, as its owner tells it: an order. */
export interface SubjectView {
  tenantId: string;
  id: string;
  /** what people call it */
  number: string;
  title: string;
  state: string;
  siteId: string | null;
}

type FindSubjects = (reader: Reader, scope: Scope, ids: readonly string[]) => Promise<readonly SubjectView[]>;

const finders = new WeakMap<Services, Map<string, FindSubjects>>();

/** From a feature's `start`: it has the things that `subject.kind` of a movement names. */
export function registerSubjects(services: Services, kind: string, find: FindSubjects): void {
  const known = finders.get(services) ?? new Map<string, FindSubjects>();
  if (known.has(kind)) throw new Error(`two features tell of ${kind}`);
  finders.set(services, known.set(kind, find));
}

/** Of those with this kind, whatever else is among them. */
export async function findSubjects(
  services: Services,
  reader: Reader,
  scope: Scope,
  kind: string,
  subjects: readonly { subjectKind: string | null; subjectId: string | null }[],
): Promise<readonly SubjectView[]> {
  const ids = subjects.flatMap(({ subjectKind, subjectId }) =>
    subjectKind === kind && subjectId !== null ? [subjectId] : [],
  );
  if (ids.length === 0) return [];
  const find = finders.get(services)?.get(kind);
  if (!find) throw new Error(`nobody tells of ${kind}`);
  return find(reader, scope, [...new Set(ids)]);
}
