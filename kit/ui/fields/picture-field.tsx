import { ActionIcon, Image, Input, Modal, RingProgress, Text, UnstyledButton } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react';
import { useText } from '../i18n.ts';
import { Icon } from '../icons.tsx';
import { compressPicture } from './compress.ts';
import { sizeText } from './image-size.ts';
import classes from './picture-field.module.css';
import { moved } from './reorder.ts';
import { type FieldProps, wrapperProps } from './types.ts';
import { uploadFile } from './upload.ts';
import { useUploads } from './use-uploads.ts';

export interface PictureOptions {
  /** folder of the upload */
  busType?: string;
  maxBytes?: number;
  maxCount?: number;
}

/** One picture; its value is the address of the upload. */
export function PictureField(props: FieldProps<string> & PictureOptions) {
  return (
    <PicturesField
      {...props}
      value={props.value === undefined ? [] : [props.value]}
      onChange={(links) => props.onChange(links?.at(-1))}
      maxCount={1}
    />
  );
}

const picturesIn = (list: Iterable<File>) => [...list].filter((file) => file.type.startsWith('image/'));

/** Pictures: chosen, taken with the camera, pasted or dropped; compressed here, then uploaded. */
export function PicturesField({
  busType = 'picture',
  maxBytes,
  maxCount = 9,
  ...props
}: FieldProps<string[]> & PictureOptions) {
  const t = useText();
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [shown, setShown] = useState<string | undefined>();
  const uploads = useUploads(async (file, options) =>
    uploadFile(await compressPicture(file, maxBytes), busType, options),
  );
  const links = props.value ?? [];
  // Several uploads end in any order, each adding to what is there by then.
  const latest = useRef(links);
  latest.current = links;
  const add = async (files: File[]) => {
    if (props.disabled || files.length === 0) return;
    const room = maxCount === 1 ? 1 : maxCount - links.length - uploads.pending.length;
    if (files.length > room) uploads.setFailure(t('kit:ui.tooManyPictures', { max: maxCount }));
    await Promise.all(
      files.slice(0, Math.max(0, room)).map(async (file) => {
        const done = await uploads.start(file);
        if (!done) return;
        latest.current = maxCount === 1 ? [done.link] : [...latest.current, done.link];
        props.onChange(latest.current);
      }),
    );
  };
  const full = links.length + uploads.pending.length >= maxCount && maxCount > 1;
  return (
    <Input.Wrapper
      {...wrapperProps(props)}
      error={props.error ?? uploads.failure}
      description={
        props.description ?? (maxBytes ? t('kit:ui.pictureLimit', { max: sizeText(maxBytes) }) : undefined)
      }
      id={inputId}
    >
      <fieldset
        className={classes.area}
        data-over={over || undefined}
        disabled={props.disabled}
        onPaste={(event: ClipboardEvent) => void add(picturesIn(event.clipboardData.files))}
        onDragOver={(event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          setOver(false);
          void add(picturesIn(event.dataTransfer.files));
        }}
      >
        {links.map((link, index) => (
          <Thumbnail
            key={link}
            link={link}
            index={index}
            count={links.length}
            disabled={props.disabled}
            onShow={() => setShown(link)}
            onMove={(to) => props.onChange(moved(links, index, to))}
            onRemove={() => {
              const rest = links.filter((one) => one !== link);
              props.onChange(rest.length > 0 ? rest : undefined);
            }}
          />
        ))}
        {uploads.pending.map((one) => (
          <div key={one.id} className={classes.tile} role="status" aria-label={t('kit:ui.uploading')}>
            <RingProgress
              size={56}
              thickness={5}
              sections={[{ value: one.part * 100, color: 'var(--mantine-primary-color-filled)' }]}
            />
          </div>
        ))}
        {!full && !(maxCount === 1 && uploads.pending.length > 0) && (
          <UnstyledButton
            className={classes.add}
            disabled={props.disabled}
            onClick={() => input.current?.click()}
            aria-describedby={props.error ? `${inputId}-error` : undefined}
          >
            <Icon name={links.length > 0 && maxCount === 1 ? 'refresh' : 'camera'} size={22} />
            <Text size="xs">
              {links.length > 0 && maxCount === 1 ? t('kit:ui.replacePicture') : t('kit:ui.addPicture')}
            </Text>
          </UnstyledButton>
        )}
        <input
          ref={input}
          id={inputId}
          type="file"
          accept="image/*"
          multiple={maxCount > 1}
          className={classes.input}
          tabIndex={-1}
          disabled={props.disabled}
          onChange={(event) => {
            void add([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </fieldset>
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        size="lg"
        title={t('kit:ui.picture')}
        closeButtonProps={{ 'aria-label': t('kit:action.close') }}
      >
        <Image src={shown} alt={t('kit:ui.picture')} fit="contain" mah="70dvh" />
      </Modal>
    </Input.Wrapper>
  );
}

interface ThumbnailProps {
  link: string;
  index: number;
  count: number;
  disabled: boolean | undefined;
  onShow: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function Thumbnail({ link, index, count, disabled, onShow, onMove, onRemove }: ThumbnailProps) {
  const t = useText();
  const place = { place: index + 1, count };
  return (
    <div className={classes.tile}>
      <button
        type="button"
        className={classes.show}
        onClick={onShow}
        aria-label={t('kit:ui.showPicture', place)}
      >
        <img src={link} alt={t('kit:ui.pictureNumber', place)} loading="lazy" />
      </button>
      {!disabled && (
        <>
          <ActionIcon
            className={classes.remove}
            size={24}
            data-small
            radius="xl"
            color="dark"
            aria-label={t('kit:ui.removePicture', place)}
            onClick={onRemove}
          >
            <Icon name="x" size={14} />
          </ActionIcon>
          {count > 1 && (
            <div className={classes.moves}>
              <ActionIcon
                size={24}
                data-small
                variant="default"
                disabled={index === 0}
                aria-label={t('kit:ui.movePictureForward', place)}
                onClick={() => onMove(index - 1)}
              >
                <Icon name="arrow-left" size={14} />
              </ActionIcon>
              <ActionIcon
                size={24}
                data-small
                variant="default"
                disabled={index === count - 1}
                aria-label={t('kit:ui.movePictureBack', place)}
                onClick={() => onMove(index + 1)}
              >
                <Icon name="arrow-right" size={14} />
              </ActionIcon>
            </div>
          )}
        </>
      )}
    </div>
  );
}
