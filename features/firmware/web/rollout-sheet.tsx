import { Alert, Button, NumberInput, Radio, Select, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAct, useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { firmwareContract, type StagePlan, stagePlans, type Target } from '../contract.ts';

interface Chosen {
  equipmentId: string;
  type: string;
}

interface Props {
  target: Target;
  devices: readonly Chosen[] | undefined;
  onClose: () => void;
}

/** Version, pace and time of an update; one type of device at a time, because an image fits one type. */
export function RolloutSheet({ target, devices, onClose }: Props) {
  const t = useText();
  const types = [...new Set(devices?.map((device) => device.type))];
  return (
    <Sheet opened={devices !== undefined} onClose={onClose} title={t('firmware:start.title')}>
      {types.length > 1 && <Alert color="orange">{t('firmware:start.oneType')}</Alert>}
      {devices && types.length === 1 && (
        <RolloutForm target={target} type={types[0] as string} devices={devices} onClose={onClose} />
      )}
    </Sheet>
  );
}

function RolloutForm({
  target,
  type,
  devices,
  onClose,
}: Props & { type: string; devices: readonly Chosen[] }) {
  const t = useText();
  const navigate = useNavigate();
  const images = useCall(firmwareContract.listImages, { target, type: type as never, size: 100 });
  const [imageId, setImageId] = useState<string | null>(null);
  const [plan, setPlan] = useState<StagePlan>(devices.length > 1 ? 'careful' : 'all');
  const [atNight, setAtNight] = useState(false);
  const [maxFailurePercent, setMaxFailurePercent] = useState(10);
  const start = useAct(firmwareContract.startRollout, {
    success: 'firmware:start.started',
    invalidates: [firmwareContract.listVersions, firmwareContract.listRollouts],
    onDone: () => {
      onClose();
      void navigate('/versionControl?tab=rollouts');
    },
  });
  const choices = images.data?.records ?? [];
  const image = choices.find(({ id }) => id === (imageId ?? choices[0]?.id));
  if (images.data && choices.length === 0) return <Alert color="gray">{t('firmware:start.noImage')}</Alert>;
  return (
    <Stack gap="md">
      <Text size="sm">{t('firmware:start.devices', { count: devices.length })}</Text>
      <Select
        label={t('firmware:start.version')}
        data={choices.map(({ id, version }) => ({ value: id, label: version }))}
        value={image?.id ?? null}
        onChange={setImageId}
        allowDeselect={false}
      />
      {image?.notes && (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {image.notes}
        </Text>
      )}
      {devices.length > 1 && (
        <Radio.Group
          label={t('firmware:start.pace')}
          value={plan}
          onChange={(value) => setPlan(value as StagePlan)}
        >
          <Stack gap="xs" mt="xs">
            {(Object.keys(stagePlans) as StagePlan[]).map((key) => (
              <Radio key={key} value={key} label={t(`firmware:plan.${key}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {devices.length > 1 && (
        <NumberInput
          label={t('firmware:start.maxFailures')}
          description={t('firmware:start.maxFailuresHint')}
          min={0}
          max={100}
          value={maxFailurePercent}
          onChange={(value) => setMaxFailurePercent(Number(value) || 0)}
        />
      )}
      <Switch
        label={t('firmware:start.atNight')}
        description={t('firmware:start.atNightHint')}
        checked={atNight}
        onChange={(event) => setAtNight(event.currentTarget.checked)}
      />
      <Button
        size="md"
        disabled={!image}
        loading={start.isPending}
        onClick={() =>
          image &&
          start.mutate({
            imageId: image.id,
            equipmentIds: devices.map(({ equipmentId }) => equipmentId),
            plan,
            atNight,
            maxFailurePercent,
          })
        }
      >
        {t('firmware:start.go')}
      </Button>
    </Stack>
  );
}
