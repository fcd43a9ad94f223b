import { useCallback, useEffect, useMemo, useState } from 'react';
import { CallError } from '#kit/contract/client.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { focusField } from '#kit/pages/use-form.ts';
import { failureMessage, invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLeaveGuard } from '#kit/ui/navigation.ts';
import { toast } from '#kit/ui/toast.ts';
import { type SettingDifference, settingsContract } from '../contract.ts';
import {
  changesOf,
  type DraftError,
  type DraftErrors,
  differencesOf,
  draftErrors,
  type Edits,
  refusedValues,
  valueAt,
} from './draft.ts';

export type SettingsView = OutputOf<typeof settingsContract.readSettings>;

/** What a person changes on a page about one device, until the device has confirmed it. */
export function useSettingsDraft(
  view: SettingsView,
  askFirst: (differences: readonly SettingDifference[]) => Promise<boolean>,
) {
  const t = useText();
  const { device, settings } = view;
  const [edits, setEdits] = useState<Edits>({});
  const [refused, setRefused] = useState<DraftErrors>({});
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const differences = useMemo(() => differencesOf(settings, edits), [settings, edits]);
  const found = useMemo(() => draftErrors(device.type, settings, edits), [device.type, settings, edits]);

  // Once the device runs with a value it is no edit any more: a later change by someone else must show.
  useEffect(() => {
    setEdits((before) => {
      const open = new Set(differencesOf(settings, before).map(({ group, name }) => `${group}.${name}`));
      const kept = Object.entries(before).filter(([path]) => open.has(path));
      return kept.length === Object.keys(before).length ? before : Object.fromEntries(kept);
    });
  }, [settings]);

  const set = useCallback((path: string, value: unknown) => {
    setEdits((before) => ({ ...before, [path]: value }));
    setRefused(({ [path]: _, ...rest }) => rest);
  }, []);
  const undo = useCallback((path?: string) => {
    setEdits((before) => {
      if (path === undefined) return {};
      const { [path]: _, ...rest } = before;
      return rest;
    });
  }, []);
  const setAll = useCallback((next: Edits) => setEdits((before) => ({ ...before, ...next })), []);

  const send = async () => {
    setSubmitting(true);
    try {
      const answer = await client.call(settingsContract.changeSettings, {
        equipmentId: device.equipmentId,
        settings: changesOf(settings, edits),
      });
      if (answer.changeId === null) toast.info(t('settings:change.nothing'));
      setAttempted(false);
      setTouched(new Set());
      await invalidate(settingsContract.readSettings);
    } catch (error) {
      if (error instanceof CallError) setRefused(refusedValues(error.issues));
      if (!(error instanceof CallError && error.status === 401)) toast.failure(failureMessage(error));
    } finally {
      setSubmitting(false);
    }
  };

  const submit = async () => {
    if (submitting || differences.length === 0) return;
    setAttempted(true);
    const [wrong] = Object.keys(found);
    if (wrong) return requestAnimationFrame(() => focusField(wrong));
    if (await askFirst(differences)) await send();
  };

  const pending = view.change?.state === 'pending';
  const ask = useCallback(
    () =>
      confirm({
        title: t('kit:page.leaveTitle'),
        body: t('kit:page.leaveBody'),
        confirmLabel: t('kit:page.leave'),
        danger: true,
      }),
    [t],
  );
  useLeaveGuard(differences.length > 0 && !pending && !submitting, ask);

  const shownError = (path: string): DraftError | undefined =>
    refused[path] ?? (attempted || touched.has(path) ? found[path] : undefined);
  return {
    valueOf: (path: string) => (Object.hasOwn(edits, path) ? edits[path] : valueAt(settings, path)),
    errorOf: (path: string) => {
      const error = shownError(path);
      if (!error) return undefined;
      return 'message' in error ? error.message : t(error.key, error.params);
    },
    isChanged: (path: string) => differences.some(({ group, name }) => path === `${group}.${name}`),
    set,
    setAll,
    undo,
    touch: (path: string) => setTouched((before) => new Set(before).add(path)),
    differences,
    pending,
    submitting,
    submit,
  };
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;
