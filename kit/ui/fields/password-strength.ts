export type Strength = 0 | 1 | 2 | 3 | 4;

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/];

/** A hint while typing, not a rule: the schema rules. Length counts most, then variety; runs and repeats count little. */
export function passwordStrength(password: string): Strength {
  if (password.length === 0) return 0;
  const variety = kinds.filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < 8 || distinct < 4) return 1;
  const points = variety + (password.length >= 12 ? 1 : 0) + (distinct >= 9 ? 1 : 0);
  return points <= 2 ? 1 : points === 3 ? 2 : points === 4 ? 3 : 4;
}
