import {
  Column,
  getTableName,
  is,
  isSQLWrapper,
  Param,
  Placeholder,
  SQL,
  StringChunk,
  Subquery,
} from 'drizzle-orm';

type Names = ReadonlySet<string>;

/** Names that a list gives to what it works out; Drizzle writes them without saying whose they are. */
const givenNames = (of: Subquery): Names =>
  new Set(
    Object.values(of._.selectedFields).flatMap((field) => (is(field, SQL.Aliased) ? [field.fieldAlias] : [])),
  );

function isPartOf(alias: string, given: Names, part: unknown): boolean {
  if (Array.isArray(part)) return part.every((one) => isPartOf(alias, given, one));
  if (is(part, SQL)) return isPartOf(alias, given, part.queryChunks);
  if (is(part, Column)) return getTableName(part.table) === alias;
  if (is(part, SQL.Aliased)) return given.has(part.fieldAlias);
  // words and values are about no table; anything else that has a text, a table or a subquery, may be about any
  if (is(part, StringChunk) || is(part, Param) || is(part, Placeholder)) return true;
  return !is(part, Subquery) && !isSQLWrapper(part);
}

/** Whether a condition asks about this one and nothing else; one with a subquery inside never does. */
export const isOnlyAbout = (of: Subquery, where: SQL | undefined): boolean =>
  isPartOf(of._.alias, givenNames(of), where ?? []);
