import { Button, FileInput, Progress, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import { openSheet } from '#kit/pages/open-form.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { failureMessage, invalidate } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { uploadTo } from '#kit/ui/fields/upload.ts';
import { translate, useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { toast } from '#kit/ui/toast.ts';
import { type FirmwareImage, firmwareContract, targets } from '../contract.ts';

const { listImages, publishImage, withdrawImage } = firmwareContract;

const listOf = (platform: boolean) =>
  defineList({
    endpoint: listImages,
    texts: 'firmware:imageField',
    id: 'images',
    columns: [
      { key: 'version', phone: 'what' },
      { key: 'type', phone: 'more' },
      'target',
      ...optional('model', 'hardware', 'signed'),
      { key: 'notes', phone: false },
      'sizeBytes',
      'publishedAt',
      ...(platform ? [{ key: 'sha256', label: 'firmware:imageField.sha256', optional: true }] : []),
      ...(platform ? [] : [{ key: 'deviceNumber', label: 'firmware:imageField.deviceNumber' }]),
      'state',
    ],
    filters: ['target', 'type'],
    actions: [
      {
        label: 'firmware:action.publish',
        icon: 'upload',
        primary: true,
        needs: publishImage,
        run: () =>
          openSheet({
            title: translate('firmware:action.publish'),
            content: (close) => <PublishForm onClose={() => close(true)} />,
          }),
      },
    ],
    rowActions: [
      {
        label: 'firmware:action.withdraw',
        icon: 'x',
        danger: true,
        call: callOf(withdrawImage, ({ id }: FirmwareImage) => ({ id })),
        visible: ({ state }) => state === 'available',
        confirm: { title: 'firmware:ask.withdraw', params: ({ version }) => ({ version }) },
        success: 'kit:action.saved',
      },
    ],
    empty: {
      title: 'firmware:image.none',
      hint: `firmware:image.emptyHint.${platform ? 'platform' : 'merchant'}`,
    },
  });

export function ImageList() {
  const platform = useSession()?.realm === 'platform';
  const list = useMemo(() => listOf(platform), [platform]);
  return <ListPage definition={list} />;
}

function PublishForm({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [values, setValues] = useState({
    target: 'firmware',
    type: 'claw',
    version: '',
    model: '',
    hardware: '',
    makerSignature: '',
    notes: '',
  });
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | undefined>();
  const set = (name: keyof typeof values) => (value: string | null) =>
    setValues((before) => ({ ...before, [name]: value ?? '' }));
  const publish = async () => {
    if (!file) return;
    setProgress(0);
    try {
      const { makerSignature, ...rest } = values;
      const query = new URLSearchParams({ ...rest, ...(makerSignature && { makerSignature }) });
      await uploadTo(`${publishImage.path}?${query}`, file, {
        onProgress: setProgress,
      });
      await invalidate(listImages);
      toast.success(t('firmware:image.published'));
      onClose();
    } catch (error) {
      toast.failure(failureMessage(error));
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <Stack gap="md">
      <Select
        label={t('firmware:imageField.target')}
        data={targets.map((value) => ({ value, label: t(`firmware:target.${value}`) }))}
        value={values.target}
        onChange={set('target')}
        allowDeselect={false}
      />
      <Select
        label={t('firmware:field.type')}
        data={deviceTypes.map((value) => ({ value, label: t(`devices:type.${value}`) }))}
        value={values.type}
        onChange={set('type')}
        allowDeselect={false}
      />
      <TextInput
        label={t('firmware:imageField.version')}
        placeholder="1.4.0"
        value={values.version}
        onChange={(event) => set('version')(event.currentTarget.value)}
        required
      />
      {(['model', 'hardware', 'makerSignature'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`firmware:imageField.${name}`)}
          description={t(`firmware:image.${name}Hint`)}
          value={values[name]}
          onChange={(event) => set(name)(event.currentTarget.value)}
        />
      ))}
      <Textarea
        label={t('firmware:imageField.notes')}
        autosize
        minRows={3}
        maxLength={2000}
        value={values.notes}
        onChange={(event) => set('notes')(event.currentTarget.value)}
      />
      <FileInput label={t('firmware:image.file')} value={file} onChange={setFile} required clearable />
      {progress !== undefined && <Progress value={progress * 100} aria-label={t('firmware:image.file')} />}
      <Hint size="xs">{t('firmware:image.publishHint')}</Hint>
      <Button
        size="md"
        disabled={!file || !values.version}
        loading={progress !== undefined}
        onClick={() => void publish()}
      >
        {t('firmware:action.publish')}
      </Button>
    </Stack>
  );
}
