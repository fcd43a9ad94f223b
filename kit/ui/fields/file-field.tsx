import { ActionIcon, Anchor, Button, FileButton, Group, Input, Progress } from '@mantine/core';
import { useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { sizeText } from './image-size.ts';
import { type FieldProps, wrapperProps } from './types.ts';
import { uploadFile } from './upload.ts';
import { useUploads } from './use-uploads.ts';

interface FileFieldProps extends FieldProps<string> {
  busType?: string;
  maxBytes?: number;
  accept?: string;
}

/** One uploaded file; its value is the address of the upload. */
export function FileField({ busType = 'document', maxBytes, accept, ...props }: FileFieldProps) {
  const t = useText();
  const uploads = useUploads((file, options) => uploadFile(file, busType, options));
  const choose = async (file: File | null) => {
    if (!file) return;
    if (maxBytes !== undefined && file.size > maxBytes) {
      uploads.setFailure(t('kit:ui.fileTooBig', { max: sizeText(maxBytes) }));
      return;
    }
    const done = await uploads.start(file);
    if (done) props.onChange(done.link);
  };
  return (
    <Input.Wrapper {...wrapperProps(props)} error={props.error ?? uploads.failure} labelElement="div">
      <Group gap="xs">
        <FileButton onChange={(file) => void choose(file)} accept={accept} disabled={props.disabled}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              leftSection={<Icon name="upload" />}
              loading={uploads.pending.length > 0}
              disabled={props.disabled}
              data-field={props.name}
            >
              {props.value ? t('kit:ui.replaceFile') : t('kit:ui.chooseFile')}
            </Button>
          )}
        </FileButton>
        {props.value && (
          <>
            <Anchor href={props.value} target="_blank" rel="noreferrer" size="sm">
              {props.value.split('/').at(-1)}
            </Anchor>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('kit:ui.removeFile')}
              disabled={props.disabled}
              onClick={() => props.onChange(undefined)}
            >
              <Icon name="x" />
            </ActionIcon>
          </>
        )}
      </Group>
      {uploads.pending.map((one) => (
        <Progress key={one.id} value={one.part * 100} size="sm" mt="xs" aria-label={t('kit:ui.uploading')} />
      ))}
    </Input.Wrapper>
  );
}
