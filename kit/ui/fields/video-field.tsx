import { Button, FileButton, Group, Input, Progress, Text } from '@mantine/core';
import { useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { sizeText } from './image-size.ts';
import { type FieldProps, wrapperProps } from './types.ts';
import { uploadVideo } from './upload.ts';
import { useUploads } from './use-uploads.ts';

interface VideoFieldProps extends FieldProps<string> {
  maxBytes?: number;
}

/** A video with the progress of its upload; its value is the address of the upload. */
export function VideoField({ maxBytes, ...props }: VideoFieldProps) {
  const t = useText();
  const uploads = useUploads(uploadVideo);
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
      {props.value && (
        // biome-ignore lint/a11y/useMediaCaption: people upload their own clips, which have no captions
        <video
          src={props.value}
          controls
          preload="metadata"
          style={{ display: 'block', maxWidth: '100%', maxHeight: 280, borderRadius: 8, marginBottom: 8 }}
        />
      )}
      {uploads.pending.map((one) => (
        <Group key={one.id} gap="xs" wrap="nowrap" mb="xs">
          <Progress value={one.part * 100} size="lg" flex={1} aria-label={t('kit:ui.uploading')} />
          <Text size="sm" w={44} ta="right">
            {t('kit:ui.percent', { value: Math.round(one.part * 100) })}
          </Text>
          <Button size="xs" variant="subtle" color="gray" onClick={() => uploads.cancel(one.id)}>
            {t('kit:action.cancel')}
          </Button>
        </Group>
      ))}
      {uploads.pending.length === 0 && (
        <Group gap="xs">
          <FileButton onChange={(file) => void choose(file)} accept="video/*" disabled={props.disabled}>
            {(button) => (
              <Button
                {...button}
                variant="default"
                leftSection={<Icon name="video" />}
                disabled={props.disabled}
                data-field={props.name}
              >
                {props.value ? t('kit:ui.replaceVideo') : t('kit:ui.chooseVideo')}
              </Button>
            )}
          </FileButton>
          {props.value && (
            <Button
              variant="subtle"
              color="gray"
              disabled={props.disabled}
              onClick={() => props.onChange(undefined)}
            >
              {t('kit:ui.removeVideo')}
            </Button>
          )}
        </Group>
      )}
    </Input.Wrapper>
  );
}
