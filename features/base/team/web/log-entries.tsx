import { Text } from '@mantine/core';
import { useEffect } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Diff } from '#kit/ui/diff.tsx';
import { Time } from '#kit/ui/display.tsx';
import { loadNamespaces, type Translate, useText } from '#kit/ui/i18n.ts';
import type { teamContract } from '../contract.ts';
import classes from './log-entries.module.css';

export type LogEntry = OutputOf<typeof teamContract.listLog>['records'][number];

/** The word that the feature which logged has for a field; what has none shows by the field's own name. */
function logFieldName(t: Translate, feature: string, path: string): string {
  const text = feature === 'accounts' ? t(`accounts:logField.${path}`) : t(`${feature}:field.${path}`);
  return text.endsWith(`ield.${path}`) ? path : text;
}

const keysOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((key) => typeof key === 'string') : [];

/** Rights are logged by their keys, `<feature>.<right>`, and read by their names. */
function permissionNames(t: Translate, value: unknown): string {
  const names = keysOf(value).map((key) => {
    const [feature, right] = key.split('.');
    const text = t(`${feature}:permission.${right}`);
    return text.endsWith(`permission.${right}`) ? key : text;
  });
  return names.join(t('team:page.listComma'));
}

export function LogChange({ entry }: { entry: LogEntry }) {
  const t = useText();
  const feature = entry.action.split('.')[0] ?? '';
  const permissionKeys = [...keysOf(entry.before?.permissions), ...keysOf(entry.after?.permissions)];
  const namespaces = [...new Set([feature, ...permissionKeys.map((key) => key.split('.')[0] ?? '')])].join(
    ' ',
  );
  useEffect(() => {
    // Without them fields and rights show by their own names, which is readable too.
    void loadNamespaces(...namespaces.split(' ').filter(Boolean)).catch(() => {});
  }, [namespaces]);
  return (
    <Diff
      before={entry.before}
      after={entry.after}
      nameOf={(path) => logFieldName(t, feature, path)}
      textOf={(value, path) => (path === 'permissions' ? permissionNames(t, value) : undefined)}
    />
  );
}

/** A short log; each entry opens to what it changed. */
export function LogEntries({ entries }: { entries: readonly LogEntry[] }) {
  const t = useText();
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('team:page.log.none')}
      </Text>
    );
  return entries.map((entry) => (
    <details key={entry.id} className={classes.entry}>
      <summary>
        <span className={classes.what}>
          {entry.actionName}
          {entry.label && <b> {entry.label}</b>}
        </span>
        <Text span size="sm" c="dimmed">
          <Time value={entry.createdAt} />
        </Text>
      </summary>
      <LogChange entry={entry} />
    </details>
  ));
}
