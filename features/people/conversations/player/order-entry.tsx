import { LinkButton } from '#kit/player/button.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { chatAddress } from './addresses.ts';

/** On the page of an order: the way to write to the shop about it. */
export default function OrderEntry({ orderNumber }: { orderNumber: string }) {
  const t = useText();
  return (
    <LinkButton kind="soft" to={chatAddress({ orderNumber })}>
      {t('playerapp:order.write')}
    </LinkButton>
  );
}
