import { useText } from '#kit/ui/i18n.ts';
import { CardShopLink } from './shop-link.tsx';

/** /program: the way to the cards of the shop. */
export default function HomeLink({ fieldId }: { fieldId: string }) {
  const t = useText();
  return (
    <CardShopLink
      fieldId={fieldId}
      title={t('playerapp:cards.title')}
      hint={(count) => t('playerapp:cards.hint', { count })}
    />
  );
}
