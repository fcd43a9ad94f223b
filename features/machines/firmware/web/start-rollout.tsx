import { Alert, Text } from '@mantine/core';
import { useEffect } from 'react';
import type { Action } from '#kit/pages/actions.ts';
import { type FormContentProps, formAction } from '#kit/pages/form-action.ts';
import { loadFrom } from '#kit/pages/form-definition.ts';
import type { RecordOf } from '#kit/pages/list-definition.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { firmwareContract, type Target } from '../contract.ts';
import { failuresToPause } from '../rules/stage-rules.ts';

const { listImages, listVersions, startRollout } = firmwareContract;
type Chosen = RecordOf<typeof listVersions>;

/** An image fits one type, so an update serves one type of device at a time. */
function Explained({ subject: devices, values, block }: FormContentProps<Chosen[]>) {
  const t = useText();
  const mixed = new Set(devices.map(({ type }) => type)).size > 1;
  const impossible = mixed || values.imageId === undefined;
  useEffect(() => block(impossible), [block, impossible]);
  if (mixed) return <Alert color="orange">{t('firmware:start.oneType')}</Alert>;
  if (impossible) return <Alert color="gray">{t('firmware:start.noImage')}</Alert>;
  return <Text size="sm">{t('firmware:start.devices', { count: devices.length })}</Text>;
}

/** Version, pace and time of an update; begins with the newest version there is for them. */
export const updating = (target: Target): Action<Chosen[]> => {
  const imagesFor = (devices: Chosen[]) => {
    const models = [...new Set(devices.map(({ model }) => model))];
    // of several models only what is made for all of them; the server has the last word
    return { target, type: devices[0]?.type, model: models.length === 1 ? (models[0] ?? '-') : '-' };
  };
  return {
    label: 'firmware:action.update',
    icon: 'download',
    form: formAction({
      endpoint: startRollout,
      title: 'firmware:start.title',
      load: (devices: Chosen[]) =>
        loadFrom(listImages, { ...imagesFor(devices), size: 1 }, ({ records }) => ({
          imageId: records[0]?.id,
        })),
      initial: (devices) => ({
        equipmentIds: devices.map(({ equipmentId }) => equipmentId),
        plan: devices.length > 1 ? 'careful' : 'all',
        atNight: false,
        maxFailurePercent: 10,
      }),
      fields: (devices) => [
        {
          name: 'imageId',
          kind: 'reference',
          label: 'firmware:field.imageId',
          source: referenceTo({
            endpoint: listImages,
            input: imagesFor(devices),
            labelOf: ({ version }) => version,
            hintOf: ({ notes }) => notes,
          }),
        },
        { name: 'plan', showIf: () => devices.length > 1 },
        {
          name: 'maxFailurePercent',
          hint: 'firmware:start.maxFailuresHint',
          comesTo: ({ maxFailurePercent }) => failuresToPause(devices.length, maxFailurePercent),
          showIf: () => devices.length > 1,
        },
        { name: 'atNight', hint: 'firmware:start.atNightHint' },
      ],
      above: (content) => <Explained {...content} />,
      submitLabel: 'firmware:start.go',
      success: 'firmware:start.started',
      guard: false,
      done: () => navigation.go('/versionControl?tab=rollouts'),
    }),
  };
};
