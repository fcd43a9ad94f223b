import { type SettingsDocument, sameValue } from '#kit/protocol/types/catalogue.ts';

export interface CurrentValue {
  group: string;
  name: string;
  /** how many different values there are */
  different: number;
  /** the one that all share, or null */
  value: unknown;
}

/** What documents have in common and where they differ, value by value, in the order of the first. */
export function commonValues(documents: readonly SettingsDocument[]): CurrentValue[] {
  const found = new Map<string, { group: string; name: string; values: unknown[] }>();
  for (const document of documents)
    for (const [group, values] of Object.entries(document))
      for (const [name, value] of Object.entries(values)) {
        const path = `${group}.${name}`;
        const known = found.get(path);
        if (!known) found.set(path, { group, name, values: [value] });
        else if (!known.values.some((other) => sameValue(other, value))) known.values.push(value);
      }
  return [...found.values()].map(({ group, name, values }) => ({
    group,
    name,
    different: values.length,
    value: values.length === 1 ? values[0] : null,
  }));
}
