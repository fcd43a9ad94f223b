import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { type SettingDifference, settingsContract } from '../contract.ts';
import { ChangeStatus } from './change-status.tsx';
import { DifferenceList } from './difference-list.tsx';
import type { SettingsView } from './use-settings-draft.ts';

/**
 * Where the machine runs with something else than we think or want; one tap puts it right. `withStatus` where no form
 * beside it tells how that goes.
 */
export function DriftNotes({ view, withStatus }: { view: SettingsView; withStatus?: boolean }) {
  const t = useText();
  const { equipmentId, online } = view.device;
  const mayEdit = useCan(settingsContract.mendDrift);
  const mend = useAct(settingsContract.mendDrift);
  const accept = useAct(settingsContract.acceptDrift, { success: 'settings:drift.accepted' });
  const pending = view.change?.state === 'pending';
  const mendButton = (to: 'preset' | 'last', label: string) =>
    mayEdit && (
      <Button
        size="sm"
        leftSection={<Icon name="tool" />}
        disabled={!online}
        loading={mend.isPending || pending}
        onClick={() => mend.mutate({ equipmentIds: [equipmentId], to })}
      >
        {t(label)}
      </Button>
    );
  return (
    <>
      {withStatus && view.change && view.change.state !== 'applied' && (
        <ChangeStatus type={view.device.type} change={view.change} />
      )}
      {view.deviceDrift && view.deviceDrift.length > 0 && (
        <Drift
          title={t('settings:drift.device', { count: view.deviceDrift.length })}
          hint={t('settings:drift.deviceHint')}
          view={view}
          differences={view.deviceDrift}
        >
          {mendButton('last', 'settings:drift.restore')}
          {mayEdit && (
            <Button
              size="sm"
              variant="default"
              loading={accept.isPending}
              disabled={pending}
              onClick={() => accept.mutate({ equipmentId })}
            >
              {t('settings:drift.accept')}
            </Button>
          )}
        </Drift>
      )}
      {view.presetDrift && view.presetDrift.length > 0 && (
        <Drift
          title={t('settings:drift.preset', {
            name: view.presetName ?? '',
            count: view.presetDrift.length,
          })}
          hint={t('settings:drift.presetHint')}
          view={view}
          differences={view.presetDrift}
        >
          {mendButton('preset', 'settings:drift.mend')}
        </Drift>
      )}
    </>
  );
}

interface DriftProps {
  title: string;
  hint: string;
  view: SettingsView;
  differences: readonly SettingDifference[];
  children: ReactNode;
}

function Drift({ title, hint, view, differences, children }: DriftProps) {
  return (
    <Alert color="coin" variant="light" icon={<Icon name="alert-triangle" />} title={title}>
      <Text size="sm" mb="xs">
        {hint}
      </Text>
      <DifferenceList type={view.device.type} differences={differences} />
      <Group gap="sm" mt="sm">
        {children}
      </Group>
    </Alert>
  );
}
