import { Image, Modal, Text, UnstyledButton } from '@mantine/core';
import { Hint, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { onboardingContract } from '../contract.ts';
import type { PhotoKind } from '../fields.ts';
import { photoKinds } from '../fields.ts';
import classes from './onboarding.module.css';
import { usePrivatePhoto } from './private-photo.ts';

/** Photos that are there, closed until somebody says why to look. */
export function PhotoTiles({
  photos,
}: {
  photos: readonly { id: string; kind: PhotoKind; createdAt: string }[];
}) {
  const t = useText();
  const may = useCan(onboardingContract.viewPhoto);
  const { show, shown, close } = usePrivatePhoto();
  const ordered = photoKinds.flatMap((kind) => photos.filter((photo) => photo.kind === kind));
  if (ordered.length === 0) return <Text c="dimmed">{t('onboarding:photo.none')}</Text>;
  return (
    <>
      <div className={classes.photos}>
        {ordered.map((photo) => (
          <UnstyledButton
            key={photo.id}
            className={classes.photo}
            disabled={!may}
            onClick={() => void show(photo)}
          >
            <Icon name={may ? 'eye' : 'lock'} size={22} />
            <Text size="sm" fw={500}>
              {t(`onboarding:photo.${photo.kind}`)}
            </Text>
            <Hint size="xs">
              <Time value={photo.createdAt} />
            </Hint>
          </UnstyledButton>
        ))}
      </div>
      <Modal
        opened={shown !== undefined}
        onClose={close}
        size="lg"
        title={shown && t(`onboarding:photo.${shown.kind}`)}
        closeButtonProps={{ 'aria-label': t('kit:action.close') }}
      >
        {shown && (
          <Image src={shown.url} alt={t(`onboarding:photo.${shown.kind}`)} fit="contain" mah="70dvh" />
        )}
      </Modal>
    </>
  );
}
