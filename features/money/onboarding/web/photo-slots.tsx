import { Button, Image, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { failureMessage, invalidate } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { compressPicture } from '#kit/ui/fields/compress.ts';
import { uploadTo } from '#kit/ui/fields/upload.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { toast } from '#kit/ui/toast.ts';
import { onboardingContract } from '../contract.ts';
import type { PhotoKind } from '../fields.ts';
import classes from './onboarding.module.css';

/** Takes one private photo: it is sent at once and from then on closed, also to its sender. */
function PhotoSlot({ kind, present }: { kind: PhotoKind; present: boolean }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [preview, setPreview] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);
  const name = t(`onboarding:photo.${kind}`);
  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    try {
      const small = await compressPicture(file);
      await uploadTo(`${onboardingContract.uploadPhoto.path}?kind=${kind}`, small);
      setPreview(URL.createObjectURL(small));
      await invalidate(onboardingContract.readBusinessData);
    } catch (error) {
      toast.failure(failureMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.slot} data-field={`photos.${kind}`}>
      {preview ? (
        <Image src={preview} alt={name} className={classes.preview} fit="cover" />
      ) : (
        <div className={classes.placeholder} data-present={present || undefined}>
          <Icon name={present ? 'circle-check' : 'photo'} size={28} />
          <Text size="xs">{t(present ? 'onboarding:photo.present' : 'onboarding:photo.absent')}</Text>
        </div>
      )}
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <Hint size="xs" className={classes.hint}>
        {t(`onboarding:photoHint.${kind}`)}
      </Hint>
      <Button
        variant="default"
        fullWidth
        leftSection={<Icon name="camera" size={18} />}
        loading={busy}
        onClick={() => input.current?.click()}
        aria-label={t(present ? 'onboarding:photo.replaceNamed' : 'onboarding:photo.takeNamed', { name })}
      >
        {t(present ? 'onboarding:photo.replace' : 'onboarding:photo.take')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          void send(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

export function PhotoSlots({
  kinds,
  photos,
}: {
  kinds: readonly PhotoKind[];
  photos: readonly { kind: PhotoKind }[];
}) {
  const t = useText();
  return (
    <>
      <Hint mb="md">{t('onboarding:page.photosPrivate')}</Hint>
      <div className={classes.slots}>
        {kinds.map((kind) => (
          <PhotoSlot key={kind} kind={kind} present={photos.some((photo) => photo.kind === kind)} />
        ))}
      </div>
    </>
  );
}
