import { Button, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { confirm } from '#kit/ui/confirm.tsx';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { type SettingDifference, settingsContract } from '../contract.ts';
import { ChangeStatus } from './change-status.tsx';
import { DifferenceList } from './difference-list.tsx';
import { delicateOf, valueAt } from './draft.ts';
import { type CustomControl, SettingControl } from './setting-control.tsx';
import { isEditedHere, type SettingField } from './setting-fields.ts';
import classes from './settings.module.css';
import { type SettingsDraft, type SettingsView, useSettingsDraft } from './use-settings-draft.ts';
import { valueText } from './value-text.ts';

export interface SettingsFormProps {
  view: SettingsView;
  fields: readonly SettingField[];
  /** controls of the screen's own, by `group.name` */
  controls?: Readonly<Record<string, CustomControl>>;
  /** above the fields */
  head?: (draft: SettingsDraft) => ReactNode;
  /** under the fields, following what is typed (a drawing …) */
  aside?: (draft: SettingsDraft) => ReactNode;
}

/** The words before something that costs money is sent. */
function useDelicateQuestion(view: SettingsView) {
  const t = useText();
  const { type } = view.device;
  return async (differences: readonly SettingDifference[]) => {
    const delicate = delicateOf(type, differences);
    if (delicate.length === 0) return true;
    return confirm({
      title: t('settings:page.delicateTitle'),
      body: <DifferenceList type={type} differences={delicate} />,
      confirmLabel: t('settings:page.send'),
    });
  };
}

/** Settings of one device, generated from its type: edits, what differs, sending and the device's answer. */
export function SettingsForm({ view, fields, controls, head, aside }: SettingsFormProps) {
  const draft = useSettingsDraft(view, useDelicateQuestion(view));
  const mayEdit = useCan(settingsContract.changeSettings);
  const groups = [...new Set(fields.map((field) => field.group))];
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void draft.submit();
      }}
    >
      {head?.(draft)}
      {groups.map((group) => (
        <GroupSection
          key={group}
          group={group}
          fields={fields.filter((field) => field.group === group)}
          view={view}
          draft={draft}
          controls={controls}
          disabled={!mayEdit}
          titled={groups.length > 1}
        />
      ))}
      {aside?.(draft)}
      {mayEdit && fields.some(isEditedHere) && <SendBar view={view} draft={draft} />}
    </form>
  );
}

interface GroupSectionProps {
  group: string;
  fields: readonly SettingField[];
  view: SettingsView;
  draft: SettingsDraft;
  controls: SettingsFormProps['controls'];
  disabled: boolean;
  titled: boolean;
}

function GroupSection({ group, fields, view, draft, controls, disabled, titled }: GroupSectionProps) {
  const t = useText();
  return (
    <Paper withBorder component="section" className={classes.section} id={`group-${group}`}>
      {titled && <Heading mb="md">{t(`settings:group.${group}`)}</Heading>}
      <div className={classes.grid}>
        {fields.map((field) => (
          <BoundControl
            key={field.path}
            field={field}
            view={view}
            draft={draft}
            control={controls?.[field.path]}
            disabled={disabled}
          />
        ))}
      </div>
    </Paper>
  );
}

const wideKinds = new Set(['hoppers', 'notes', 'schedule', 'stages', 'functions', 'lanes']);

function BoundControl({
  field,
  view,
  draft,
  control,
  disabled,
}: {
  field: SettingField;
  view: SettingsView;
  draft: SettingsDraft;
  control: CustomControl | undefined;
  disabled: boolean;
}) {
  const t = useText();
  const changed = draft.isChanged(field.path);
  return (
    <div
      className={classes.setting}
      data-setting={field.path}
      data-changed={changed || undefined}
      data-wide={wideKinds.has(field.kind) || control !== undefined || undefined}
    >
      <SettingControl
        field={field}
        value={draft.valueOf(field.path)}
        beside={draft.valueOf}
        onChange={(value) => draft.set(field.path, value)}
        onBlur={() => draft.touch(field.path)}
        error={draft.errorOf(field.path)}
        disabled={disabled || draft.submitting}
        control={control}
        equipmentId={view.device.equipmentId}
      />
      {changed && (
        <div className={classes.was}>
          <Text size="xs">
            {t('settings:page.onDevice', {
              value: valueText(t, field, valueAt(view.settings, field.path)),
            })}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="history" size={14} />}
            onClick={() => draft.undo(field.path)}
          >
            {t('settings:page.undo')}
          </Button>
        </div>
      )}
    </div>
  );
}

function SendBar({ view, draft }: { view: SettingsView; draft: SettingsDraft }) {
  const t = useText();
  const count = draft.differences.length;
  return (
    <StickyActions aside={<ChangeStatus type={view.device.type} change={view.change} />}>
      {count > 0 && (
        <Button variant="default" onClick={() => draft.undo()} disabled={draft.submitting || draft.pending}>
          {t('settings:page.undoAll')}
        </Button>
      )}
      <Button
        type="submit"
        loading={draft.submitting || draft.pending}
        disabled={!view.device.online || count === 0}
        leftSection={<Icon name="send" />}
      >
        {!view.device.online
          ? t('settings:page.offlineSave')
          : count > 0
            ? t('settings:page.sendChanges', { count })
            : t('settings:page.send')}
      </Button>
    </StickyActions>
  );
}
