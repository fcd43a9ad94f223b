import { Button, FileInput, Progress, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { deviceTypes } from '#kit/protocol/types/names.ts';
import { failureMessage, invalidate } from '#kit/ui/api.ts';
import { StatusBadge, Time } from '#kit/ui/display.tsx';
import { uploadTo } from '#kit/ui/fields/upload.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { toast } from '#kit/ui/toast.ts';
import { type FirmwareImage, firmwareContract, targets } from '../contract.ts';

const { listImages, publishImage, withdrawImage } = firmwareContract;
const mebibyte = 1024 * 1024;

function ImageTitle({ image }: { image: FirmwareImage }) {
  const t = useText();
  return `${t(`devices:type.${image.type}`)} ${image.version}`;
}

function TargetName({ image }: { image: FirmwareImage }) {
  return useText()(`firmware:target.${image.target}`);
}

function Size({ image }: { image: FirmwareImage }) {
  return useText()('firmware:image.size', { size: (image.sizeBytes / mebibyte).toFixed(2) });
}

function Use({ image }: { image: FirmwareImage }) {
  const t = useText();
  if (image.state === 'withdrawn')
    return <StatusBadge tone="quiet">{t('firmware:image.withdrawn')}</StatusBadge>;
  return <StatusBadge tone="good">{t('firmware:image.available')}</StatusBadge>;
}

export function ImageList() {
  const platform = useSession()?.realm === 'platform';
  const [publishing, setPublishing] = useState(false);
  const list = useMemo(
    () =>
      defineList({
        endpoint: listImages,
        id: 'images',
        columns: [
          {
            key: 'version',
            label: 'firmware:image.version',
            primary: true,
            render: (row) => <ImageTitle image={row} />,
          },
          { key: 'target', label: 'firmware:image.target', render: (row) => <TargetName image={row} /> },
          { key: 'notes', label: 'firmware:image.notes', secondary: true },
          { key: 'sizeBytes', label: 'firmware:image.sizeLabel', render: (row) => <Size image={row} /> },
          {
            key: 'publishedAt',
            label: 'firmware:image.publishedAt',
            render: (row) => <Time value={row.publishedAt} />,
          },
          ...(platform
            ? [{ key: 'sha256', label: 'firmware:image.sha256', optional: true }]
            : [{ key: 'deviceNumber', label: 'firmware:image.devices', align: 'right' as const }]),
          {
            key: 'state',
            label: 'firmware:image.state',
            trailing: true,
            render: (row: FirmwareImage) => <Use image={row} />,
          },
        ],
        filters: [
          {
            kind: 'choice',
            name: 'target',
            label: 'firmware:image.target',
            options: targets.map((value) => ({ value, label: `firmware:target.${value}` })),
          },
          {
            kind: 'choice',
            name: 'type',
            label: 'firmware:device.type',
            options: deviceTypes.map((value) => ({ value, label: `devices:type.${value}` })),
          },
        ],
        actions: [
          {
            label: 'firmware:action.publish',
            icon: 'upload',
            primary: true,
            needs: publishImage,
            run: () => setPublishing(true),
          },
        ],
        rowActions: [
          {
            label: 'firmware:action.withdraw',
            icon: 'x',
            danger: true,
            call: callOf(withdrawImage, (row: FirmwareImage) => ({ id: row.id })),
            visible: (row: FirmwareImage) => row.state === 'available',
            confirm: {
              title: 'firmware:ask.withdraw',
              params: (row: FirmwareImage) => ({ version: row.version }),
            },
            success: 'kit:action.saved',
          },
        ],
        empty: {
          title: 'firmware:image.none',
          hint: `firmware:image.emptyHint.${platform ? 'platform' : 'merchant'}`,
        },
      }),
    [platform],
  );
  return (
    <>
      <ListPage definition={list} />
      <PublishSheet opened={publishing} onClose={() => setPublishing(false)} />
    </>
  );
}

function PublishSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const [values, setValues] = useState({ target: 'firmware', type: 'claw', version: '', notes: '' });
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | undefined>();
  const set = (name: keyof typeof values) => (value: string | null) =>
    setValues((before) => ({ ...before, [name]: value ?? '' }));
  const publish = async () => {
    if (!file) return;
    setProgress(0);
    try {
      await uploadTo(`${publishImage.path}?${new URLSearchParams(values)}`, file, {
        onProgress: setProgress,
      });
      await invalidate(listImages);
      toast.success(t('firmware:image.published'));
      setFile(null);
      onClose();
    } catch (error) {
      toast.failure(failureMessage(error));
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <Sheet opened={opened} onClose={onClose} title={t('firmware:action.publish')}>
      <Stack gap="md">
        <Select
          label={t('firmware:image.target')}
          data={targets.map((value) => ({ value, label: t(`firmware:target.${value}`) }))}
          value={values.target}
          onChange={set('target')}
          allowDeselect={false}
        />
        <Select
          label={t('firmware:device.type')}
          data={deviceTypes.map((value) => ({ value, label: t(`devices:type.${value}`) }))}
          value={values.type}
          onChange={set('type')}
          allowDeselect={false}
        />
        <TextInput
          label={t('firmware:image.version')}
          placeholder="1.4.0"
          value={values.version}
          onChange={(event) => set('version')(event.currentTarget.value)}
          required
        />
        <Textarea
          label={t('firmware:image.notes')}
          autosize
          minRows={3}
          maxLength={2000}
          value={values.notes}
          onChange={(event) => set('notes')(event.currentTarget.value)}
        />
        <FileInput label={t('firmware:image.file')} value={file} onChange={setFile} required clearable />
        {progress !== undefined && <Progress value={progress * 100} aria-label={t('firmware:image.file')} />}
        <Text size="xs" c="dimmed">
          {t('firmware:image.publishHint')}
        </Text>
        <Button
          size="md"
          disabled={!file || !values.version}
          loading={progress !== undefined}
          onClick={() => void publish()}
        >
          {t('firmware:action.publish')}
        </Button>
      </Stack>
    </Sheet>
  );
}
