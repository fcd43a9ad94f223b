import { Group, Stack, Text, TextInput } from '@mantine/core';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { QrCode } from '#kit/ui/fields/qr-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { CampaignDetail } from '../contract.ts';

/** The link and its code: for a group, a poster, a table at the door. */
export function ShareCampaign({ campaign: { path, name } }: { campaign: CampaignDetail }) {
  const t = useText();
  const address = new URL(path, location.origin).href;
  return (
    <Group align="flex-start" gap="lg">
      <QrCode text={address} fileName={name} sizePx={180} />
      <Stack gap="sm" style={{ flex: '1 1 260px' }}>
        <Text size="sm">{t('redpackets:page.shareHint')}</Text>
        <TextInput
          readOnly
          value={address}
          label={t('redpackets:page.link')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={address} size="md">
          {t('redpackets:page.copyLink')}
        </CopyButton>
      </Stack>
    </Group>
  );
}
