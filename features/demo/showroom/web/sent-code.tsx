import { Alert } from '@mantine/core';
import { useCall } from '#kit/ui/api.ts';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useStore } from '#kit/ui/store.ts';
import { showroomContract } from '../contract.ts';

const askEveryMs = 1500;

/** In a demo nobody's phone rings: the message that was sent stands on the page, where the demo lets it be read. */
export default function SentCode({ phone }: { phone: string | undefined }) {
  const { demo } = useStore(appConfigStore);
  return demo && phone ? <Newest phone={phone} /> : null;
}

function Newest({ phone }: { phone: string }) {
  const t = useText();
  const { data } = useCall(showroomContract.outbox, {}, { refetchMs: askEveryMs });
  const [code] =
    data?.flatMap((message) =>
      message.way === 'sms' && message.phone === phone ? [message.params.code] : [],
    ) ?? [];
  if (!code) return null;
  return (
    <Alert color="grape" title={t('showroom:sent.message')} role="status">
      {t('showroom:sent.code', { phone, code })}
    </Alert>
  );
}
