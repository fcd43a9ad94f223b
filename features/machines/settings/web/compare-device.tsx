import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { Hint } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { settingsContract } from '../contract.ts';
import { ChooseDevice } from './choose-device.tsx';
import { deviceName } from './device-name.ts';
import { DevicePicker } from './device-picker.tsx';
import { DifferenceList } from './difference-list.tsx';
import type { SettingsDraft, SettingsView } from './use-settings-draft.ts';

interface CompareProps {
  view: SettingsView;
  draft: SettingsDraft;
}

/** Another machine of the same type, beside this one. */
export function CompareDevice({ view, draft }: CompareProps) {
  const t = useText();
  const mayEdit = useCan(settingsContract.copySettings);
  const [open, setOpen] = useState<'compare' | 'give' | undefined>();
  const close = () => setOpen(undefined);
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<Icon name="arrows-exchange" />}
        onClick={() => setOpen('compare')}
      >
        {t('settings:compare.open')}
      </Button>
      {mayEdit && (
        <Button variant="default" leftSection={<Icon name="copy" />} onClick={() => setOpen('give')}>
          {t('settings:compare.give')}
        </Button>
      )}
      <Sheet opened={open === 'compare'} onClose={close} title={t('settings:compare.open')}>
        <Comparison view={view} draft={draft} mayEdit={mayEdit} onDone={close} />
      </Sheet>
      <Sheet opened={open === 'give'} onClose={close} title={t('settings:compare.give')} size={640}>
        <GiveToOthers view={view} />
      </Sheet>
    </Group>
  );
}

function Comparison({
  view,
  draft,
  mayEdit,
  onDone,
}: CompareProps & { mayEdit: boolean; onDone: () => void }) {
  const { equipmentId, type } = view.device;
  const [otherId, setOtherId] = useState<string | undefined>();
  if (!otherId)
    return (
      <ChooseDevice
        types={[type]}
        exceptId={equipmentId}
        onChoose={(other) => setOtherId(other.equipmentId)}
      />
    );
  return (
    <Differences
      equipmentId={equipmentId}
      otherId={otherId}
      onChooseAnother={() => setOtherId(undefined)}
      onTake={
        mayEdit
          ? (values) => {
              draft.setAll(values);
              onDone();
            }
          : undefined
      }
    />
  );
}

interface DifferencesProps {
  equipmentId: string;
  otherId: string;
  onChooseAnother: () => void;
  onTake: ((values: Record<string, unknown>) => void) | undefined;
}

const Differences = ({ equipmentId, otherId, ...props }: DifferencesProps) => (
  <Loaded call={[settingsContract.compareSettings, { equipmentId, otherId }]} skeleton="list">
    {(comparison) => <Compared {...props} {...comparison} />}
  </Loaded>
);

function Compared({
  other,
  differences,
  onChooseAnother,
  onTake,
}: Omit<DifferencesProps, 'equipmentId' | 'otherId'> & OutputOf<typeof settingsContract.compareSettings>) {
  const t = useText();
  const another = (
    <Button variant="default" onClick={onChooseAnother}>
      {t('settings:choose.another')}
    </Button>
  );
  if (differences.length === 0)
    return <EmptyState title={t('settings:compare.same', { name: deviceName(t, other) })} action={another} />;
  return (
    <>
      <Text size="sm" mb="sm">
        {t('settings:compare.found', { name: deviceName(t, other), count: differences.length })}
      </Text>
      <DifferenceList type={other.type} differences={differences} />
      <Group mt="md" gap="sm">
        {onTake && (
          <Button
            onClick={() =>
              onTake(
                Object.fromEntries(differences.map(({ group, name, after }) => [`${group}.${name}`, after])),
              )
            }
          >
            {t('settings:compare.take')}
          </Button>
        )}
        {another}
      </Group>
      {onTake && (
        <Hint size="xs" mt="xs">
          {t('settings:compare.takeHint')}
        </Hint>
      )}
    </>
  );
}

function GiveToOthers({ view }: { view: SettingsView }) {
  const t = useText();
  const navigate = useNavigate();
  const [ids, setIds] = useState<readonly string[]>([]);
  const copy = useAct(settingsContract.copySettings, {
    onDone: ({ batchId }) => void navigate(`/batchModify?batchId=${batchId}`),
  });
  const { equipmentId, type } = view.device;
  const give = async () => {
    const yes = await confirm({
      title: t('settings:compare.giveTitle', { count: ids.length }),
      body: t('settings:compare.giveBody'),
      confirmLabel: t('settings:page.send'),
    });
    if (yes) copy.mutate({ fromId: equipmentId, equipmentIds: [...ids] });
  };
  return (
    <>
      <DevicePicker
        value={{ type, ids }}
        fixedType={type}
        exceptId={equipmentId}
        onChange={(picked) => setIds(picked.ids)}
      />
      <Button
        mt="md"
        fullWidth
        loading={copy.isPending}
        disabled={ids.length === 0}
        onClick={() => void give()}
      >
        {t('settings:compare.giveTo', { count: ids.length })}
      </Button>
    </>
  );
}
