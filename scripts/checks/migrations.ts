const rule = /^m(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/;

const numbered = (number: number) => `m${String(number).padStart(4, '0')}`;

/**
 * Migrations run in the order of their names. Those of before the rule begin with a date and are on record; later ones
 * begin with `m` and a number, which sorts after every date. No number is left out, so that a new one can only be the last:
 * placed before another, it would run earlier in a new database than in one that is already there.
 */
export function migrationProblems(names: readonly string[], dated: readonly string[]): string[] {
  const here = new Set(names);
  const old = new Set(dated);
  const later = names.filter((name) => !old.has(name)).toSorted();
  const ruled = later.filter((name) => rule.test(name));
  const last = ruled.reduce((highest, name) => Math.max(highest, Number(rule.exec(name)?.[1])), 0);
  const placesOf = Map.groupBy(ruled, (name) => Number(rule.exec(name)?.[1]));
  return [
    ...dated
      .filter((name) => !here.has(name))
      .map((name) => `${name} is gone: a database that ran it would not start`),
    ...later
      .filter((name) => !rule.test(name))
      .map((name) => `${name} does not follow the rule: the next one is ${numbered(last + 1)}-<name>.sql`),
    ...[...placesOf].flatMap(([number, same]) =>
      same.length > 1
        ? [`${same.join(' and ')} have one number: who came later takes ${numbered(last + 1)}`]
        : number === 0
          ? [`${same[0]}: numbers begin with ${numbered(1)}`]
          : [],
    ),
    ...Array.from({ length: last }, (_, place) => place + 1)
      .filter((number) => !placesOf.has(number))
      .map(
        (number) => `${numbered(number)} is left out: a new migration could later run before ${ruled.at(-1)}`,
      ),
  ];
}
