import { Paper, SimpleGrid } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { percentText } from '#kit/ui/fields/amounts.ts';
import { presetRange, type RangePreset } from '#kit/ui/fields/day-range.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { compare } from './comparison.ts';
import { DeskFilters, PhoneFilters } from './list-filters.tsx';
import type { Filter } from './list-specs.ts';
import { type ListShape, listInput } from './list-state.ts';
import classes from './report-page.module.css';
import { SavedViews } from './saved-views.tsx';
import { useListState } from './use-list.ts';

export interface StatTile<D> {
  /** translation key */
  label: string;
  value: (data: D) => number;
  /** the same figure of the period before */
  before?: (data: D) => number | undefined;
  /** translation key with {{percent}}, where it is not compared with the period before */
  comparison?: string;
  format?: (value: number) => ReactNode;
  /** fewer is better (refunds, faults) */
  lowerIsBetter?: boolean;
  /** where one finds what the figure is made of; undefined: nowhere */
  to?: (data: D) => string | undefined;
}

export interface ReportDefinition<E extends AnyEndpoint> {
  endpoint: E;
  input?: Partial<InputOf<E>>;
  filters: readonly Filter<E>[];
  /** the range shown at first, for the dateRange filter */
  range?: RangePreset;
  tiles?: readonly StatTile<OutputOf<E>>[];
  charts?: readonly { title: string; content: (data: OutputOf<E>) => ReactNode; wide?: boolean }[];
  /** tables and anything else below the charts */
  content?: (data: OutputOf<E>, input: InputOf<E>) => ReactNode;
  /** buttons beside the filters (an export) */
  aside?: (input: InputOf<E>) => ReactNode;
}

export const defineReport = <E extends AnyEndpoint>(definition: ReportDefinition<E>) => definition;

/** Figures of a period: filters in the address, tiles that compare, charts, tables. */
export function ReportPage<E extends AnyEndpoint>({ definition }: { definition: ReportDefinition<E> }) {
  const phone = usePhone();
  const { state, patch, input } = useReport(definition);
  const { data, error, refetch } = useCall(definition.endpoint, input, { keepPrevious: true });
  const Filters = phone ? PhoneFilters : DeskFilters;
  return (
    <div className={classes.page}>
      <div className={classes.toolbar}>
        <Filters
          filters={definition.filters as readonly Filter[]}
          state={state}
          onChange={(filters) => patch({ filters })}
        />
        <div className={classes.spring} />
        {definition.aside?.(input)}
      </div>
      <SavedViews
        endpoint={definition.endpoint}
        filters={definition.filters as readonly Filter[]}
        usual={definition.range}
      />
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={3} height={120} />
        )
      ) : (
        <ReportBody definition={definition} data={data} input={input} />
      )}
    </div>
  );
}

/** The state of a report without its looks. */
export function useReport<E extends AnyEndpoint>(definition: ReportDefinition<E>) {
  const [query] = useSearchParams();
  const shape: ListShape = useMemo(
    () => ({ filters: definition.filters as readonly Filter[], sortable: [] }),
    [definition.filters],
  );
  const { state, patch } = useListState(shape);
  const rangeFilter = definition.filters.find((filter) => filter.kind === 'dateRange');
  const filters = { ...state.filters };
  if (rangeFilter && definition.range && !query.has(rangeFilter.name) && !query.has(rangeFilter.toName)) {
    const range = presetRange(definition.range, new Date());
    filters[rangeFilter.name] = range.from;
    filters[rangeFilter.toName] = range.to;
  }
  const shown = { ...state, filters };
  const { size: _, ...rest } = listInput(shown, shape);
  return { state: shown, patch, input: { ...definition.input, ...rest } as InputOf<E> };
}

function ReportBody<E extends AnyEndpoint>({
  definition,
  data,
  input,
}: {
  definition: ReportDefinition<E>;
  data: OutputOf<E>;
  input: InputOf<E>;
}) {
  const t = useText();
  return (
    <>
      {definition.tiles && (
        <SimpleGrid cols={{ base: 2, sm: Math.min(4, definition.tiles.length) }} spacing="sm">
          {definition.tiles.map((tile) => (
            <Tile key={tile.label} tile={tile} data={data} />
          ))}
        </SimpleGrid>
      )}
      {definition.charts && (
        <div className={classes.charts}>
          {definition.charts.map((chart) => (
            <Paper
              key={chart.title}
              withBorder
              component="section"
              className={classes.panel}
              data-wide={chart.wide || undefined}
            >
              <Heading mb="sm">{t(chart.title)}</Heading>
              {chart.content(data)}
            </Paper>
          ))}
        </div>
      )}
      {definition.content?.(data, input)}
    </>
  );
}

function Tile<D>({ tile, data }: { tile: StatTile<D>; data: D }) {
  const t = useText();
  const now = tile.value(data);
  const before = tile.before?.(data);
  const to = tile.to?.(data);
  const shown = tile.format?.(now) ?? now.toLocaleString();
  const change = before === undefined ? undefined : compare(now, before);
  const good = change && (change.direction === 'up') !== Boolean(tile.lowerIsBetter);
  return (
    <Paper withBorder className={`${classes.panel} ${classes.total}`}>
      <Hint>{t(tile.label)}</Hint>
      <div className={classes.figure}>
        {to ? (
          <Link to={to} className={classes.source}>
            {shown}
          </Link>
        ) : (
          shown
        )}
      </div>
      {change && (
        <div
          className={classes.change}
          data-tone={change.direction === 'same' ? 'same' : good ? 'good' : 'bad'}
        >
          {change.direction !== 'same' && (
            <Icon name={change.direction === 'up' ? 'arrow-up' : 'arrow-down'} size={14} />
          )}
          {change.changeBasisPoints === undefined
            ? t('kit:page.newFigure')
            : t(tile.comparison ?? 'kit:page.changeOf', {
                percent: percentText(Math.abs(change.changeBasisPoints)),
              })}
        </div>
      )}
    </Paper>
  );
}
