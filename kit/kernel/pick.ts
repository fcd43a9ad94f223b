/** Some fields of something, by their names: `{ ...pick(row, 'id', 'name'), more }`. */
export const pick = <T extends object, const K extends keyof T>(
  from: T,
  ...names: readonly K[]
): Pick<T, K> => Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
