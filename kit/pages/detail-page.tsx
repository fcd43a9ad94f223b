import { Paper, Tabs, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { useCall } from '#kit/ui/api.ts';
import { KeyValue, type KeyValueRow } from '#kit/ui/display.tsx';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { ActionButtons } from './action-controls.tsx';
import type { Action } from './actions.ts';
import classes from './detail-page.module.css';
import { useActions } from './use-actions.ts';

export interface DetailRow<D> {
  /** translation key */
  label: string;
  value: (data: D) => ReactNode;
  visible?: (data: D) => boolean;
  wide?: boolean;
}

export interface DetailSection<D> {
  /** translation key */
  title?: string;
  rows?: readonly DetailRow<D>[];
  /** anything else the section shows under its rows */
  content?: (data: D) => ReactNode;
  visible?: (data: D) => boolean;
}

export interface DetailTab<D> {
  key: string;
  /** translation key */
  label: string;
  content: (data: D) => ReactNode;
  visible?: (data: D) => boolean;
}

export interface DetailDefinition<E extends AnyEndpoint> {
  endpoint: E;
  input: InputOf<E>;
  /** name and state of the record, above the sections */
  header?: (data: OutputOf<E>) => ReactNode;
  sections: readonly DetailSection<OutputOf<E>>[];
  actions?: readonly Action<OutputOf<E>>[];
  /** lists and reports that belong to the record */
  tabs?: readonly DetailTab<OutputOf<E>>[];
  /** actions that destroy or lock, set apart at the end */
  danger?: readonly Action<OutputOf<E>>[];
  /** lists to refresh after an action, besides this record */
  invalidates?: readonly AnyEndpoint[];
  live?: string;
}

export const defineDetail = <E extends AnyEndpoint>(definition: DetailDefinition<E>) => definition;

/** One record: sections of names and values, what may be done with it, what belongs to it. */
export function DetailPage<E extends AnyEndpoint>({ definition }: { definition: DetailDefinition<E> }) {
  const { data, error, refetch } = useCall(definition.endpoint, definition.input);
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton />;
  return <DetailBody definition={definition} data={data} />;
}

function DetailBody<E extends AnyEndpoint>({
  definition,
  data,
}: {
  definition: DetailDefinition<E>;
  data: OutputOf<E>;
}) {
  const t = useText();
  const phone = usePhone();
  const runner = useActions([definition.endpoint, ...(definition.invalidates ?? [])]);
  const actions = <ActionButtons actions={definition.actions ?? []} subject={data} runner={runner} />;
  const hasActions = runner.allowed(definition.actions, data).length > 0;
  const danger = runner.allowed(definition.danger, data);
  return (
    <div className={classes.page}>
      {definition.live && <LiveRefresh prefix={definition.live} endpoint={definition.endpoint} />}
      <div className={classes.head}>
        <div className={classes.title}>{definition.header?.(data)}</div>
        {!phone && hasActions && <div className={classes.actions}>{actions}</div>}
      </div>
      {definition.sections
        .filter((section) => section.visible?.(data) ?? true)
        .map((section, index) => (
          <Paper key={section.title ?? index} withBorder className={classes.section} component="section">
            {section.title && (
              <Title order={2} size="h5" mb="sm">
                {t(section.title)}
              </Title>
            )}
            {section.rows && <KeyValue rows={rowsOf(section.rows, data, t)} />}
            {section.content?.(data)}
          </Paper>
        ))}
      {definition.tabs && <RelatedTabs tabs={definition.tabs} data={data} />}
      {danger.length > 0 && (
        <Paper withBorder className={classes.danger} component="section">
          <Title order={2} size="h5" mb="sm">
            {t('kit:page.dangerZone')}
          </Title>
          <div className={classes.actions}>
            <ActionButtons actions={danger} subject={data} runner={runner} />
          </div>
        </Paper>
      )}
      {phone && hasActions && <StickyActions>{actions}</StickyActions>}
    </div>
  );
}

function rowsOf<D>(rows: readonly DetailRow<D>[], data: D, t: (key: string) => string): KeyValueRow[] {
  return rows
    .filter((row) => row.visible?.(data) ?? true)
    .map((row) => ({ label: t(row.label), value: row.value(data), wide: row.wide }));
}

function LiveRefresh({ prefix, endpoint }: { prefix: string; endpoint: AnyEndpoint }) {
  useLiveInvalidate(prefix, endpoint);
  return null;
}

/** The open tab stands in the address, so that back and reload return to it. */
function RelatedTabs<D>({ tabs, data }: { tabs: readonly DetailTab<D>[]; data: D }) {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const shown = tabs.filter((tab) => tab.visible?.(data) ?? true);
  const open = shown.find((tab) => tab.key === query.get('tab')) ?? shown[0];
  if (!open) return null;
  return (
    <Tabs
      value={open.key}
      keepMounted={false}
      onChange={(key) => {
        if (!key) return;
        setQuery(
          (before) => {
            const next = new URLSearchParams(before);
            next.set('tab', key);
            return next;
          },
          { replace: true },
        );
      }}
    >
      <Tabs.List mb="md">
        {shown.map((tab) => (
          <Tabs.Tab key={tab.key} value={tab.key}>
            {t(tab.label)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map((tab) => (
        <Tabs.Panel key={tab.key} value={tab.key}>
          {tab.content(data)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
