import type { Meaning } from '#kit/contract/meaning.ts';
import { holderOf, meaningText, type Speaker, valueAt } from '#kit/contract/meaning-text.ts';
import { formatDate } from '#kit/kernel/time.ts';
import classes from './display.module.css';
import { StatusBadge } from './display.tsx';
import { type Translate, useText } from './i18n.ts';

const offsetMinutes = (at: Date) => -at.getTimezoneOffset();
export const speakerOf = (say: Translate): Speaker => ({ say, offsetMinutes });

/** What a field of a record says in words: where a sentence or a name is needed and no cell. */
export const wordsOf = (meaning: Meaning, row: unknown, path: string, say: Translate): string =>
  meaningText(meaning, valueAt(row, path), holderOf(row, path), speakerOf(say));

const figures: ReadonlySet<Meaning['kind']> = new Set([
  'money',
  'amount',
  'count',
  'ratio',
  'bytes',
  'seconds',
  'day',
]);

function toneOf(meaning: Meaning, value: unknown) {
  if (value === null || value === undefined || value === '') return undefined;
  if (meaning.kind === 'choice') return meaning.tones && (meaning.tones[String(value)] ?? 'quiet');
  if (meaning.kind === 'flag') return meaning.tones && (meaning.tones[value ? 'yes' : 'no'] ?? 'quiet');
  return undefined;
}

/** Without the year while it is this one: for rows that have no room. */
function shortInstant(value: unknown): string | undefined {
  const at = new Date(String(value));
  if (Number.isNaN(at.getTime()) || at.getFullYear() !== new Date().getFullYear()) return undefined;
  return formatDate(at, 'm-d H:M');
}

interface MeaningViewProps {
  meaning: Meaning;
  /** the record, and where in it the value stands */
  row: unknown;
  path: string;
  short?: boolean;
}

/** A value as people see it: the words of its meaning, in a badge, as a picture or as figures where they are that. */
export function MeaningView({ meaning, row, path, short = false }: MeaningViewProps) {
  const t = useText();
  const value = valueAt(row, path);
  if (meaning.kind === 'picture' && value)
    return <img src={String(value)} alt="" loading="lazy" className={classes.thumb} />;
  const words = wordsOf(meaning, row, path, t);
  if (meaning.kind === 'instant' && value)
    return (
      <time dateTime={String(value)} title={formatDate(new Date(String(value)))} className={classes.figures}>
        {(short && shortInstant(value)) || words}
      </time>
    );
  const tone = toneOf(meaning, value);
  if (tone) return <StatusBadge tone={tone}>{words}</StatusBadge>;
  if (!figures.has(meaning.kind)) return words;
  return (
    <span className={classes.figures} data-sign={typeof value === 'number' ? Math.sign(value) : undefined}>
      {words}
    </span>
  );
}
