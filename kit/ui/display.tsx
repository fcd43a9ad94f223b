import { Badge, Text, type TextProps, Title, type TitleProps } from '@mantine/core';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import type { Tone } from '#kit/contract/meaning.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { formatDate } from '#kit/kernel/time.ts';
import classes from './display.module.css';

const dash = '—';

type HintProps = TextProps & Omit<ComponentPropsWithoutRef<'p'>, keyof TextProps>;

/** A quiet sentence beside what it explains. */
export const Hint = (props: HintProps) => <Text size="sm" c="dimmed" {...props} />;

/** What a part of a page is about. */
export const Heading = (props: TitleProps) => <Title order={2} size="h5" {...props} />;

/** A UTC instant of the wire in the reader's own time zone. */
export function Time({
  value,
  pattern = 'Y-m-d H:M',
}: {
  value: string | null | undefined;
  pattern?: string;
}) {
  if (!value) return <span>{dash}</span>;
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return <span>{value}</span>;
  return (
    <time dateTime={value} title={formatDate(date)} className={classes.figures}>
      {formatDate(date, pattern)}
    </time>
  );
}

export function Money({ fen, signed = false }: { fen: number | null | undefined; signed?: boolean }) {
  if (fen === null || fen === undefined) return <span>{dash}</span>;
  return (
    <span className={classes.figures} data-sign={Math.sign(fen)}>
      {fen < 0 ? '-' : signed && fen > 0 ? '+' : ''}¥{formatFen(Math.abs(fen))}
    </span>
  );
}

export type { Tone };

export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge component="span" radius="sm" className={classes.badge} data-tone={tone}>
      {children}
    </Badge>
  );
}

export interface KeyValueRow {
  label: ReactNode;
  value: ReactNode;
  /** takes the whole width (long texts, pictures) */
  wide?: boolean;
}

export function KeyValue({ rows }: { rows: KeyValueRow[] }) {
  return (
    <dl className={classes.list}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows come from a fixed declaration
        <div key={index} className={classes.pair} data-wide={row.wide || undefined}>
          <Text component="dt" size="sm" c="dimmed">
            {row.label}
          </Text>
          <Text component="dd" size="sm" m={0} className={classes.value}>
            {row.value === undefined || row.value === null || row.value === '' ? dash : row.value}
          </Text>
        </div>
      ))}
    </dl>
  );
}
