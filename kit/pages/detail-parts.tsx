import { Group, Text, Timeline } from '@mantine/core';
import type { z } from 'zod';
import { elementOf, fieldAt, type Meaning, meaningOf } from '#kit/contract/meaning.ts';
import { valueAt } from '#kit/contract/meaning-text.ts';
import { Heading, Hint, KeyValue, type KeyValueRow, Time } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import type {
  DetailField,
  DetailHead,
  DetailLines,
  DetailRowSpec,
  DetailTimeline,
} from './detail-definition.ts';
import classes from './detail-page.module.css';
import { fieldLabel } from './field-names.ts';
import { TwoLines } from './list-cell.tsx';
import { resolveColumns } from './list-columns.ts';
import type { ColumnSpec } from './list-specs.ts';

/** What the parts of a detail page read: the answer's schema, where names stand, the record itself. */
export interface Subject<D> {
  schema: z.ZodType;
  texts: string | undefined;
  data: D;
}

const meaningAt = (schema: z.ZodType, key: string): Meaning => {
  const field = fieldAt(schema, key);
  return field ? meaningOf(field) : { kind: 'text' };
};

function Value<D>({ subject, path }: { subject: Subject<D>; path: string }) {
  return <MeaningView meaning={meaningAt(subject.schema, path)} row={subject.data} path={path} />;
}

function rowOf<D>(spec: DetailRowSpec<D>, subject: Subject<D>, t: Translate): KeyValueRow | undefined {
  const row = (typeof spec === 'string' ? { key: spec } : spec) as Exclude<DetailRowSpec<D>, string>;
  const { data, schema, texts } = subject;
  if (!(row.visible?.(data) ?? true)) return undefined;
  if ('value' in row) return { label: t(row.label), value: row.value(data), wide: row.wide };
  return {
    label: t(row.label ?? fieldLabel(schema, texts, row.key)),
    value: row.render ? row.render(data) : <Value subject={subject} path={row.key} />,
    wide: row.wide,
  };
}

export function Rows<D>({ rows, subject }: { rows: readonly DetailRowSpec<D>[]; subject: Subject<D> }) {
  const t = useText();
  return <KeyValue rows={rows.flatMap((row) => rowOf(row, subject, t) ?? [])} />;
}

export function Tiles<D>({
  keys,
  subject,
}: {
  keys: readonly (DetailField<D> | DetailField<D>['key'])[];
  subject: Subject<D>;
}) {
  const t = useText();
  const items = keys.flatMap((key) => rowOf(key as DetailRowSpec<D>, subject, t) ?? []);
  return <Figures items={items.map(({ label, value }) => ({ label: String(label), value }))} />;
}

/** What happened, in whole sentences, the newest at the end; a clock while it goes on. */
export function Happened<D>({ timeline, subject }: { timeline: DetailTimeline<D>; subject: Subject<D> }) {
  const entries = valueAt(subject.data, timeline.of) as readonly Record<string, string | null>[];
  const goesOn = timeline.goesOn?.(subject.data) ?? false;
  return (
    <Timeline bulletSize={22} lineWidth={2} active={entries.length - 1} aria-live="polite">
      {entries.map((entry, index) => (
        <Timeline.Item
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened only grows at its end
          key={index}
          bullet={<Icon name={goesOn && index === entries.length - 1 ? 'clock' : 'check'} size={13} />}
          title={entry[timeline.text]}
        >
          <Hint>
            <Time value={entry[timeline.at]} pattern="m-d H:M:S" />
            {timeline.by && entry[timeline.by] && ` · ${entry[timeline.by]}`}
          </Hint>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

export function Lines<D>({ lines, subject }: { lines: DetailLines<D>; subject: Subject<D> }) {
  const { of, columns } = lines as unknown as { of: string; columns: readonly ColumnSpec<object>[] };
  const entries = valueAt(subject.data, of) as readonly object[];
  const element = elementOf(fieldAt(subject.schema, of));
  const resolved = resolveColumns<object>(element, subject.texts, columns);
  return (
    <ul className={classes.lines}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own
        <li key={index}>
          <TwoLines columns={resolved} row={entry} />
        </li>
      ))}
    </ul>
  );
}

export function Head<D>({ head, subject }: { head: DetailHead<D>; subject: Subject<D> }) {
  const t = useText();
  const { schema, texts, data } = subject;
  return (
    <>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div className={classes.title}>
          <Heading size="h3">
            <Value subject={subject} path={head.title} />
          </Heading>
          {head.facts?.map((key) => (
            <Hint key={key}>
              {t(fieldLabel(schema, texts, key))} <Value subject={subject} path={key} />
            </Hint>
          ))}
        </div>
        {head.state && (
          <div className={classes.state}>
            <Value subject={subject} path={head.state} />
          </div>
        )}
      </Group>
      {(head.amount || head.how) && (
        <Group justify="space-between" align="flex-end" mt="sm">
          {head.amount && (
            <span className={classes.amount}>
              <Value subject={subject} path={head.amount} />
            </span>
          )}
          {head.how && (
            <Text size="sm" c="dimmed" component="span">
              <Value subject={subject} path={head.how} />
            </Text>
          )}
        </Group>
      )}
      {head.note?.(data)}
    </>
  );
}
