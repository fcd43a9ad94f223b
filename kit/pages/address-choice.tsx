import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';

/** Of another grouping neither the order nor the page makes sense, in any list of the page. */
const isOfRows = (part: string) => /(^|\.)(sort|order|current)$/.test(part);

/** One of a few ways to look at a page, kept in its address: the first where the address names none. */
export const choiceIn = <T extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly [T, ...T[]],
): T => values.find((value) => value === query.get(name)) ?? values[0];

/** `words` begins the translation of each value, `about` is the key of what is chosen. */
export function AddressChoice<T extends string>({
  name,
  values,
  words,
  about,
}: {
  name: string;
  values: readonly [T, ...T[]];
  words: string;
  about: string;
}) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const choose = (next: string) =>
    setQuery(
      (before) => {
        const changed = new URLSearchParams(before);
        for (const part of [...changed.keys()]) if (isOfRows(part)) changed.delete(part);
        changed.set(name, next);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <SegmentedControl
      size="md"
      // as wide as its words, in whatever it stands
      style={{ alignSelf: 'flex-start', justifySelf: 'start', maxWidth: '100%' }}
      value={choiceIn(query, name, values)}
      onChange={choose}
      aria-label={t(about)}
      data={values.map((value) => ({ value, label: t(`${words}.${value}`) }))}
    />
  );
}
